internal import SwiftletImage
internal import SwiftletRuntime
internal import SwiftletTensor

/// A classifier's model with everything before and after it, whichever way frames come.
struct ClassifierGraph: TaskGraph {
  private let runner: TaskRunner
  private let heads: [ClassifierHead]

  /// Opens and checks the model in upstream's order.
  init(_ options: ImageClassifierOptions) throws {
    let resources = try ModelResources(options.baseOptions)
    let input = try ImageInput(resources, options)
    try options.check()
    heads = try ClassifierHead.all(resources, options)
    runner = try TaskRunner(resources, input, options.baseOptions.planOptions)
    if let path = options.labelsPath {
      for head in heads {
        try options.check(
          head.labels, path: path, classes: runner.plan.outputs[head.index].shape.elementCount,
          of: "output \(head.index) of the model")
      }
    }
  }

  /// The categories for a part of an image.
  func result(
    _ image: any PixelSource, _ framing: Framing, time: Int
  ) throws -> ImageClassifierResult {
    let classifications = try runner.run(image, framing) { session in
      try heads.map { head in try head.classifications(session.outputBytes(head.index)) }
    }
    return ImageClassifierResult(
      classificationResult: ClassificationResult(
        classifications: classifications, timestampInMilliseconds: time),
      timestampInMilliseconds: time)
  }
}
