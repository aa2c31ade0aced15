internal import Foundation
internal import SwiftletFormat
internal import SwiftletTensor

/// Which output of a detector holds what.
struct DetectorOutputs: Sendable {
  /// Boxes.
  let location: Int
  /// Scores.
  let score: Int
  /// Classes, where the model chose the boxes itself.
  let category: Int?
  /// How many boxes there are, where the model chose them itself.
  let count: Int?
  /// Where left, top, right and bottom stand among the four values of a box.
  let boxOrder: [Int]

  /// Whether the model has decoded and chosen the boxes.
  var isDecoded: Bool { category != nil }

  /// The output whose metadata names the classes.
  var labelled: Int { category ?? score }

  /// Checks outputs and metadata in upstream's order.
  init(_ resources: ModelResources, extended: Bool) throws {
    let graph = resources.graph
    let outputCount = graph.outputs.count
    guard outputCount == 2 || outputCount == 4 else {
      throw NSError.invalidModel(
        "Expected a model with 2 or 4 output tensors, found \(outputCount).")
    }
    try OutputTensors.checkTypes(graph, [.uint8, .float32], extended: extended)
    try OutputTensors.checkMetadataCount(resources)
    let names = (0..<outputCount).map { resources.outputMetadata($0)?.name ?? "" }
    let roles =
      outputCount == 4
      ? ["location", "category", "score", "number of detections"] : ["location", "score"]
    let named = roles.compactMap { names.firstIndex(of: $0) }
    // One name that is missing, and the order is taken instead.
    let order = named.count == roles.count ? named : Array(0..<outputCount)
    location = order[0]
    category = outputCount == 4 ? order[1] : nil
    score = outputCount == 4 ? order[2] : order[1]
    count = outputCount == 4 ? order[3] : nil
    boxOrder = try Self.boxOrder(resources.outputMetadata(location))
  }

  private static func boxOrder(_ metadata: TensorMetadata?) throws -> [Int] {
    let name = metadata?.name ?? ""
    let properties = metadata?.content?.properties ?? .none
    guard case .boundingBox(let box) = properties else {
      let found = if case .none = properties { "none" } else { properties.schemaName }
      throw NSError.invalidModel(
        "Expected BoundingBoxProperties for tensor \(name), found \(found).")
    }
    guard box.type == .boundaries else {
      throw NSError.invalidModel(
        "Mobile SSD only supports BoundingBoxType BOUNDARIES, found \(box.type.schemaName)")
    }
    guard box.coordinateType == .ratio else {
      throw NSError.invalidModel(
        "Mobile SSD only supports CoordinateType RATIO, found \(box.coordinateType.schemaName)")
    }
    if box.index.isEmpty { return [0, 1, 2, 3] }
    guard box.index.count == 4 else {
      throw NSError.invalidModel(
        "Expected BoundingBoxProperties index to contain 4 values, found \(box.index.count)")
    }
    guard Set(box.index) == [0, 1, 2, 3] else {
      throw NSError.invalidModel(
        "Expected BoundingBoxProperties index to be a permutation of 0 to 3, found \(box.index).")
    }
    return box.index
  }
}
