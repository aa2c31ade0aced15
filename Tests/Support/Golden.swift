import Foundation
import SwiftletTensor

/// What other engines computed for one model of the corpus: cases to be run in order on one
/// session.
package struct Golden: Sendable {
  /// The name of the folder of results.
  package let name: String
  /// The model's file name.
  package let file: String
  /// `ok`, `partial`, `refused-create`, `refused-allocate`, `refused-invoke` or `crash`.
  package let status: String
  /// Whether a case depends on those before it.
  package let isStateful: Bool
  /// Whether the reference kernels are known to be wrong; then compare with `.optimized`.
  package let isReferenceSuspect: Bool
  /// The shapes that inputs are resized to first, by position.
  package let resize: [Int: [Int]]
  /// The cases.
  package let cases: [GoldenCase]

  /// The names of all models with results, sorted; empty where the corpus is absent.
  package static var names: [String] {
    Corpus.names(in: "golden").filter { !$0.hasPrefix("_") }
  }

  /// Reads the results of a model.
  package init(_ name: String) throws {
    let decoded = try JSONDecoder().decode(
      Decoded.self, from: Data(try Corpus.bytes("golden/\(name)/golden.json")))
    self.name = name
    file = decoded.file
    status = decoded.status
    isStateful = decoded.stateful ?? false
    isReferenceSuspect = decoded.referenceSuspect ?? false
    var resize: [Int: [Int]] = [:]
    for (key, shape) in decoded.resize ?? [:] {
      guard let position = Int(key) else {
        throw TestSupportError("\(name) resizes the input \(key).")
      }
      resize[position] = shape
    }
    self.resize = resize
    cases = (decoded.cases ?? []).map { GoldenCase($0, of: name) }
  }

  private struct Decoded: Decodable {
    let file: String
    let status: String
    let stateful: Bool?
    let referenceSuspect: Bool?
    let resize: [String: [Int]]?
    let cases: [GoldenCase.Decoded]?

    enum CodingKeys: String, CodingKey {
      case file, status, stateful, resize, cases
      case referenceSuspect = "reference_suspect"
    }
  }
}

/// Which kernels computed a result.
package enum GoldenEngine: String, Sendable, CaseIterable {
  /// The reference kernels.
  case reference = "ref"
  /// The optimised kernels, without a delegate.
  case optimized = "opt"
  /// The default delegate.
  case xnnpack = "xnn"
}

/// One run.
package struct GoldenCase: Sendable {
  /// The signature that was run, or nil for the main graph.
  package let signature: String?
  /// The kernels whose results stand for those that are not stored separately.
  package let base: GoldenEngine
  /// What goes in.
  package let inputs: [GoldenInput]
  /// What comes out.
  package let outputs: [GoldenOutput]

  fileprivate init(_ decoded: Decoded, of model: String) {
    signature = decoded.signature
    let base = GoldenEngine(rawValue: decoded.base) ?? .reference
    self.base = base
    inputs = decoded.inputs.map { GoldenInput(decoded: $0, model: model) }
    outputs = decoded.outputs.map { GoldenOutput(decoded: $0, model: model, base: base) }
  }

  struct Decoded: Decodable {
    let signature: String?
    let base: String
    let inputs: [GoldenInput.Decoded]
    let outputs: [GoldenOutput.Decoded]
  }
}

