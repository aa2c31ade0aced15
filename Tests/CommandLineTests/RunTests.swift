import Foundation
import SwiftletCLI
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// `swiftlet run` on graphs without operators, whose outputs are their inputs.
@Suite struct RunTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func model(
    _ type: ElementType, _ shape: [Int], signature: [Int]? = nil, name: String = "x"
  ) throws -> String {
    var builder = ModelBuilder()
    let x = builder.tensor(name, type, shape, signature: signature)
    builder.signature("serve", inputs: [("in", x)], outputs: [("out", x)])
    return try scratch.write(builder.build(inputs: [x], outputs: [x]), to: "\(type).tflite")
  }

  private func array(_ type: ElementType, _ shape: [Int], _ bytes: [UInt8]) throws -> String {
    let array = NPYArray(type: type, shape: shape, bytes: bytes)
    return try scratch.write(array.file, to: "\(type)\(shape.count).npy")
  }

  @Test func printsTheContractsKeysInOrder() throws {
    let model = try model(.float32, [2, 3])
    let folder = scratch.path("out/deep")
    let run = try Executable.run(["run", model, "--json", "--output-dir", folder])
    #expect(run.status == 0 && run.error.isEmpty)
    let expected =
      #"{"model":"\#(model)","outputs":[{"index":0,"name":"x","type":"float32","shape":[2,3],"#
      + #""file":"\#(folder)/0.npy"}]}"#
    #expect(run.output == expected + "\n")
    #expect(scratch.names(in: "out/deep") == ["0.npy"])
    let array = try NPY(contentsOf: "\(folder)/0.npy")
    #expect(array.bytes == SeededValues.bytes(type: .float32, count: 6, seed: 0))
  }

  @Test func withoutAFolderFilesAreNull() throws {
    let run = try Executable.run(["run", try model(.uint8, [1]), "--json"])
    let outputs = try #require(try run.objects().first?["outputs"] as? [[String: Any]])
    #expect(outputs.count == 1 && outputs[0]["file"] is NSNull)
  }

  @Test(arguments: [
    ElementType.float32, .float16, .float64, .bfloat16, .bool, .int8, .uint8, .int16, .uint16,
    .int32, .uint32, .int64, .uint64, .int4, .uint4, .int2, .complex64,
  ])
  func everyTypeGoesInAndOut(_ type: ElementType) throws {
    let model = try model(type, [3, 3])
    let first = scratch.path("first")
    let second = scratch.path("second")
    let seeded = try Executable.run(
      ["run", model, "--seed", "42", "--output-dir", first])
    #expect(seeded.status == 0, "\(seeded.error)")
    let file = try NPY(contentsOf: "\(first)/0.npy")
    let bytes = try #require(SeededValues.bytes(type: type, count: 9, seed: 42))
    let expected = try #require(TensorConversion.array(bytes, type: type, shape: [3, 3]))
    #expect(file.bytes == expected.bytes && file.type == expected.type && file.shape == [3, 3])
    let given = try Executable.run(
      ["run", model, "--input", "x=\(first)/0.npy", "--output-dir", second])
    #expect(given.status == 0, "\(given.error)")
    #expect(try NPY(contentsOf: "\(second)/0.npy").bytes == expected.bytes)
  }

  @Test func inputsAreFoundByPositionNameAndAlias() throws {
    let model = try model(.uint8, [2], name: "a=b")
    let file = try array(.uint8, [2], [3, 4])
    for (key, flags) in [
      ("0", []), ("a=b", []), ("in", ["--signature", "serve"]), ("0", ["--signature", "serve"]),
    ] as [(String, [String])] {
      let run = try Executable.run(["run", model, "--input", "\(key)=\(file)", "--json"] + flags)
      #expect(run.status == 0, "\(run.error)")
      let outputs = try run.objects().first?["outputs"] as? [[String: Any]]
      #expect(outputs?.first?["name"] as? String == (flags.isEmpty ? "a=b" : "out"))
    }
    let unknown = try Executable.run(["run", model, "--input", "c=\(file)"])
    #expect(unknown.status == 1 && unknown.error.contains("There is no input \"c\""))
    let absent = try Executable.run(["run", model, "--signature", "x"])
    #expect(absent.status == 1)
    #expect(absent.error.contains("The model has no signature \"x\""))
  }

  @Test func seedsCountUpWithTheInput() throws {
    var builder = ModelBuilder()
    let ends = (0..<3).map { builder.tensor("t\($0)", .uint8, [4]) }
    let model = try scratch.write(
      builder.build(inputs: ends, outputs: [ends[2], ends[0], ends[1]]), to: "three.tflite")
    let folder = scratch.path("three")
    let run = try Executable.run(
      ["run", model, "--seed", "\(UInt64.max)", "--output-dir", folder])
    #expect(run.status == 0)
    for (output, seed) in [(0, 1), (1, UInt64.max), (2, 0)] {
      let bytes = try NPY(contentsOf: "\(folder)/\(output).npy").bytes
      #expect(bytes == SeededValues.bytes(type: .uint8, count: 4, seed: seed))
    }
  }

  @Test func arraysResizeStrictlyAndTheFlagFreely() throws {
    let open = try model(.uint8, [1, 2], signature: [-1, 2])
    let taller = try array(.uint8, [3, 2], [1, 2, 3, 4, 5, 6])
    let folder = scratch.path("out")
    let resized = try Executable.run(
      ["run", open, "--input", "0=\(taller)", "--output-dir", folder])
    #expect(resized.status == 0, "\(resized.error)")
    #expect(try NPY(contentsOf: "\(folder)/0.npy").shape == [3, 2])
    let wider = try array(.uint8, [1, 3, 1], [1, 2, 3])
    let refused = try Executable.run(["run", open, "--input", "0=\(wider)"])
    #expect(refused.status == 1 && refused.error.contains("any×2"))
    let freely = try Executable.run(["run", open, "--resize", "x=5,4", "--json"])
    #expect(freely.status == 0 && freely.output.contains(#""shape":[5,4]"#))
    for shape in ["-1,2", "9223372036854775807,9223372036854775807"] {
      let run = try Executable.run(["run", open, "--resize", "0=\(shape)"])
      #expect(run.status == 1 && run.lines.isEmpty && run.error.contains("cannot have the shape"))
    }
  }

  @Test func filesOfAnotherKindAreRefused() throws {
    let model = try model(.float32, [2])
    let ints = try array(.int32, [2], [UInt8](repeating: 0, count: 8))
    let text = try scratch.write(Array("hello".utf8), to: "hello.npy")
    for (file, words) in [
      (ints, "holds int32, but the input of type float32 takes float32"),
      (text, "is not a NumPy array"), (scratch.path("none.npy"), "No such file"),
      (scratch.path, "is a folder"), ("/dev/null", "is not a NumPy array"),
    ] {
      let run = try Executable.run(["run", model, "--input", "0=\(file)", "--json"])
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.error.contains(words), "\(run.error)")
      #expect(run.error.split(separator: "\n").count == 1)
    }
  }

  @Test func failedRunsLeaveNoFiles() throws {
    let model = try model(.float32, [2])
    let folder = scratch.path("out")
    _ = try Executable.run(["run", model, "--input", "0=/none", "--output-dir", folder])
    #expect(!FileManager.default.fileExists(atPath: folder))
    let file = try scratch.write([], to: "file")
    let blocked = try Executable.run(["run", model, "--output-dir", "\(file)/out"])
    #expect(blocked.status == 1 && blocked.error.contains("cannot be made"))
    // A folder in the way of the result: the temporary file has to go.
    try FileManager.default.createDirectory(
      atPath: "\(folder)/0.npy/full", withIntermediateDirectories: true)
    let inTheWay = try Executable.run(["run", model, "--output-dir", folder])
    #expect(inTheWay.status == 1 && inTheWay.error.contains("0.npy cannot be written"))
    #expect(scratch.names(in: "out") == ["0.npy"])
  }
}
