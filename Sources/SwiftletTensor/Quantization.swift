/// How integers stand for real numbers: `real = scale · (q − zeroPoint)`, with one pair for the
/// tensor or one for each index along `axis`.
public struct Quantization: Sendable, Hashable {
  /// One scale for the tensor, or one for each index along `axis`; empty where there are only
  /// `details`.
  public var scales: [Float]
  /// As many zero points as there are scales.
  public var zeroPoints: [Int]
  /// The axis along which the pairs change (`quantized_dimension`), without meaning for one
  /// pair.
  public var axis: Int
  /// A scheme other than the affine one, which then replaces it.
  public var details: Details
  /// Observed minima, for information only.
  public var minimum: [Float]
  /// Observed maxima, for information only.
  public var maximum: [Float]

  /// A scheme beyond one scale and zero point for a tensor or channel
  /// (`QuantizationDetails` of the schema).
  public enum Details: Sendable, Hashable {
    /// The affine scheme.
    case none
    /// Bytes whose meaning only their writer knows.
    case custom([UInt8])
    /// Scales and zero points in other tensors, one for each block along the last axis.
    case blockwise(scales: Int, zeroPoints: Int, blockSize: Int)
    /// As `blockwise`, with pairs that change along several axes.
    case multiAxis(scales: Int, zeroPoints: Int, blockSize: Int, axes: [Int])
  }

  /// Makes a description from its parts.
  public init(
    scales: [Float], zeroPoints: [Int], axis: Int = 0, details: Details = .none,
    minimum: [Float] = [], maximum: [Float] = []
  ) {
    self.scales = scales
    self.zeroPoints = zeroPoints
    self.axis = axis
    self.details = details
    self.minimum = minimum
    self.maximum = maximum
  }

  /// One scale and zero point for the whole tensor.
  public init(scale: Float, zeroPoint: Int) {
    self.init(scales: [scale], zeroPoints: [zeroPoint])
  }

  /// Whether pairs differ along an axis.
  public var isPerChannel: Bool { scales.count > 1 }
}
