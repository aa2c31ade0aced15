package import SwiftletFormat
internal import SwiftletTensor

/// Rows and columns of zeros that a convolution takes for granted around its input, in place of a PAD
/// before it.
package struct FoldedPadding: Sendable, Hashable {
  package var top: Int
  package var bottom: Int
  package var left: Int
  package var right: Int

  /// No padding.
  package static let none = FoldedPadding(top: 0, bottom: 0, left: 0, right: 0)
}

extension FoldedPadding {
  /// Whether an operator may take over the padding of its input 0, if that is a PAD.
  ///
  /// Its integers must be those of the padded image: bytes are padded with their zero point, as
  /// kernels do at the edges; images that are quantised while running are not.
  package static func mayFold(into node: Node, _ operands: Operands) -> Bool {
    let isValid =
      switch node.code {
      case .conv2D: (node.options as? Conv2DOptions)?.padding == .valid
      case .depthwiseConv2D: (node.options as? DepthwiseConv2DOptions)?.padding == .valid
      default: false
      }
    guard isValid, operands.padding == .none, !operands.hasOtherSign, operands.inputs.count >= 2,
      let input = operands.inputs[0], let filter = operands.inputs[1], input.constant == nil,
      filter.shape.rank == 4
    else { return false }
    switch (input.type, filter.type) {
    case (.float32, .float32): return true
    case (.int8, .int8), (.uint8, .uint8):
      return filter.constant != nil && operands.outputs[0].type == input.type
    default: return false
    }
  }

  /// The operands of a convolution that pads its input itself, in place of a PAD with these operands;
  /// nil where it cannot.
  package static func fold(_ pad: Operands, into convolution: Operands) -> Operands? {
    guard let source = pad.inputs.first ?? nil, let padded = pad.outputs.first,
      source.constant == nil, !source.isVariable, source.shape.rank == 4,
      source.type == padded.type,
      let paddings = try? PadLowering.paddings(pad),
      paddings[0] == (0, 0), paddings[3] == (0, 0), let filter = convolution.inputs[1]
    else { return nil }
    // Windows that lie outside the image altogether are not what the kernels are made for.
    let (rows, columns) = (filter.shape[1], filter.shape[2])
    guard max(paddings[1].before, paddings[1].after) < rows,
      max(paddings[2].before, paddings[2].after) < columns
    else { return nil }
    var folded = convolution
    // The convolution sees the scale that the padded image has, and so does LiteRT's delegate.
    folded.inputs[0] = source
    folded.inputs[0]?.quantization = padded.quantization
    folded.inputs[0]?.statedShape = padded.statedShape
    folded.padding = FoldedPadding(
      top: paddings[1].before, bottom: paddings[1].after, left: paddings[2].before,
      right: paddings[2].after)
    return folded
  }
}
