import Foundation
import SwiftletCLI
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport

/// A folder where the commands of a page run.
///
/// The repository's files are there under their names, and what a page says that its reader has.
struct Desk {
  let scratch: ScratchFolder
  private let environment: [String: String]
  private let server: Bool

  private static let models = "Fixtures/models"
  private static let classifier = "\(models)/efficientnet_lite0_int8.tflite"

  /// - Parameter commands: Those that will run, in whose words files are looked for.
  /// - Throws: What keeps a file from being made.
  init(for commands: [String]) throws {
    scratch = try ScratchFolder()
    let root = DocumentedBlock.root
    for name in ["Fixtures", "Benchmarks"] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path(name), withDestinationPath: root.appendingPathComponent(name).path)
    }
    try FileManager.default.createDirectory(
      atPath: scratch.path("bin"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("bin/swiftlet"), withDestinationPath: Executable.path)
    let paths = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment = [
      "PATH": "\(scratch.path("bin")):\(paths)", "HOME": scratch.path,
      "XDG_DATA_HOME": scratch.path(".local/share"),
      "SWIFTLET_DEFAULT_MODEL": root.appendingPathComponent(Self.classifier).path,
      "SERVER": URL(fileURLWithPath: Executable.path).deletingLastPathComponent()
        .appendingPathComponent("ModelServer").path,
    ]
    let text = commands.joined(separator: "\n")
    server = text.contains("swiftlet models download")
    if server { try prepareServer() }
    for (name, make) in [
      ("cat.npy", picture), ("street.mp4", video), ("float.tflite", networks),
      ("conformer.tflite", conformer), ("compare lite ", dump),
      ("things/", labelledModel), ("google-services.json", services),
    ] where text.contains(name) && !text.contains("mkdir \(name.prefix { $0 != "/" })") {
      try make()
    }
  }

  /// Runs a command by a shell.
  func run(_ command: String) throws -> Executable.Outcome {
    // The server ends with its standard input, which the shell alone holds open.
    let prelude = """
      rm -f hold port; mkfifo hold; exec 3<>hold
      "$SERVER" script.json log < hold > port 3>&- &
      for i in $(seq 400); do [ -s port ] && break; sleep 0.02; done
      export SWIFTLET_MODELS_URL=http://127.0.0.1:$(cat port) SWIFTLET_MODELS_PROJECT=garden
      export SWIFTLET_MODELS_RETRIES=0

      """
    // The address of one's own server is that of this one, and a value of one's own is any.
    let own = command.replacingOccurrences(
      of: "https://models.example.org", with: "$SWIFTLET_MODELS_URL"
    )
    .replacingOccurrences(of: "…", with: "own")
    return try Executable.run(
      ["-c", (server ? prelude : "") + own], environment: environment, in: scratch.path,
      executable: "/bin/sh")
  }

  /// The requests that the server got.
  func requests() throws -> [(target: String, headers: [String: String])] {
    let log = try String(contentsOfFile: scratch.path("log"), encoding: .utf8)
    return try log.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let target = object?["target"] as? String,
        let headers = object?["headers"] as? [String: String]
      else { throw Executable.Unusable("no request: \(line)") }
      return (target, headers)
    }
  }

  /// Answers about the model `flowers` as the page on hosting has them, without the name of its host.
  private func prepareServer() throws {
    guard
      let block = try DocumentedBlock.blocks(of: "docs/guides/hosting-models.md")
        .first(where: { $0.kind == "json" })
    else { throw Executable.Unusable("the page on hosting shows no answer") }
    let answer: [String: Any] = [
      "headers": ["ETag": "first"],
      "body": block.text.replacingOccurrences(of: "https://example.org", with: ""),
    ]
    let object = try JSONSerialization.jsonObject(with: Data(block.text.utf8))
    let facts = object as? [String: Any]
    let size = (facts?["sizeBytes"] as? String).flatMap(Int.init) ?? 0
    let classes = (facts?["labels"] as? [String])?.count ?? 0
    _ = try scratch.write(hostedModel(classes: classes, size: size), to: "hosted.tflite")
    let script: [String: Any] = [
      "answers": [
        "/v1beta2/projects/garden/models/flowers:download": [answer],
        "/models/flowers-3.tflite": [
          ["file": scratch.path("hosted.tflite")]
        ],
      ]
    ]
    try JSONSerialization.data(withJSONObject: script)
      .write(to: URL(fileURLWithPath: scratch.path("script.json")))
  }

  /// A model that takes pictures and has so many classes, as long as the page says.
  private func hostedModel(classes: Int, size: Int) -> [UInt8] {
    var builder = ModelBuilder()
    let scale = Quantization(scale: 1 / 256, zeroPoint: 0)
    let image = builder.tensor("image", .uint8, [1, 8, 8, 3], quantization: scale)
    let flat = builder.tensor("flat", .uint8, [1, 192], quantization: scale)
    let scores = builder.tensor("scores", .uint8, [1, classes], quantization: scale)
    let shape = builder.constant("shape", [Int32(1), 192], [2])
    let begin = builder.constant("begin", [Int32(0), 0], [2])
    let extent = builder.constant("extent", [Int32(1), Int32(classes)], [2])
    builder.operator(
      .reshape, inputs: [image, shape], outputs: [flat], options: ReshapeOptions())
    builder.operator(
      .slice, inputs: [flat, begin, extent], outputs: [scores], options: SliceOptions())
    let file = builder.build(inputs: [image], outputs: [scores])
    return file + [UInt8](repeating: 0, count: max(size - file.count, 0))
  }

  private func services() throws {
    let text = """
      {"project_info": {"project_id": "garden"},
       "client": [{"client_info": {}, "api_key": [{"current_key": "key"}]}]}
      """
    _ = try scratch.write(Array(text.utf8), to: "google-services.json")
  }

  /// Pixels for the classifier.
  private func picture() throws {
    var random = SplitMix64(seed: 4)
    let pixels: [UInt8] = random.integers(224 * 224 * 3, 0, 256)
    let array = NPYArray(type: .uint8, shape: [1, 224, 224, 3], bytes: pixels)
    _ = try scratch.write(array.file, to: "cat.npy")
  }

  /// Something that stands for `ffmpeg`, and gives two frames.
  private func video() throws {
    var bytes = Array("YUV4MPEG2 W64 H48 F30:1 C420jpeg\n".utf8)
    for _ in 0..<2 { bytes += Array("FRAME\n".utf8) + [UInt8](repeating: 128, count: 4_608) }
    _ = try scratch.write(bytes, to: "street.y4m")
    let script = """
      #!/bin/sh
      [ "$*" = "-loglevel error -i street.mp4 -f yuv4mpegpipe -pix_fmt yuv420p -" ] || exit 1
      exec cat street.y4m

      """
    let path = try scratch.write(Array(script.utf8), to: "bin/ffmpeg")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  /// Two networks of the same operators.
  private func networks() throws {
    _ = try scratch.write(SmallNetwork().file(), to: "float.tflite")
    _ = try scratch.write(SmallNetwork(fault: 0.125).file(), to: "int8.tflite")
  }

  /// What stands for the graph that a script in Python writes.
  private func conformer() throws {
    _ = try scratch.write(SmallNetwork().file(), to: "conformer.tflite")
  }

  /// Tensors as LiteRT's reference kernels leave them.
  private func dump() throws {
    let outcome = try run(
      "swiftlet run \(Self.classifier) --input 0=cat.npy --arithmetic reference --dump lite")
    guard outcome.status == 0 else { throw Executable.Unusable(outcome.error) }
  }

  /// The folder that the page on labelling makes.
  private func labelledModel() throws {
    let blocks = try DocumentedBlock.blocks(of: "docs/guides/labelling.md")
    let making = blocks.filter { $0.kind == "console" }.flatMap { Transcript($0).steps }
      .map(\.command).prefix { !$0.hasPrefix("swiftlet label") }
    let outcome = try run("set -e\n" + making.joined(separator: "\n"))
    guard !making.isEmpty, outcome.status == 0 else { throw Executable.Unusable(outcome.error) }
  }
}
