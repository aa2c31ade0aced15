internal import SwiftletFormat
internal import SwiftletTensor

/// `STABLEHLO_RNG_BIT_GENERATOR`: random bits that follow from a state, and the state after them.
struct StablehloRngBitGenerator: Operator {
  static let code = BuiltinOperator.stablehloRngBitGenerator
  static let elementTypes: [ElementType] = [.uint64]
  static let remarks = [
    "Gives int32, int64, uint32 or uint64. The default algorithm is Philox, as in LiteRT."
  ]
  private let isThreefry: Bool

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1, outputs: 2...2)
    let (state, next, bits) = (try node.input(0), try node.output(0), try node.output(1))
    try node.require(
      state.type == .uint64 && next.type == .uint64,
      "has states of types \(state.type.name) and \(next.type.name) instead of uint64")
    guard [.int32, .int64, .uint32, .uint64].contains(bits.type) else {
      throw .unsupported("has an output of type \(bits.type.name)")
    }
    isThreefry = node.options(as: StablehloRngBitGeneratorOptions.self).algorithm == .threefry
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let state = try operands.input(0).shape
    guard state == [2] || (state == [3] && !isThreefry) else {
      throw .invalid("has a state of \(state)")
    }
    return [state, operands.outputs[1].shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let words = operands.outputs[1].byteCount / 4
    let stateWords = try operands.input(0).shape[0] * 2
    let isThreefry = isThreefry
    let width = isThreefry ? 2 : 4
    let blocks = (words + width - 1) / width
    let filling = Phase(units: blocks, grain: 8, nanoseconds: 32 * blocks) { buffers, range in
      let state = unsafe buffers.input(0, as: UInt32.self)
      let key = unsafe SIMD2(state[0], state[1])
      let counter = unsafe UInt64(state[2]) | UInt64(state[3]) << 32
      let rest = unsafe SIMD2(state[stateWords == 6 ? 4 : 0], state[stateWords == 6 ? 5 : 1])
      let target = unsafe buffers.output(1, as: UInt32.self)
      for block in range {
        // Only the lower half of a counter is counted up.
        let present = counter &+ UInt64(block)
        let low = SIMD2(UInt32(truncatingIfNeeded: present), UInt32(present >> 32))
        let values: SIMD4<UInt32> =
          isThreefry
          ? SIMD4(lowHalf: Threefry(key: key).block(present), highHalf: .zero)
          : Philox(key: key, counter: SIMD4(lowHalf: low, highHalf: rest)).block
        for index in 0..<min(width, words - width * block) {
          unsafe target[width * block + index] = values[index]
        }
      }
    }
    let moving = Phase(units: 1, nanoseconds: 8) { buffers, _ in
      let (state, next) = unsafe (
        buffers.input(0, as: UInt64.self), buffers.output(0, as: UInt64.self)
      )
      unsafe next[0] = state[0]
      unsafe next[1] = state[1] &+ UInt64(blocks)
      if stateWords == 6 { unsafe next[2] = state[2] }
    }
    return Step(kernel: isThreefry ? "threefry" : "philox", phases: [filling, moving])
  }
}
