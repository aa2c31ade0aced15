package import SwiftletFormat
package import SwiftletTensor

/// The sizes of a two-dimensional window operator on NHWC tensors: convolution or pooling.
package struct ConvolutionGeometry: Sendable, Hashable {
  package var batches: Int
  package var inputHeight: Int
  package var inputWidth: Int
  package var inputChannels: Int
  package var outputHeight: Int
  package var outputWidth: Int
  package var outputChannels: Int
  package var kernelHeight: Int
  package var kernelWidth: Int
  package var strideHeight: Int
  package var strideWidth: Int
  package var dilationHeight: Int
  package var dilationWidth: Int
  /// Rows outside the image above the first window.
  package var padTop: Int
  /// Columns outside the image left of the first window.
  package var padLeft: Int

  /// Places windows over an image as the schema's padding says: `same` gives
  /// `⌈input / stride⌉` outputs, and the smaller half of the padding comes first; `valid` gives
  /// `⌈(input − effective kernel + 1) / stride⌉` without padding.
  ///
  /// What is added around the image besides counts as part of it.
  package init(
    input: Shape, outputChannels: Int, kernel: (height: Int, width: Int),
    stride: (height: Int, width: Int), dilation: (height: Int, width: Int) = (1, 1),
    padding: Padding, around: FoldedPadding = .none
  ) throws(OperatorError) {
    guard input.rank == 4 else {
      throw .invalid("needs a 4-dimensional input, found \(input)")
    }
    guard stride.height > 0, stride.width > 0 else {
      throw .invalid("has a stride of \(stride.height)×\(stride.width), which must be positive")
    }
    guard dilation.height > 0, dilation.width > 0 else {
      throw .invalid(
        "has a dilation of \(dilation.height)×\(dilation.width), which must be positive")
    }
    guard kernel.height > 0, kernel.width > 0 else {
      throw .invalid("has a window of \(kernel.height)×\(kernel.width), which must be positive")
    }
    batches = input[0]
    inputHeight = input[1]
    inputWidth = input[2]
    inputChannels = input[3]
    self.outputChannels = outputChannels
    kernelHeight = kernel.height
    kernelWidth = kernel.width
    strideHeight = stride.height
    strideWidth = stride.width
    dilationHeight = dilation.height
    dilationWidth = dilation.width
    let vertical = try Self.place(
      extent: input[1] + around.top + around.bottom, kernel: kernel.height,
      stride: stride.height, dilation: dilation.height, padding: padding)
    let horizontal = try Self.place(
      extent: input[2] + around.left + around.right, kernel: kernel.width, stride: stride.width,
      dilation: dilation.width, padding: padding)
    outputHeight = vertical.count
    padTop = vertical.before + around.top
    outputWidth = horizontal.count
    padLeft = horizontal.before + around.left
  }

  /// A product of rows with a matrix, as a convolution of 1×1 windows over one line of pixels.
  package init(rows: Int, depth: Int, columns: Int) {
    batches = 1
    inputHeight = 1
    inputWidth = rows
    inputChannels = depth
    outputHeight = 1
    outputWidth = rows
    outputChannels = columns
    kernelHeight = 1
    kernelWidth = 1
    strideHeight = 1
    strideWidth = 1
    dilationHeight = 1
    dilationWidth = 1
    padTop = 0
    padLeft = 0
  }

  /// The shape of the output.
  package var outputShape: Shape { [batches, outputHeight, outputWidth, outputChannels] }

  /// Whether each output pixel reads exactly the input pixel at the same place.
  package var isPointwise: Bool {
    kernelHeight == 1 && kernelWidth == 1 && strideHeight == 1 && strideWidth == 1
      && padTop == 0 && padLeft == 0 && outputHeight == inputHeight && outputWidth == inputWidth
  }

  private static func place(
    extent: Int, kernel: Int, stride: Int, dilation: Int, padding: Padding
  ) throws(OperatorError) -> (count: Int, before: Int) {
    // Extents and options are 32-bit in the file, so that products fit an `Int`.
    let effective = (kernel - 1) * dilation + 1
    switch padding {
    case .same:
      let count = (extent + stride - 1) / stride
      let total = max((count - 1) * stride + effective - extent, 0)
      return (count, total / 2)
    case .valid:
      guard extent >= effective else {
        throw .invalid("has a window of \(effective) over an extent of \(extent) without padding")
      }
      return ((extent - effective + stride) / stride, 0)
    }
  }
}
