/// A two-dimensional convolution by its definition, summed in double precision.
package struct ReferenceConvolution: Sendable {
  package var batches = 1
  package var input = (height: 1, width: 1, channels: 1)
  package var output = (height: 1, width: 1, channels: 1)
  package var kernel = (height: 1, width: 1)
  package var stride = (height: 1, width: 1)
  package var dilation = (height: 1, width: 1)
  package var padding = (top: 0, left: 0)
  /// Channels are divided into contiguous groups; a depthwise convolution has as many groups as
  /// input channels.
  package var groups = 1
  /// Whether the filter is `[1, height, width, outputs]` instead of
  /// `[outputs, height, width, inputs / groups]`.
  package var isDepthwise = false

  /// Describes a product of one pixel with one weight.
  package init() {}

  /// The values of each tensor.
  package var inputCount: Int { batches * input.height * input.width * input.channels }
  package var filterCount: Int {
    output.channels * kernel.height * kernel.width * (input.channels / groups)
  }
  package var outputCount: Int { batches * output.height * output.width * output.channels }

  /// Each output before the activation, with the sum of the magnitudes of its terms.
  package func sums(
    input values: [Float], filter: [Float], bias: [Float]
  ) -> [(value: Double, magnitude: Double)] {
    let groupInputs = input.channels / groups
    let groupOutputs = output.channels / groups
    var results: [(value: Double, magnitude: Double)] = []
    results.reserveCapacity(outputCount)
    for image in 0..<batches {
      for row in 0..<output.height {
        for column in 0..<output.width {
          for channel in 0..<output.channels {
            var sum = bias.isEmpty ? 0 : Double(bias[channel])
            var magnitude = abs(sum)
            for y in 0..<kernel.height {
              for x in 0..<kernel.width {
                let top = row * stride.height - padding.top + y * dilation.height
                let left = column * stride.width - padding.left + x * dilation.width
                guard (0..<input.height).contains(top), (0..<input.width).contains(left) else {
                  continue
                }
                for depth in 0..<groupInputs {
                  let source = channel / groupOutputs * groupInputs + depth
                  let pixel = (image * input.height + top) * input.width + left
                  let tap = y * kernel.width + x
                  let weight =
                    isDepthwise
                    ? tap * output.channels + channel
                    : (channel * kernel.height * kernel.width + tap) * groupInputs + depth
                  let term =
                    Double(values[pixel * input.channels + source]) * Double(filter[weight])
                  sum += term
                  magnitude += abs(term)
                }
              }
            }
            results.append((sum, magnitude))
          }
        }
      }
    }
    return results
  }
}
