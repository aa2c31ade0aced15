internal import SwiftletTensor

/// How the integers of an array stand for reals.
struct AffineScale {
  private let scales: [Float]
  private let zeroPoints: [Int]
  /// The elements from one scale to the next.
  private let stride: Int

  /// The scale of a tensor, or nil where it has none that fits the array.
  init?(_ tensor: DumpedTensor, _ array: NPYArray) {
    guard let quantization = tensor.quantization, !quantization.scales.isEmpty,
      quantization.zeroPoints.count == quantization.scales.count, !array.type.isFloating
    else { return nil }
    scales = quantization.scales
    zeroPoints = quantization.zeroPoints
    guard scales.count > 1 else {
      stride = 1
      return
    }
    let axis = quantization.axis
    guard array.shape.indices.contains(axis), array.shape[axis] == scales.count else { return nil }
    stride = array.shape[(axis + 1)...].reduce(1, *)
  }

  /// Turns integers into reals; the first is that at `start`.
  func apply(to numbers: inout [Double], from start: Int) {
    for index in numbers.indices {
      let channel = (start + index) / max(stride, 1) % scales.count
      // The nearest float, which is what DEQUANTIZE gives.
      let real = Double(scales[channel]) * (numbers[index] - Double(zeroPoints[channel]))
      numbers[index] = Double(Float(real))
    }
  }
}

extension ElementType {
  /// Whether elements are floating-point numbers.
  fileprivate var isFloating: Bool {
    switch self {
    case .float16, .float32, .float64, .bfloat16, .complex64, .complex128: true
    default: false
    }
  }
}
