import SwiftletKernels
import SwiftletSIMD
import SwiftletTestSupport
import Testing

@Suite struct DepthwiseF32Tests {
  /// Both kernels do the same convolution, each row apart or all at once to the same bits, and
  /// write nothing but the rows asked for.
  @Test(arguments: Kernels.available) func slidingAgreesWithGeneral(table: KernelTable) {
    var random = SplitMix64(seed: 31)
    for index in 0..<60 {
      let kernel = index % 2 == 0 ? 3 : 5
      let stride = random.integer(1, 3)
      let image = Image(
        kernel: kernel, stride: stride, dilation: stride == 1 ? random.integer(1, 4) : 1,
        channels: random.integer(1, 40), &random)
      let sliding = image.run(table.float.depthwiseSlide, rows: 0..<image.outputHeight)
      let general = image.run(table.float.depthwise, rows: 0..<image.outputHeight)
      // Sums of at most 25 products below 1, in two orders.
      #expect(
        zip(sliding, general).allSatisfy { abs($0 - $1) <= 2e-5 }, "\(image.description)")
      for kernel in [table.float.depthwiseSlide, table.float.depthwise] {
        let whole = image.run(kernel, rows: 0..<image.outputHeight)
        for row in 0..<image.outputHeight {
          let single = image.run(kernel, rows: row..<row + 1)
          let length = image.outputWidth * image.channels
          let expected = whole.indices.map { $0 / length == row ? whole[$0] : Image.untouched }
          #expect(single == expected, "row \(row) of \(image.description)")
        }
      }
    }
  }
}

/// A random image with its filter.
private struct Image {
  static let untouched = Float(-77)

  let kernel: Int
  let stride: Int
  let dilation: Int
  let channels: Int
  let height: Int
  let width: Int
  let padding: Int
  let input: FloatMemory
  let weights: FloatMemory
  let bias: FloatMemory

  init(kernel: Int, stride: Int, dilation: Int, channels: Int, _ random: inout SplitMix64) {
    self.kernel = kernel
    self.stride = stride
    self.dilation = dilation
    self.channels = channels
    height = random.integer(1, 12)
    width = random.integer(1, 14)
    padding = (kernel - 1) * dilation / 2
    input = FloatMemory(random.floats(height * width * channels, -1, 1))
    // Padded for the widest vectors; each table takes the stride that its own vectors need.
    let padded = (channels + 15) / 16 * 16
    weights = FloatMemory(random.floats(kernel * kernel * padded, -1, 1))
    bias = FloatMemory(random.floats(padded, -1, 1))
  }

  var description: String {
    "\(height)×\(width)×\(channels), window \(kernel), stride \(stride), dilation \(dilation)"
  }

  var outputHeight: Int { (height + stride - 1) / stride }
  var outputWidth: Int { (width + stride - 1) / stride }

  /// The output, of which only some rows are made.
  func run(
    _ body: (DepthwiseF32Arguments, Int, Int) -> Void, rows: Range<Int>
  ) -> [Float] {
    let output = FloatMemory(
      repeating: Self.untouched, count: outputHeight * outputWidth * channels)
    let first = min(outputWidth, (padding + stride - 1) / stride)
    let last = width - 1 - (kernel - 1) * dilation + padding
    let end = last < 0 ? 0 : min(outputWidth, last / stride + 1)
    body(
      DepthwiseF32Arguments(
        input: input.pointer, output: output.pointer, weights: weights.pointer,
        bias: bias.pointer, inputHeight: height, inputWidth: width, outputWidth: outputWidth,
        channels: channels, kernelHeight: kernel, kernelWidth: kernel, strideHeight: stride,
        strideWidth: stride, dilationHeight: dilation, dilationWidth: dilation,
        padTop: padding, padLeft: padding, innerStart: first, innerEnd: max(first, end),
        low: -.infinity, high: .infinity), rows.lowerBound, rows.upperBound)
    return output.values
  }
}
