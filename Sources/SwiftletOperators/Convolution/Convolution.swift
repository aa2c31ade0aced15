package import SwiftletFormat
package import SwiftletTensor

/// A weighted sum over windows, in the form in which CONV_2D, DEPTHWISE_CONV_2D and
/// FULLY_CONNECTED are lowered.
package struct Convolution: Sendable {
  /// Which operator it comes from; quantised rounding differs among them.
  package enum Kind: Sendable, Hashable {
    /// Filter `[outputs, height, width, inputs / groups]`.
    case dense(groups: Int)
    /// Filter `[1, height, width, inputs · multiplier]`.
    case depthwise(multiplier: Int)
    /// Filter `[outputs, inputs]`; the geometry is that of a matrix product.
    case fullyConnected
  }

  /// Whose rounding a quantised convolution follows.
  package enum Origin: Sendable, Hashable {
    /// That of the operator of its kind.
    case kind
    /// That of TRANSPOSE_CONV, of which it computes a part; its channels are those of the whole, one
    /// or several times. The default path of LiteRT may give the whole to XNNPACK.
    case transposed(channels: Int, isDelegated: Bool)
    /// That of BATCH_MATMUL.
    case batchProduct(isDelegated: Bool)
  }

  package var kind: Kind
  package var geometry: ConvolutionGeometry
  package var input: TensorInfo
  package var filter: TensorInfo
  /// One value for each output channel; nil for none.
  package var bias: TensorInfo?
  package var output: TensorInfo
  package var activation: ActivationFunction
  /// The type of the bias that the options name; `float32` for none.
  package var biasType = ElementType.float32
  /// Whether floats that meet quantised weights get a zero point, where the operator has a choice.
  package var quantizesAsymmetrically = false
  /// Whether the filter lies in blocks of 4 rows by 16 columns.
  package var isShuffled = false
  /// Whether the bytes of the input have the other sign than its type.
  var hasOtherSign = false
  /// Whose rounding is followed.
  package var origin = Origin.kind

  /// Makes a description from its parts.
  package init(
    kind: Kind, geometry: ConvolutionGeometry, input: TensorInfo, filter: TensorInfo,
    bias: TensorInfo?, output: TensorInfo, activation: ActivationFunction
  ) {
    self.kind = kind
    self.geometry = geometry
    self.input = input
    self.filter = filter
    self.bias = bias
    self.output = output
    self.activation = activation
  }

  /// Multiplications with accumulation in one run; windows and images of a file may be so large that
  /// there are more than can be counted.
  package var multiplyAccumulates: Int {
    let pixels = geometry.batches * geometry.outputHeight * geometry.outputWidth
    let window = geometry.kernelHeight * geometry.kernelWidth
    let depth =
      switch kind {
      case .dense(let groups): geometry.inputChannels / groups
      case .depthwise: 1
      case .fullyConnected: geometry.inputChannels
      }
    return [pixels, geometry.outputChannels, window].reduce(depth) { saturatingProduct($0, $1) }
  }
}
