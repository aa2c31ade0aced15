internal import SwiftletSIMD
internal import SwiftletTensor

/// The parameters of each packed channel beside the weights: starting sums and requantisation.
struct QuantizedParameters: Sendable {
  /// Four arrays of one 32-bit value for each packed place, then constants of the kernels.
  let memory: AlignedMemory
  let epilogue: Epilogue
  /// Whether bytes of the input have to be turned into unsigned ones.
  let isFlipped: Bool
  let places: Int
  /// The output channel at each packed place, −1 for padding; needed for `raw` sums only.
  let channels: [Int32]
  let requantization: ChannelRequantization

  /// Packs parameters.
  ///
  /// - Parameters:
  ///   - channels: The output channel at each packed place, −1 for padding.
  ///   - biases: The starting sum of each output channel.
  ///   - bounds: The largest magnitude of the sum of each output channel.
  ///   - inputFlip: What turns an input byte into an unsigned one.
  ///   - requantization: How sums become bytes.
  ///   - context: Gives the memory.
  /// - Throws: Where steps may not hold more memory.
  init(
    channels: [Int32], biases: [Int32], bounds: [Int], inputFlip: UInt8,
    requantization: ChannelRequantization, in context: LoweringContext
  ) throws(OperatorError) {
    places = channels.count
    isFlipped = inputFlip != 0
    memory = try context.memory(byteCount: 16 * places + 192)
    epilogue = requantization.epilogue(bounds: bounds)
    self.channels = channels
    self.requantization = requantization
    let words = unsafe memory.pointer.assumingMemoryBound(to: Int32.self)
    for (place, number) in channels.enumerated() where number >= 0 {
      let channel = Int(number)
      let (factor, half, shift) = requantization.parameters(for: epilogue, channel: channel)
      unsafe words[place] = biases[channel]
      unsafe words[places + place] = factor
      unsafe words[2 * places + place] = half
      unsafe words[3 * places + place] = shift
    }
    let constants = unsafe memory.pointer + 16 * places
    unsafe constants.initializeMemory(as: UInt8.self, repeating: 1, count: 64)
    unsafe (constants + 128).initializeMemory(as: UInt8.self, repeating: inputFlip, count: 64)
  }

  /// The starting sums from one packed place on.
  func biases(from place: Int) -> UnsafePointer<Int32> { unsafe array(0, from: place) }

  /// 64 bytes of 1, then 64 of 0.
  var ones: UnsafeRawPointer { unsafe UnsafeRawPointer(memory.pointer + 16 * places) }

  /// 64 bytes that turn bytes of the input into unsigned ones.
  var flips: UnsafeRawPointer { unsafe ones + 128 }

  /// What the kernels need from one packed place on.
  func kernelParameters(from place: Int) -> RequantizationQ8 {
    let offset = requantization.isSigned ? 128 : 0
    return unsafe RequantizationQ8(
      epilogue: epilogue, factors: array(1, from: place), halves: array(2, from: place),
      shifts: array(3, from: place), zeroPoint: Int16(requantization.zeroPoint + offset),
      low: UInt8(requantization.range.lowerBound + offset),
      high: UInt8(requantization.range.upperBound + offset),
      flip: requantization.isSigned ? 0x80 : 0)
  }

  /// Writes the bytes of one pixel's raw sums from one packed place on.
  func requantize(
    _ sums: UnsafePointer<Int32>, from start: Int, count: Int,
    to pixel: UnsafeMutablePointer<UInt8>
  ) {
    for index in 0..<count {
      let channel = Int(channels[start + index])
      guard channel >= 0 else { continue }
      unsafe pixel[channel] = requantization.byte(of: sums[index], channel: channel)
    }
  }

  private func array(_ index: Int, from place: Int) -> UnsafePointer<Int32> {
    unsafe UnsafePointer(memory.pointer.assumingMemoryBound(to: Int32.self))
      + (index * places + place)
  }
}
