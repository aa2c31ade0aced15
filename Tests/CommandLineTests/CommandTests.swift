import Foundation
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Exit statuses and sentences that all commands share.
@Suite struct CommandTests {
  private let scratch: ScratchFolder
  private let model: String

  init() throws {
    scratch = try ScratchFolder()
    var builder = ModelBuilder(description: "Passes its input on.")
    let x = builder.tensor("x", .float32, [1, 2])
    model = try scratch.write(builder.build(inputs: [x], outputs: [x]), to: "model.tflite")
  }

  private static let modelCommands = ["run", "inspect", "benchmark"]

  @Test(arguments: [
    [], ["nonsense"], ["--nonsense"], ["run"], ["inspect"], ["benchmark"], ["classify"],
    ["run", "MODEL", "more"], ["run", "MODEL", "--nonsense"], ["inspect", "MODEL", "--seed", "1"],
    ["run", "MODEL", "--seed"], ["run", "MODEL", "--seed", "-1"], ["run", "MODEL", "--seed", "x"],
    ["run", "MODEL", "--input", "file.npy"], ["run", "MODEL", "--resize", "0=1,x"],
    ["run", "MODEL", "--resize", "0="], ["run", "MODEL", "--isa", "sse9"],
    ["run", "MODEL", "--threads", "two"], ["run", "MODEL", "--threads", "1.5"],
    ["run", "MODEL", "--arithmetic", "exact"], ["run", "MODEL", "--gemm", "mkl"],
    ["run", "MODEL", "--winograd", "yes"], ["run", "MODEL", "--json=1"],
    ["benchmark", "MODEL", "--runs", "many"], ["classify", "i.png", "--max-results", "five"],
    ["classify", "i.png", "--score-threshold", "high"], ["classify", "i.png", "--mean", "1,x"],
    ["classify", "i.png", "--roi", "0,0,1"], ["classify", "i.png", "--rotation", "right"],
  ])
  func wrongCommandLinesExitWithTwo(_ words: [String]) throws {
    let run = try Executable.run(words.map { $0 == "MODEL" ? model : $0 })
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix("swiftlet: ") && run.error.contains("--help"), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["run", "inspect", "benchmark", "classify", ""])
  func helpAndVersionGoToStandardOutput(_ command: String) throws {
    let words = command.isEmpty ? [] : [command]
    for flag in ["--help", "-h"] {
      let run = try Executable.run(words + [flag])
      #expect(run.status == 0 && run.error.isEmpty)
      #expect(run.output.hasPrefix("usage: swiftlet \(command)"))
    }
    let version = try Executable.run(words + ["--version"])
    #expect(version.status == 0 && version.lines.count == 1)
    #expect(version.output.hasPrefix("swiftlet "))
  }

  @Test(arguments: modelCommands)
  func whatIsNoModelGivesOneSentence(_ command: String) throws {
    let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 64)
    let whole = try Data(contentsOf: URL(fileURLWithPath: model))
    let cases: [(String, String)] = [
      ("", "The path of the model is empty"),
      (scratch.path("none.tflite"), "there is no such file"),
      (scratch.path, "is a folder"),
      (try scratch.write([], to: "empty.tflite"), "is empty"),
      (try scratch.write(Array("A text.\n".utf8), to: "text.tflite"), "plain text"),
      (try scratch.write(png, to: "png.tflite"), "a PNG image"),
      (try scratch.write(Array(whole.prefix(40)), to: "cut.tflite"), "damaged"),
    ]
    for (path, words) in cases {
      let run = try Executable.run([command, path, "--json"])
      #expect(run.status == 1, "\(path)")
      #expect(run.output.isEmpty)
      #expect(run.error.contains(words), "\(run.error)")
      #expect(path.isEmpty || run.error.contains(path), "\(run.error)")
      #expect(run.error.split(separator: "\n").count == 1)
    }
  }

  @Test(arguments: [
    ["--threads", "0"], ["--threads", "-3"], ["--threads", "100000"],
  ])
  func valuesThatParseButCannotBeExitWithOne(_ flags: [String]) throws {
    for command in Self.modelCommands {
      let run = try Executable.run([command, model] + flags)
      #expect(run.status == 1 && run.error.contains("threads"), "\(run.error)")
    }
  }

  @Test func theEnvironmentGivesDefaults() throws {
    for (name, value, words) in [
      ("SWIFTLET_THREADS", "0", "number of threads is 0"),
      ("SWIFTLET_THREADS", "many", "SWIFTLET_THREADS is \"many\""),
      ("SWIFTLET_ISA", "sse9", "SWIFTLET_ISA is \"sse9\""),
    ] {
      let run = try Executable.run(["run", model], environment: [name: value])
      #expect(run.status == 1 && run.error.contains(words), "\(run.error)")
    }
    let run = try Executable.run(
      ["benchmark", model, "--json", "--runs", "1"],
      environment: ["SWIFTLET_THREADS": "2", "SWIFTLET_ISA": "portable"])
    let report = try #require(try run.objects().first)
    #expect(report["threads"] as? Int == 2 && report["isa"] as? String == "portable")
    let flag = try Executable.run(
      ["benchmark", model, "--json", "--runs", "1", "--threads", "1"],
      environment: ["SWIFTLET_THREADS": "many"])
    #expect(flag.status == 0 && flag.output.contains(#""threads":1,"#))
  }

  @Test(arguments: modelCommands)
  func unwritableOutputIsNoticed(_ command: String) throws {
    let broken = try Executable.run([command, model, "--json"], output: .brokenPipe)
    #expect(broken.status == 1 && broken.error.isEmpty)
    for output in [Executable.Output.closed, .file("/dev/full")] {
      let run = try Executable.run([command, model, "--json"], output: output)
      #expect(run.status == 1)
      #expect(run.error.contains("Standard output cannot be written"))
    }
  }
}
