import Foundation
import SwiftletFormat
import SwiftletImage
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// What the system refuses, or others do to files meanwhile, ends in a sentence.
@Suite(.enabled(if: ImageFormat.jpeg.isReadable)) struct EdgeTests {
  private static func fixture(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/\(name)").path
  }

  private static let picture = fixture("images/coffee.jpg")
  private static let model = fixture("models/efficientnet_lite0_int8.tflite")

  /// Runs the command by a shell, which prepares the surroundings.
  private func shell(_ script: String, _ arguments: [String]) throws -> Executable.Outcome {
    try Executable.run(
      ["-c", script, Executable.path] + arguments,
      environment: ["SWIFTLET_DEFAULT_MODEL": Self.model], executable: "/bin/sh")
  }

  @Test(arguments: ["exec \"$0\" \"$@\" <&-", "exec \"$0\" \"$@\" </"])
  func pathsThatCannotBeRead(script: String) throws {
    let outcome = try shell(script, ["classify", "-"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("swiftlet: The paths on standard input cannot be read: "))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test func pathsWithoutEnd() throws {
    let outcome = try shell(
      "exec \"$0\" \"$@\" </dev/zero", ["classify", "-", "--max-results", "1"])
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("a line has more than 4097 bytes"))
  }

  /// A named pipe that nobody writes to reads as an empty file.
  @Test func pipesWithoutWriter() throws {
    let scratch = try ScratchFolder()
    let pipe = scratch.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let labels = try Executable.run(
      ["classify", Self.picture, "--model", Self.model, "--labels", pipe], seconds: 20)
    #expect(labels.status == 1)
    #expect(labels.error.contains("Expected non-empty labels file."))
    let image = try Executable.run(["classify", pipe, "--model", Self.model], seconds: 20)
    #expect(image.status == 1)
    #expect(image.error.contains("the file is empty"))
    let manifest = try Executable.run(
      ["label", Self.picture, "--manifest", pipe], seconds: 20)
    #expect(manifest.status == 1)
  }

  @Test func labelsFromAPipe() throws {
    let outcome = try shell(
      "yes label | head -1000 | \"$0\" classify \"$1\" --labels /dev/stdin --max-results 1",
      [Self.picture])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("label"))
  }

  @Test func flagsThatEmbedHasNoUseFor() throws {
    let outcome = try Executable.run(["embed", Self.picture, "--labels", "labels.txt"])
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("--labels"))
  }

  /// The process may have half a gigabyte more than it takes by itself, an image needs more.
  @Test(.enabled(if: !Watch.isOn, "a sanitizer takes terabytes of addresses at the start"))
  func imagesBeyondTheMemory() throws {
    let scratch = try ScratchFolder()
    let (width, height) = (9000, 9000)
    var bytes = Array("P5 \(width) \(height) 255\n".utf8)
    bytes += [UInt8](repeating: 7, count: width * height)
    let image = try scratch.write(bytes, to: "large.pgm")
    let outcome = try shell(
      "ulimit -v 1200000; exec \"$0\" \"$@\"", ["classify", image, "--gemm", "own"])
    #expect(outcome.status == 1, "\(outcome.error)")
    #expect(
      outcome.error.contains("does not fit the memory that is left") && outcome.lineCount == 1)
  }

  #if os(Linux)
  /// A model whose constant is read in each run is shortened as soon as it is mapped.
  @Test(.enabled(if: !RedZones.isOn, "constants are copied, so that the file is not read any more"))
  func modelsThatAreShortenedMeanwhile() throws {
    let scratch = try ScratchFolder()
    var b = ModelBuilder()
    let count = 1 << 18
    let x = b.tensor("x", .float32, [1, count])
    let weights = b.constant("weights", [Float](repeating: 1, count: count), [1, count])
    let y = b.tensor("y", .float32, [1, count])
    b.operator(.add, inputs: [x, weights], outputs: [y], options: AddOptions())
    let model = try scratch.write(b.build(inputs: [x], outputs: [y]), to: "model.tflite")
    let outcome = try shell(
      """
      "$0" benchmark "$1" --runs 10000000 & process=$!
      while kill -0 $process && ! grep -qF "$1" /proc/$process/maps; do sleep 0.01; done 2> /dev/null
      : > "$1"; wait $process
      """, [model])
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.error.contains("was shortened while it was in use") && outcome.lineCount == 1)
  }
  #endif

  @Test(.enabled(if: !Watch.threads, "ThreadSanitizer writes a file of its own"))
  func outputsThatHaveNoRoom() throws {
    let scratch = try ScratchFolder()
    let outcome = try shell(
      "ulimit -f 1; exec \"$0\" \"$@\"",
      [
        "detect", Self.fixture("images/fruit.jpg"), "--model",
        Self.fixture("models/fruit_detector_int8.tflite"), "--annotate", scratch.path("out.png"),
      ])
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("cannot be written"))
    #expect(scratch.names().isEmpty)
  }
}

extension Executable.Outcome {
  /// The lines of standard error.
  fileprivate var lineCount: Int { error.split(separator: "\n").count }
}
