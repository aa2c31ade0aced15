internal import Foundation

/// The objects in an image.
#if canImport(ObjectiveC)
@objc(MPPObjectDetectorResult)
#endif
public final class ObjectDetectorResult: TaskResult, @unchecked Sendable {
  /// The objects, best first.
  public let detections: [Detection]

  /// A result at a time.
  public init(detections: [Detection], timestampInMilliseconds: Int) {
    self.detections = detections
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  /// The result in the shape that the guides print.
  public override var description: String {
    (["ObjectDetectorResult:"] + detections.enumerated().flatMap { $1.lines(number: $0) })
      .joined(separator: "\n")
  }
}