/// An input of a run.
package struct GoldenInput: Sendable {
  fileprivate let decoded: Decoded
  fileprivate let model: String

  /// The tensor's name, or the alias in a signature.
  package var name: String { decoded.name }
  /// The tensor's index in the subgraph.
  package var index: Int { decoded.index }

  /// The tensor itself.
  package func tensor() throws -> GoldenTensor {
    if let strings = decoded.strings {
      return GoldenTensor(
        type: .string, shape: decoded.shape,
        bytes: ModelBuilder.stringBytes(strings.map { Array($0.utf8) }))
    }
    let type = try ElementType.golden(decoded.dtype)
    if let seed = decoded.splitmix {
      return try .generated(
        type, decoded.shape, seed: seed, decoded.lo ?? 0, decoded.hi ?? 1)
    }
    if let image = decoded.image { return try tensor(ofImage: image, type) }
    guard let file = decoded.file else {
      throw TestSupportError("\(model) has an input of no known form.")
    }
    let array = try NPY(contentsOf: Corpus.path("golden/\(model)/\(file)"))
    return GoldenTensor(type: array.type, shape: decoded.shape, bytes: array.bytes)
  }

  /// An image of bytes, with the arithmetic that the corpus documents.
  private func tensor(ofImage path: String, _ type: ElementType) throws -> GoldenTensor {
    let image = try NPY(contentsOf: Corpus.path("golden/\(path)"))
    var pixels = image.bytes
    if decoded.layout == "NCHW" {
      let area = image.shape[0] * image.shape[1]
      let channels = image.shape[2]
      pixels = (0..<channels).flatMap { channel in
        (0..<area).map { image.bytes[$0 * channels + channel] }
      }
    }
    let bytes: [UInt8]
    switch type {
    case .float32:
      let mean = Float(decoded.mean ?? 0)
      let deviation = Float(decoded.std ?? 1)
      bytes = pixels.flatMap { ((Float($0) - mean) / deviation).littleEndianBytes }
    case .uint8: bytes = pixels
    case .int8: bytes = pixels.map { $0 ^ UInt8(decoded.xor ?? 0) }
    default: throw TestSupportError("\(model) has an image of \(type.name).")
    }
    return GoldenTensor(type: type, shape: decoded.shape, bytes: bytes)
  }

  struct Decoded: Decodable, Sendable {
    let name: String
    let index: Int
    let dtype: String
    let shape: [Int]
    let file: String?
    let image: String?
    let mean: Double?
    let std: Double?
    let xor: Int?
    let layout: String?
    let splitmix: UInt64?
    let lo: Double?
    let hi: Double?
    let strings: [String]?
  }
}

/// An output of a run.
package struct GoldenOutput: Sendable {
  fileprivate let decoded: Decoded
  fileprivate let model: String
  fileprivate let base: GoldenEngine

  /// The tensor's name, or the alias in a signature.
  package var name: String { decoded.name }
  /// The tensor's index in the subgraph.
  package var index: Int { decoded.index }
  /// The extents.
  package var shape: [Int] { decoded.shape }

  /// What an engine computed.
  ///
  /// Where no separate result is stored, it equals that of the case's base.
  package func tensor(_ engine: GoldenEngine) throws -> GoldenTensor {
    if let strings = decoded.strings {
      return GoldenTensor(
        type: .string, shape: shape,
        bytes: ModelBuilder.stringBytes(strings.map { Array($0.utf8) }))
    }
    guard let file = file(engine) ?? file(base) else {
      throw TestSupportError("\(model) has no result of \(engine.rawValue).")
    }
    let array = try NPY(contentsOf: Corpus.path("golden/\(model)/\(file)"))
    return GoldenTensor(
      type: array.type, shape: shape, stride: decoded.stride ?? 1, bytes: array.bytes)
  }

  private func file(_ engine: GoldenEngine) -> String? {
    switch engine {
    case .reference: decoded.ref
    case .optimized: decoded.opt
    case .xnnpack: decoded.xnn
    }
  }

  struct Decoded: Decodable, Sendable {
    let name: String
    let index: Int
    let dtype: String
    let shape: [Int]
    let stride: Int?
    let ref: String?
    let opt: String?
    let xnn: String?
    let strings: [String]?
  }
}

extension ElementType {
  /// The type of a NumPy name.
  fileprivate static func golden(_ name: String) throws -> ElementType {
    guard let type = allCases.first(where: { $0.name == name }) else {
      throw TestSupportError("The element type \(name) is unknown.")
    }
    return type
  }
}
