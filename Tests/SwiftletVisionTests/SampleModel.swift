import Foundation
import SwiftletFormat
import SwiftletImage
import SwiftletTensor
import SwiftletTestSupport
import SwiftletVision

/// A classifier whose scores are its input pixels, with whatever metadata a test wants.
struct SampleModel: Sendable {
  var inputName = "image"
  var inputType = ElementType.uint8
  var inputShape = [1, 2, 2, 3]
  var inputCount = 1
  /// One output for each shape, all with the input's elements.
  var outputShapes = [[1, 12]]
  /// Types that differ from the input's; such a model cannot run.
  var outputTypes: [Int: ElementType] = [:]
  var quantization: Quantization? = Quantization(scale: 1 / 256, zeroPoint: 0)
  var subgraphCount = 1
  /// Whether the model has metadata at all.
  var hasMetadata = true
  /// Whether the metadata has a subgraph.
  var hasSubgraphMetadata = true
  var identifier = "M001"
  var minimumParserVersion: String?
  var inputs: [FlatTable] = [FlatTable([0: .string("image")])]
  var outputs: [FlatTable] = [FlatTable([0: .string("probability")])]
  var files: [(name: String, text: String)] = []
  /// The compression method that the archive claims.
  var compression: UInt16 = 0

  /// A float classifier with its normalisation, whose scores are pixels between 0 and 1.
  static var float: SampleModel {
    var model = SampleModel()
    model.inputType = .float32
    model.quantization = nil
    model.inputs = [.tensor("image", units: [.normalization([0], [255])])]
    return model
  }

  /// A classifier with labels `a` to `l`.
  static var labelled: SampleModel {
    var model = SampleModel()
    model.outputs = [.tensor("probability", files: [.file("labels.txt", type: 2)])]
    model.files = [("labels.txt", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n")]
    return model
  }

  func with(_ edit: (inout SampleModel) -> Void) -> SampleModel {
    var copy = self
    edit(&copy)
    return copy
  }

  /// The bytes of the `.tflite` file.
  var bytes: [UInt8] {
    var builder = ModelBuilder()
    let inputs = (0..<inputCount).map { index in
      builder.tensor(
        index == 0 ? inputName : "\(inputName)\(index)", inputType, inputShape,
        quantization: quantization)
    }
    let outputs = outputShapes.enumerated().map { index, shape in
      let target = builder.constant("shape\(index)", shape.map { Int32($0) }, [shape.count])
      let output = builder.tensor(
        "out\(index)", outputTypes[index] ?? inputType, shape, quantization: quantization)
      builder.operator(.reshape, inputs: [inputs[0], target], outputs: [output])
      return output
    }
    for index in 1..<max(subgraphCount, 1) {
      builder.subgraph("extra\(index)") { builder in
        let tensor = builder.tensor("t", .float32, [1])
        return (inputs: [tensor], outputs: [tensor])
      }
    }
    if hasMetadata { builder.metadata("TFLITE_METADATA", metadataBytes) }
    let model = builder.build(inputs: inputs, outputs: outputs)
    return files.isEmpty ? model : model + archive
  }

  private var metadataBytes: [UInt8] {
    var root = FlatTable()
    if hasSubgraphMetadata {
      root[3] = .tables([FlatTable([2: .tables(inputs), 3: .tables(outputs)])])
    }
    root[7] = minimumParserVersion.map { .string($0) }
    return FlatBufferBuilder.build(root, identifier: identifier)
  }

  /// A zip archive of stored entries, with offsets counted from its own start.
  private var archive: [UInt8] {
    func number<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
      (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * Value($0))) }
    }
    var body: [UInt8] = []
    var directory: [UInt8] = []
    for (name, text) in files {
      let (name, data) = (Array(name.utf8), Array(text.utf8))
      // Version, flags, method, time, date, checksum, sizes, lengths of name and extra field.
      let common =
        number(UInt16(20)) + number(UInt16(0)) + number(compression) + number(UInt32(0))
        + number(UInt32(0)) + number(UInt32(data.count)) + number(UInt32(data.count))
        + number(UInt16(name.count)) + number(UInt16(0))
      let offset = UInt32(body.count)
      body += number(UInt32(0x0403_4B50)) + common + name + data
      directory +=
        number(UInt32(0x0201_4B50)) + number(UInt16(20)) + common
        + [UInt8](repeating: 0, count: 10) + number(offset) + name
    }
    return body + directory + number(UInt32(0x0605_4B50)) + number(UInt32(0))
      + number(UInt16(files.count)) + number(UInt16(files.count))
      + number(UInt32(directory.count)) + number(UInt32(body.count)) + number(UInt16(0))
  }
}

extension FlatTable {
  /// The metadata of a tensor.
  static func tensor(
    _ name: String?, content: FlatTable? = nil, units: [FlatTable] = [], files: [FlatTable] = []
  ) -> FlatTable {
    var table = FlatTable()
    table[0] = name.map { .string($0) }
    table[3] = content.map { .table($0) }
    if !units.isEmpty { table[4] = .tables(units) }
    if !files.isEmpty { table[6] = .tables(files) }
    return table
  }

  /// Content with properties of a kind.
  static func content(_ kind: UInt8, _ properties: FlatTable) -> FlatTable {
    FlatTable([0: .uint8(kind), 1: .table(properties)])
  }

  static func unit(_ kind: UInt8, _ options: FlatTable) -> FlatTable {
    FlatTable([0: .uint8(kind), 1: .table(options)])
  }

  static func normalization(_ mean: [Float], _ std: [Float]) -> FlatTable {
    unit(1, FlatTable([0: .floats(mean), 1: .floats(std)]))
  }

  static func calibration(_ transformation: Int8, defaultScore: Float) -> FlatTable {
    unit(2, FlatTable([0: .int8(transformation), 1: .float(defaultScore)]))
  }

  static func threshold(_ score: Float) -> FlatTable {
    unit(3, FlatTable([0: .float(score)]))
  }

  static func file(_ name: String, type: Int8, locale: String? = nil) -> FlatTable {
    var table = FlatTable([0: .string(name), 2: .int8(type)])
    table[3] = locale.map { .string($0) }
    return table
  }
}

/// A file that disappears with the value that names it.
final class TemporaryFile: Sendable {
  let path: String

  init(_ bytes: [UInt8]) throws {
    path = NSTemporaryDirectory() + "/swiftlet-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(filePath: path))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

extension ImageClassifier {
  /// A classifier of a sample model.
  convenience init(
    _ model: SampleModel, _ edit: (ImageClassifierOptions) -> Void = { _ in }
  ) throws {
    let file = try TemporaryFile(model.bytes)
    let options = ImageClassifierOptions()
    options.baseOptions.modelAssetPath = file.path
    edit(options)
    try self.init(options: options)
    withExtendedLifetime(file) {}
  }
}

/// An image of the sample models' size, so that each pixel is a score.
func sampleImage(_ bytes: [UInt8], width: Int = 2, height: Int = 2) throws -> MPImage {
  try MPImage(bytes: bytes, width: width, height: height, format: .rgb)
}
