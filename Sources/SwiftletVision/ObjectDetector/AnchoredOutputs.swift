internal import Foundation
internal import SwiftletFormat
internal import SwiftletRuntime
internal import SwiftletTensor

/// Raw boxes relative to anchors, and a score for each class of each box.
struct AnchoredOutputs: DetectionDecoder {
  /// Boxes that share more than this with a better one are left out.
  private static let overlapLimit: Float = 0.3

  private let outputs: DetectorOutputs
  private let selection: DetectionSelection
  private let boxReader: RealReader
  private let scoreReader: RealReader
  private let anchors: [DetectorMetadata.Anchor]
  private let decoding: DetectorMetadata.Decoding

  var classCount: Int? { decoding.classCount }

  /// A box that is worth keeping.
  private struct Candidate {
    let best: ScoredClass
    let detection: RawDetection
  }

  init(
    _ resources: ModelResources, _ outputs: DetectorOutputs, _ selection: DetectionSelection
  ) throws {
    self.outputs = outputs
    self.selection = selection
    let graph = resources.graph
    let location = graph.tensors[graph.outputs[outputs.location]]
    let score = graph.tensors[graph.outputs[outputs.score]]
    boxReader = RealReader(location)
    scoreReader = RealReader(score)
    let metadata: DetectorMetadata?
    do {
      metadata = try resources.metadata.flatMap { try resources.model.detectorMetadata(of: $0) }
    } catch { throw NSError.invalidModel("\(error)") }
    guard let decoding = metadata?.decoding else {
      throw NSError.invalidModel(
        "TensorsDecodingOptions is not found in the object detector metadata.")
    }
    guard let anchors = metadata?.anchors else {
      throw NSError.invalidModel("SsdAnchorsOptions is not found in the object detector metadata.")
    }
    self.decoding = decoding
    self.anchors = anchors
    try Self.check(decoding, anchorCount: anchors.count)
    try Self.check(location, ends: [decoding.boxCount, decoding.coordinateCount])
    try Self.check(score, ends: [decoding.boxCount, decoding.classCount])
  }

  /// Refuses numbers that contradict each other.
  private static func check(_ decoding: DetectorMetadata.Decoding, anchorCount: Int) throws {
    guard decoding.classCount > 0, decoding.boxCount > 0, decoding.boxCount == anchorCount else {
      throw NSError.invalidModel(
        "The detector metadata has \(anchorCount) anchors for \(decoding.boxCount) boxes of "
          + "\(decoding.classCount) classes.")
    }
    let points = decoding.keypointCount
    let (values, overflow) = points.multipliedReportingOverflow(by: 2)
    let fits =
      !overflow && points >= 0 && decoding.coordinateCount == values + 4
      && (points == 0
        || (decoding.valuesPerKeypoint == 2
          && (0...4).contains(decoding.keypointOffset)))
    guard fits else {
      throw NSError.invalidModel(
        "The detector metadata has \(decoding.coordinateCount) coordinates for a box with "
          + "\(points) keypoints of \(decoding.valuesPerKeypoint) values.")
    }
    let scales = [
      decoding.scaleX, decoding.scaleY, decoding.scaleWidth, decoding.scaleHeight,
    ]
    guard scales.allSatisfy({ $0.isFinite && $0 != 0 }) else {
      throw NSError.invalidModel("The detector metadata has a scale that is 0 or not finite.")
    }
  }

  /// Refuses an output whose shape is not what the metadata says, but for leading ones.
  private static func check(_ tensor: Tensor, ends: [Int]) throws {
    let extents = tensor.shape.dimensions
    guard extents.count >= 2, Array(extents.suffix(2)) == ends,
      extents.dropLast(2).allSatisfy({ $0 == 1 })
    else {
      throw NSError.invalidModel(
        "The detector metadata asks for an output 1×\(ends[0])×\(ends[1]), but tensor "
          + "\(tensor.name) has the shape \(tensor.shape).")
    }
  }

  func detections(in session: borrowing Session) throws -> [RawDetection] {
    let boxes = boxReader.read(session.outputBytes(outputs.location))
    let scores = scoreReader.read(session.outputBytes(outputs.score))
    guard boxes.count == decoding.boxCount * decoding.coordinateCount,
      scores.count == decoding.boxCount * decoding.classCount
    else {
      throw NSError.engine(.internalError, "The model's outputs have another size than it says.")
    }
    let candidates = anchors.indices.compactMap { candidate($0, boxes, scores) }
    return suppressed(candidates)
  }

  /// A box with its best class, or nil where it is not wanted.
  private func candidate(_ number: Int, _ boxes: [Float], _ scores: [Float]) -> Candidate? {
    let row = scores[number * decoding.classCount..<(number + 1) * decoding.classCount]
    var best: ScoredClass?
    for (index, raw) in row.enumerated() where selection.allows(index) {
      let score = decoding.appliesSigmoid ? 1 / (1 + exp(-raw)) : raw
      if best.map({ score > $0.score }) ?? true { best = ScoredClass(index: index, score: score) }
    }
    guard let best, selection.accepts(best.score) else { return nil }
    let first = number * decoding.coordinateCount
    let values = boxes[first..<first + decoding.coordinateCount].map { $0 }
    let box = box(values, anchors[number])
    guard box.isValid else { return nil }
    return Candidate(
      best: best,
      detection: RawDetection(
        box: box, classes: [best], keypoints: keypoints(values, anchors[number])))
  }

  /// The box: centre and size relative to the anchor, y before x.
  private func box(_ raw: [Float], _ anchor: DetectorMetadata.Anchor) -> RelativeBox {
    let y = raw[0] / decoding.scaleY * anchor.height + anchor.centerY
    let x = raw[1] / decoding.scaleX * anchor.width + anchor.centerX
    func size(_ value: Float) -> Float { decoding.appliesExponential ? exp(value) : value }
    let height = size(raw[2] / decoding.scaleHeight) * anchor.height
    let width = size(raw[3] / decoding.scaleWidth) * anchor.width
    return RelativeBox(
      left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2)
  }

  private func keypoints(
    _ raw: [Float], _ anchor: DetectorMetadata.Anchor
  ) -> [(x: Float, y: Float)] {
    (0..<decoding.keypointCount).map { point in
      let place = decoding.keypointOffset + 2 * point
      return (
        x: raw[place + 1] / decoding.scaleX * anchor.width + anchor.centerX,
        y: raw[place] / decoding.scaleY * anchor.height + anchor.centerY
      )
    }
  }

  /// The best boxes, each without those that overlap it too much, whatever their classes.
  private func suppressed(_ candidates: [Candidate]) -> [RawDetection] {
    let order = candidates.indices.sorted { a, b in
      let (x, y) = (candidates[a].best.score, candidates[b].best.score)
      return x == y ? a < b : x > y
    }
    var kept: [RawDetection] = []
    for index in order {
      if selection.isComplete(kept.count) { break }
      let detection = candidates[index].detection
      let isHidden = kept.contains { $0.box.overlap(with: detection.box) > Self.overlapLimit }
      if !isHidden { kept.append(detection) }
    }
    return kept
  }
}
