internal import SwiftletTensor

/// A rearrangement of a constant: blocks of equal size are copied to follow each other in a new order.
///
/// An operand that is no constant is rearranged at each run.
struct BlockCopies: Sendable {
  let blockBytes: Int
  /// The number of the block in the source for each one in the target; nil for a block of `filling`.
  let sources: [Int?]
  /// The byte of blocks that have no source.
  let filling: UInt8

  init(blockBytes: Int, sources: [Int?], filling: UInt8 = 0) {
    self.blockBytes = blockBytes
    self.sources = sources
    self.filling = filling
  }

  /// The bytes of the list of sources for each block.
  static var bytesPerBlock: Int { MemoryLayout<Int?>.stride }

  /// The bytes of the target.
  var byteCount: Int { sources.count * blockBytes }

  /// Writes some blocks of the target.
  func copy(
    _ blocks: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    for block in blocks {
      let place = unsafe target + block * blockBytes
      if let number = sources[block] {
        unsafe place.copyMemory(from: source + number * blockBytes, byteCount: blockBytes)
      } else {
        unsafe place.initializeMemory(as: UInt8.self, repeating: filling, count: blockBytes)
      }
    }
  }

  /// An operand in the new order, as a tensor that is a constant if the operand is one, and where an
  /// inner step finds it.
  ///
  /// `place` is where the operand lies if it is no constant; `name` names the rearrangement with all
  /// that changes its result; `whole` gets a phase where the operand is no constant.
  func rearranged(
    _ info: TensorInfo, at place: ComposedStep.Place, shape: Shape, name: String,
    adding whole: inout ComposedStep, in context: LoweringContext
  ) throws(OperatorError) -> (info: TensorInfo, place: ComposedStep.Place) {
    var result = info
    result.shape = shape
    if let constant = info.constant {
      result.constant = TensorBytes(
        try context.packedWeights(of: constant, layout: name, byteCount: byteCount) {
          unsafe copy(0..<sources.count, from: constant.pointer, to: $0.pointer)
        })
      return (result, .nowhere)
    }
    let target = whole.value(byteCount: byteCount)
    let phase = Phase(units: sources.count, grain: 64, nanoseconds: byteCount / 8) {
      [self] buffers, blocks in
      unsafe copy(blocks, from: buffers.input(0), to: buffers.output())
    }
    whole.append(phase, inputs: [place], output: target)
    return (result, target)
  }
}
