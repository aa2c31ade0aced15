package import SwiftletFormat
internal import SwiftletTensor

/// A QUANTIZE that only turns signed bytes into unsigned ones, or back, which the convolution behind
/// it does while it reads: its kernels work on unsigned bytes in any case.
package enum FoldedSign {
  /// Whether an operator may read input 0 with the other sign, if it comes from such a QUANTIZE.
  package static func mayFold(into node: Node, _ operands: Operands) -> Bool {
    guard [.conv2D, .depthwiseConv2D, .fullyConnected].contains(node.code),
      !operands.hasOtherSign, operands.inputs.count >= 2, let input = operands.inputs[0],
      let filter = operands.inputs[1], input.constant == nil, input.type.isQuantizedByte,
      operands.outputs[0].type == input.type, filter.type != .int16
    else { return false }
    let bias = operands.optionalInput(2)
    return filter.constant != nil && bias.map { $0.constant != nil } ?? true
  }

  /// The operands of a convolution that reads what a QUANTIZE with these operands reads, in place of
  /// its result; nil where that is more than a change of sign.
  package static func fold(_ quantize: Operands, into convolution: Operands) -> Operands? {
    guard let source = quantize.inputs.first ?? nil, let result = quantize.outputs.first,
      source.constant == nil, !source.isVariable, source.type.isQuantizedByte,
      result.type.isQuantizedByte, source.type != result.type, let scale = source.scale,
      scale == result.scale, let zeroPoint = unsignedZeroPoint(source),
      zeroPoint == unsignedZeroPoint(result),
      result.quantization == convolution.inputs[0]?.quantization
    else { return nil }
    var folded = convolution
    folded.hasOtherSign = true
    return folded
  }

  /// The zero point that the bytes have as unsigned ones; nil if the file's is none of the type.
  private static func unsignedZeroPoint(_ info: TensorInfo) -> UInt8? {
    info.type == .int8
      ? Int8(exactly: info.zeroPoint).map { UInt8(bitPattern: $0) ^ 0x80 }
      : UInt8(exactly: info.zeroPoint)
  }
}
