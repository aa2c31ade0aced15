import Foundation
package import SwiftletFormat
import SwiftletTensor

/// A model of one operator with inputs and LiteRT's answers, made by
/// `Fixtures/operators/build/record.py`.
package struct RecordedCase: Sendable {
  /// The operator's folder and the file, as in `ABS/int32`.
  package let name: String
  /// The model.
  package let model: Model
  /// How far a float may be off, relative to the largest magnitude of its tensor.
  package let tolerance: Double
  /// Whether planning or running has to fail.
  package let isRefused: Bool
  /// Whether planning or running has to fail with the reference arithmetic.
  package let refusesReference: Bool
  /// Consecutive runs on one interpreter.
  package let runs: [Run]

  /// The inputs of a run and the answers to it.
  package struct Run: Sendable {
    /// Whether variables get their initial values back before the run.
    package let resetsVariables: Bool
    /// What goes in.
    package let inputs: [GoldenTensor]
    /// What the reference kernels gave; nil for a refused case.
    package let reference: [GoldenTensor]?
    /// What the default kernels gave; nil for a refused case.
    package let litert: [GoldenTensor]?
  }

  /// The folder of all recorded cases.
  package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fixtures/operators").standardized.path

  /// The names of the operators that have cases, sorted.
  package static var operators: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0 != "build" && !$0.hasPrefix(".") && !$0.hasSuffix(".md") }.sorted()
  }

  /// The names of an operator's cases, sorted.
  package static func names(of operatorName: String) -> [String] {
    let files =
      (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(operatorName)")) ?? []
    return files.filter { $0.hasSuffix(".tflite") }.sorted()
      .map { "\(operatorName)/\($0.dropLast(".tflite".count))" }
  }

  /// Reads a case.
  package init(_ name: String) throws {
    let model = try Model(contentsOf: "\(Self.folder)/\(name).tflite")
    guard let bytes = model.metadataBytes(named: "swiftlet.recorded") else {
      throw TestSupportError("\(name) has nothing recorded.")
    }
    let decoded = try JSONDecoder().decode(
      Decoded.self, from: Data(bytes.elements(as: UInt8.self)))
    self.name = name
    self.model = model
    tolerance = decoded.tolerance
    isRefused = decoded.refused
    refusesReference = decoded.refused || decoded.refusesReference ?? false
    let graph = model.subgraphs[0]
    runs = try decoded.runs.map { run in
      func tensors(_ decoded: [Decoded.Value]?, _ indices: [Int]) throws -> [GoldenTensor]? {
        try decoded.map { values in
          try zip(values, indices).map { try $0.tensor(graph.tensors[$1].type) }
        }
      }
      let reference = try tensors(run.reference, graph.outputs)
      return Run(
        resetsVariables: run.resets ?? false,
        inputs: try tensors(run.inputs, graph.inputs) ?? [], reference: reference,
        litert: try tensors(run.litert, graph.outputs) ?? reference)
    }
  }

  private struct Decoded: Decodable {
    let tolerance: Double
    let refused: Bool
    let refusesReference: Bool?
    let runs: [Run]

    struct Run: Decodable {
      let resets: Bool?
      let inputs: [Value]
      let reference: [Value]?
      let litert: [Value]?
    }

    struct Value: Decodable {
      let shape: [Int]
      let data: String?
      let strings: [String]?

      func tensor(_ type: ElementType) throws -> GoldenTensor {
        if let strings {
          let bytes = strings.map { [UInt8](Data(base64Encoded: $0) ?? Data()) }
          return GoldenTensor(type: type, shape: shape, bytes: ModelBuilder.stringBytes(bytes))
        }
        guard let data, let bytes = Data(base64Encoded: data) else {
          throw TestSupportError("A recorded tensor has no data.")
        }
        return GoldenTensor(type: type, shape: shape, bytes: [UInt8](bytes))
      }
    }
  }
}
