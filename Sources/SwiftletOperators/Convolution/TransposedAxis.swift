/// One axis of a transposed convolution: input `i` reaches output `i · stride + u · dilation − padding`
/// through tap `u`.
struct TransposedAxis: Sendable, Hashable {
  var input: Int
  var output: Int
  var kernel: Int
  var stride: Int
  var dilation: Int
  /// Outputs cut off in front.
  var padding: Int

  /// The outputs `offset`, `offset + stride`, …: together they are a convolution with stride 1.
  struct Part: Sendable, Hashable {
    var offset: Int
    var count: Int
    /// The tap of the kernel at each place of the window; nil for none.
    var taps: [Int?]
    /// Inputs between places of the window.
    var dilation: Int
    /// Places in front of the first input in the first window.
    var padding: Int
  }

  /// Makes an axis whose padding follows from the output as for a convolution from it to the input:
  /// half of what the windows reach beyond, rounded down.
  init(
    input: Int, output: Int, kernel: Int, stride: Int, dilation: Int = 1, isSame: Bool
  ) {
    self.init(
      input: input, output: output, kernel: kernel, stride: stride, dilation: dilation, padding: 0)
    let reach = (kernel - 1) * dilation + 1
    let windows = Self.windows(output, reach: reach, stride: stride, isSame: isSame)
    padding = max((windows - 1) * stride + reach - output, 0) / 2
  }

  init(input: Int, output: Int, kernel: Int, stride: Int, dilation: Int, padding: Int) {
    self.input = input
    self.output = output
    self.kernel = kernel
    self.stride = stride
    self.dilation = dilation
    self.padding = padding
  }

  /// The inputs of which a convolution with these windows would make an axis of so many outputs.
  static func windows(_ output: Int, reach: Int, stride: Int, isSame: Bool) -> Int {
    isSame ? (output + stride - 1) / stride : (output + stride - reach) / stride
  }

  /// At least the bytes of all parts, and of what is needed to find them.
  var partBytes: Int { 64 * kernel + 512 * min(stride, output, kernel) }

  /// The parts that some tap reaches, by their offsets.
  ///
  /// Tap `u` gives output `j · stride + offset` the input `j + (offset + padding − u · dilation) /
  /// stride`, where that is whole. The taps of a part are therefore `stride / gcd` apart, and the
  /// inputs that they give `dilation / gcd`.
  func parts(in context: LoweringContext) throws(OperatorError) -> [Part] {
    try context.reserve(byteCount: partBytes)
    var taps: [Int: [Int]] = [:]
    for tap in 0..<kernel {
      let rest = (tap * dilation - padding) % stride
      let offset = rest < 0 ? rest + stride : rest
      if offset < output { taps[offset, default: []].append(tap) }
    }
    let step = dilation / Self.divisor(dilation, stride)
    return taps.keys.sorted().map { offset in
      var window: [Int?] = (taps[offset] ?? []).reversed()
      let last = (window.first ?? nil) ?? 0
      var first = (offset + padding - last * dilation) / stride
      // Windows must not begin behind the first input: places without a tap go in front.
      while first > 0 {
        window.insert(nil, at: 0)
        first -= step
      }
      return Part(
        offset: offset, count: (output - offset + stride - 1) / stride, taps: window,
        dilation: step, padding: -first)
    }
  }

  /// Whether every output belongs to some part.
  func isCovered(by parts: [Part]) -> Bool { parts.count == min(stride, output) }

  private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
}
