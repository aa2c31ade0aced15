extension ReferenceConvolution {
  /// The sum of each output over integers that are less their zero points already.
  package func integerSums(input values: [Int], filter: [Int], bias: [Int]) -> [Int] {
    let groupInputs = input.channels / groups
    let groupOutputs = output.channels / groups
    var results: [Int] = []
    results.reserveCapacity(outputCount)
    for image in 0..<batches {
      for row in 0..<output.height {
        for column in 0..<output.width {
          for channel in 0..<output.channels {
            var sum = bias.isEmpty ? 0 : bias[channel]
            for tap in 0..<kernel.height * kernel.width {
              let (y, x) = (tap / kernel.width, tap % kernel.width)
              let top = row * stride.height - padding.top + y * dilation.height
              let left = column * stride.width - padding.left + x * dilation.width
              guard top >= 0, top < input.height, left >= 0, left < input.width else { continue }
              let pixel = (image * input.height + top) * input.width + left
              let source = pixel * input.channels + channel / groupOutputs * groupInputs
              let weight =
                isDepthwise
                ? tap * output.channels + channel
                : (channel * kernel.height * kernel.width + tap) * groupInputs
              for depth in 0..<groupInputs {
                sum += values[source + depth] * filter[weight + depth]
              }
            }
            results.append(sum)
          }
        }
      }
    }
    return results
  }
}
