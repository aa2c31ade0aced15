import Foundation
import SwiftletFormat
import SwiftletImage
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Outputs that cannot be written whole: nothing is left of them, and one sentence says why.
@Suite(.enabled(if: ImageFormat.jpeg.isReadable)) struct OutputFaultTests {
  private static func fixture(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/\(name)").path
  }

  private static let classifier = fixture("models/efficientnet_lite0_int8.tflite")
  private static let detector = fixture("models/fruit_detector_int8.tflite")
  private static let picture = fixture("images/fruit.jpg")

  /// A command that writes into the folder `OUT`, more than 8 KiB.
  struct Writer: CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]

    init(_ arguments: String...) {
      testDescription = arguments.prefix { !$0.hasPrefix("/") }.joined(separator: " ")
      self.arguments = arguments
    }
  }

  private static let writers = [
    Writer("run", "MODEL", "--output-dir", "OUT/files"),
    Writer("run", "MODEL", "--dump", "OUT/dump"),
    Writer("inspect", detector, "--html", "OUT/page.html"),
    Writer("inspect", "MODEL", "--extract", "weights", "--output", "OUT/weights.npy"),
    Writer("detect", picture, "--model", detector, "--annotate", "OUT/picture.png"),
    Writer("benchmark", detector, "--runs", "1", "--trace", "OUT/trace.json"),
  ]

  private let scratch: ScratchFolder
  private let model: String

  init() throws {
    scratch = try ScratchFolder()
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 10_000])
    let weights = b.constant("weights", [Float](repeating: 1, count: 10_000), [1, 10_000])
    let y = b.tensor("y", .float32, [1, 10_000])
    b.operator(.add, inputs: [x, weights], outputs: [y], options: AddOptions())
    model = try scratch.write(b.build(inputs: [x], outputs: [y]), to: "model.tflite")
    try FileManager.default.createDirectory(
      atPath: scratch.path("out"), withIntermediateDirectories: false)
  }

  /// Runs a command by a shell script, which finds the folder for outputs in `OUT`.
  private func run(_ writer: Writer, by script: String) throws -> Executable.Outcome {
    let out = scratch.path("out")
    let arguments = writer.arguments.map {
      $0 == "MODEL" ? model : $0.replacingOccurrences(of: "OUT", with: out)
    }
    return try Executable.run(
      ["-c", script, Executable.path] + arguments, environment: ["OUT": out],
      executable: "/bin/sh")
  }

  /// The files in the folder for outputs.
  private var files: [String] {
    let all = FileManager.default.enumerator(atPath: scratch.path("out"))
    return (all?.allObjects as? [String] ?? []).filter { name in
      var isFolder: ObjCBool = false
      let path = scratch.path("out/\(name)")
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && (!isFolder.boolValue || name.contains("partial"))
    }
  }

  private func expectFailure(_ outcome: Executable.Outcome, _ words: String) {
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
    #expect(outcome.error.contains("cannot be written: \(words)"), "\(outcome.error)")
  }

  @Test(arguments: writers) func thereIsRoom(_ writer: Writer) throws {
    let outcome = try run(writer, by: #"exec "$0" "$@""#)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(!files.isEmpty && !files.contains { $0.contains("partial") })
  }

  @Test(
    .enabled(if: !Watch.threads, "ThreadSanitizer writes a file of its own"), arguments: writers)
  func filesMayNotGrow(_ writer: Writer) throws {
    let outcome = try run(writer, by: #"ulimit -f 8; exec "$0" "$@""#)
    expectFailure(outcome, "File too large")
    #expect(files.isEmpty, "\(files)")
  }

  /// Whether this process may have a disk of its own for a moment.
  private static let canMount: Bool = {
    let script = "mount -t tmpfs -o size=8k tmpfs /mnt"
    let outcome = try? Executable.run(["-rm", "sh", "-c", script], executable: "/usr/bin/unshare")
    return outcome?.status == 0
  }()

  /// A disk of two pages, of which all or none are taken.
  @Test(.enabled(if: canMount), arguments: writers, [true, false])
  func theDiskIsFull(_ writer: Writer, isFull: Bool) throws {
    let script = """
      mount -t tmpfs -o size=8k tmpfs "$OUT" || exit 9
      \(isFull ? #"head -c 8192 /dev/zero > "$OUT/taken""# : ":")
      "$0" "$@" > /dev/null
      status=$?
      cd "$OUT" && find . -type f -o -name '*partial*'
      exit $status
      """
    let outcome = try run(
      writer, by: #"exec unshare -rm sh -c "$SCRIPT" "$0" "$@""#, script: script)
    expectFailure(outcome, "No space left on device")
    #expect(outcome.lines == (isFull ? ["./taken"] : []), "\(outcome.lines)")
  }

  private func run(
    _ writer: Writer, by shell: String, script: String
  ) throws -> Executable.Outcome {
    let quoted = "SCRIPT='\(script.replacingOccurrences(of: "'", with: #"'\''"#))'\n"
    return try run(writer, by: quoted + shell)
  }

  /// The process is ended at moments spread over its run.
  @Test(arguments: writers, ["INT", "TERM", "HUP"])
  func signalsLeaveNothing(_ writer: Writer, signal: String) throws {
    let numbers = ["INT": SIGINT, "TERM": SIGTERM, "HUP": SIGHUP]
    for moment in ["0.005", "0.02", "0.05", "0.1"] {
      // A shell has its background processes ignore interruptions; `env` undoes it.
      let outcome = try run(
        writer,
        by: """
          env --default-signal=INT "$0" "$@" > /dev/null & sleep \(moment)
          kill -\(signal) $! 2> /dev/null; wait $!
          """)
      let isDone = outcome.status == 0
      #expect(isDone || outcome.status == 128 + (numbers[signal] ?? 0), "\(outcome)")
      // What is there is whole.
      let partial = files.filter { $0.contains("partial") }
      #expect(partial.isEmpty, "\(partial)")
      for name in files {
        let size = FileManager.default.contents(atPath: scratch.path("out/\(name)"))?.count ?? 0
        #expect(size > 0, "\(name) is empty")
      }
      try FileManager.default.removeItem(atPath: scratch.path("out"))
      try FileManager.default.createDirectory(
        atPath: scratch.path("out"), withIntermediateDirectories: false)
    }
  }

  /// A dump of many files is ended while it is written.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func dumpsThatAreInterrupted(signal: Int32) throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 1000])
    var last = x
    for _ in 0..<20_000 {
      let next = b.tensor("y", .float32, [1, 1000])
      b.operator(.neg, inputs: [last], outputs: [next])
      last = next
    }
    let long = try scratch.write(b.build(inputs: [x], outputs: [last]), to: "long.tflite")
    let name = [SIGINT: "INT", SIGTERM: "TERM", SIGHUP: "HUP"][signal] ?? ""
    let outcome = try run(
      Writer("run", long, "--dump", "OUT/dump"),
      by: """
        env --default-signal=INT "$0" "$@" > /dev/null & process=$!
        set -- "$OUT"/*.partial
        while [ ! -d "$1" ]; do sleep 0.01; set -- "$OUT"/*.partial; done
        kill -\(name) $process; wait $process
        """)
    #expect(outcome.status == 128 + signal, "\(outcome)")
    #expect(scratch.names(in: "out").isEmpty)
  }

  @Test(arguments: [
    Writer("classify", picture, "--model", classifier),
    Writer("detect", picture, "--model", detector),
    Writer("embed", picture, "--model", fixture("models/image_embedder_int8.tflite")),
    Writer("compare", "MODEL", "MODEL"), Writer("operators"), Writer("--help"), Writer("--version"),
    Writer("run", "--help"),
  ])
  func standardOutputThatCannotBeWritten(_ writer: Writer) throws {
    let arguments = writer.arguments.map { $0 == "MODEL" ? model : $0 }
    let broken = try Executable.run(arguments, output: .brokenPipe)
    #expect(broken.status == 1 && broken.error.isEmpty, "\(broken)")
    for output in [Executable.Output.closed, .file("/dev/full")] {
      let outcome = try Executable.run(arguments, output: output)
      #expect(outcome.status == 1, "\(outcome)")
      #expect(outcome.error.contains("Standard output cannot be written"), "\(outcome.error)")
    }
  }
}
