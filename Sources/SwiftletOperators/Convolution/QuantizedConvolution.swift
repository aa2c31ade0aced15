internal import SwiftletSIMD
internal import SwiftletTensor

/// Convolutions and matrix products of 8-bit tensors.
package enum QuantizedConvolution {
  /// Packs the weights and chooses kernels.
  package static func lower(
    _ convolution: Convolution, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let layer = try QuantizedLayer(convolution, arithmetic: context.arithmetic)
    switch convolution.kind {
    case .dense(let groups): return try lowerDense(layer, groups: groups, in: context)
    case .fullyConnected: return try lowerDense(layer, groups: 1, in: context)
    case .depthwise(let multiplier):
      // With one input channel every output channel reads the same window: a dense convolution.
      if convolution.geometry.inputChannels == 1 {
        return try lowerDense(layer, groups: 1, in: context)
      }
      return try lowerDepthwise(layer, multiplier: multiplier, in: context)
    }
  }
}

/// A quantised convolution whose operands are checked.
struct QuantizedLayer: Sendable {
  let convolution: Convolution
  let requantization: ChannelRequantization
  let filter: TensorBytes
  /// One value for each output channel.
  let bias: [Int32]
  let inputZeroPoint: Int
  let filterZeroPoint: Int

  init(_ convolution: Convolution, arithmetic: Arithmetic) throws(OperatorError) {
    self.convolution = convolution
    guard let filter = convolution.filter.constant else {
      throw .unsupported("has a quantised filter that is not a constant")
    }
    self.filter = filter
    requantization = try ChannelRequantization(convolution, arithmetic: arithmetic)
    bias = try Self.bias(of: convolution)
    inputZeroPoint = try Self.zeroPoint(of: convolution.input, "input")
    filterZeroPoint = try Self.filterZeroPoint(of: convolution)
  }

  /// The filter with a byte for each weight.
  var filterBytes: TensorBytes {
    PackedIntegers.bytes(
      of: filter, convolution.filter.type, count: convolution.filter.elementCount)
  }

  /// The input's bytes: those of the session, or a copy of a constant with spare bytes behind it.
  func input(in context: LoweringContext) throws(OperatorError) -> QuantizedInput {
    guard let constant = convolution.input.constant else { return .operand }
    return .constant(try context.copy(of: constant))
  }

  var isInputSigned: Bool { convolution.input.type == .int8 }

  /// What turns an input byte into an unsigned one.
  var inputFlip: UInt8 { isInputSigned != convolution.hasOtherSign ? 0x80 : 0 }

  /// The input's zero point as an unsigned byte.
  var unsignedInputZeroPoint: Int { inputZeroPoint + (isInputSigned ? 128 : 0) }

  private static func bias(of convolution: Convolution) throws(OperatorError) -> [Int32] {
    let channels = convolution.geometry.outputChannels
    guard let bias = convolution.bias else { return Array(repeating: 0, count: channels) }
    guard bias.type == .int32 else {
      throw .unsupported("has a bias of type \(bias.type.name) beside 8-bit operands")
    }
    guard let constant = bias.constant else {
      throw .unsupported("has a quantised bias that is not a constant")
    }
    let values = constant.elements(as: Int32.self)
    guard values.count >= channels else {
      throw .invalid("has \(values.count) bias values for \(channels) output channels")
    }
    return Array(values.prefix(channels))
  }

  static func zeroPoint(
    of info: TensorInfo, _ role: String
  ) throws(OperatorError) -> Int {
    let range = info.type == .int8 ? -128...127 : 0...255
    guard range.contains(info.zeroPoint) else {
      throw .invalid(
        "has an \(role) zero point of \(info.zeroPoint), outside the range of \(info.type.name)")
    }
    return info.zeroPoint
  }

  static func filterZeroPoint(of convolution: Convolution) throws(OperatorError) -> Int {
    let filter = convolution.filter
    let zeroPoints = filter.quantization?.zeroPoints ?? []
    if filter.type == .uint8 { return try zeroPoint(of: filter, "filter") }
    switch convolution.kind {
    case .fullyConnected where zeroPoints.count == 1: return try zeroPoint(of: filter, "filter")
    // LiteRT's built-in kernels look at no zero point of signed depthwise filters.
    case .depthwise where filter.type == .int8: return 0
    default: break
    }
    guard zeroPoints.allSatisfy({ $0 == 0 }) else {
      throw .unsupported("has an int8 filter with a zero point other than 0")
    }
    return 0
  }
}

/// Where a quantised kernel finds its input.
enum QuantizedInput: Sendable {
  case operand
  case constant(AlignedMemory)

  /// The first byte during a run.
  func pointer(in buffers: borrowing Buffers) -> UnsafePointer<UInt8> {
    switch self {
    case .operand: unsafe buffers.input(0, as: UInt8.self)
    case .constant(let memory):
      unsafe UnsafePointer(memory.pointer.assumingMemoryBound(to: UInt8.self))
    }
  }
}

extension QuantizedLayer {
  /// The windows over so many channels of the image at an address.
  func windows(
    _ source: UnsafePointer<UInt8>, channels: Int, pixelBytes: Int, rowBytes: Int
  ) -> WindowMatrix {
    let geometry = convolution.geometry
    return unsafe WindowMatrix(
      input: source, inputHeight: geometry.inputHeight, inputWidth: geometry.inputWidth,
      pixelBytes: pixelBytes, channels: channels,
      outputHeight: geometry.outputHeight, outputWidth: geometry.outputWidth,
      kernelHeight: geometry.kernelHeight, kernelWidth: geometry.kernelWidth,
      strideHeight: geometry.strideHeight, strideWidth: geometry.strideWidth,
      dilationHeight: geometry.dilationHeight, dilationWidth: geometry.dilationWidth,
      padTop: geometry.padTop, padLeft: geometry.padLeft, flip: inputFlip,
      zeroPoint: UInt8(unsignedInputZeroPoint), rowBytes: rowBytes)
  }
}

extension ConvolutionGeometry {
  /// Output pixels of the whole batch.
  var pixels: Int { batches * outputHeight * outputWidth }
}
