import Swiftlet

/// Classifies a picture without the task API, so that each stage can be looked at.
struct OneInference {
  let model: Model
  let plan: Plan
  private(set) var probabilities: [Float] = []

  init(of picture: MPImage, model path: String) throws {
    // The file is mapped, walked once and checked; from here on every offset in it holds.
    model = try Model(contentsOf: path)
    // Operators become steps, weights are packed, and tensors get their places.
    plan = try Plan(for: model)
    // The arena is allocated and threads start.
    var session = Session(plan)

    let (height, width) = (plan.inputs[0].shape[1], plan.inputs[0].shape[2])
    try session.writeInput(0, Self.sampled(picture.pixels, width, height))
    try session.run()

    // Bytes of the output, and what they stand for.
    let output = plan.outputs[0]
    let scale = output.quantization?.scales[0] ?? 1
    let zeroPoint = output.quantization?.zeroPoints[0] ?? 0
    probabilities = session.readOutput(0).map { scale * Float(Int($0) - zeroPoint) }
  }

  /// The pixel in the middle of each cell; the tasks interpolate instead.
  private static func sampled(_ image: Image, _ width: Int, _ height: Int) -> [UInt8] {
    let pixels = image.rgb
    return (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        let column = (2 * x + 1) * image.width / (2 * width)
        let row = (2 * y + 1) * image.height / (2 * height)
        let first = 3 * (row * image.width + column)
        return pixels[first..<first + 3]
      }
    }
  }

  /// The classes with the largest probabilities.
  func best(_ count: Int) -> [Int] {
    let order = probabilities.indices.sorted { probabilities[$0] > probabilities[$1] }
    return Array(order.prefix(count))
  }
}
