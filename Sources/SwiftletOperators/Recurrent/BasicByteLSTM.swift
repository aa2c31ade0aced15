internal import SwiftletSIMD
internal import SwiftletTensor

/// The basic kernel of `LSTM` on `uint8`: rows have the scale 1/128 and the zero point 128, cells
/// are of 16 bits with 4 integer bits.
struct BasicByteLSTM: Sendable {
  /// The weights as signed bytes, less 128.
  private let weights: AlignedMemory
  /// What is left of their zero point.
  private let weightOffset: Int32
  private let biases: [Int32]
  private let multiplier: FixedPointMultiplier
  private let cells: Int
  private let depth: Int
  private let kernels: RecurrentKernels
  private let tanhOfSums: [Int16]
  private let tanhOfCells: [Int16]

  init(
    _ operands: Operands, weights: Int, bias: Int, cells: Int, depth: Int, cellScale: Float?,
    in context: LoweringContext
  ) throws(OperatorError) {
    self.cells = cells
    self.depth = depth
    kernels = context.kernels.recurrent
    guard cellScale == 0x1p-11, let tanhOfSums = WordFunctions.tanh(integerBits: 3),
      let tanhOfCells = WordFunctions.tanh(integerBits: 4)
    else { throw .unsupported("has cells whose scale is not 2^-11") }
    self.tanhOfSums = tanhOfSums
    self.tanhOfCells = tanhOfCells
    let matrix = try QuantizedElements(try operands.input(weights), "matrix of weights")
    weightOffset = 128 - matrix.zeroPoint
    let biasScale = try RecurrentMatrix.scale(of: try operands.input(bias))
    multiplier = FixedPointMultiplier(Double(4096 * biasScale))
    biases = try operands.constantIntegers(bias, count: 4 * cells)
    guard let constant = try operands.input(weights).constant else {
      throw .unsupported("has quantised weights that are no constant")
    }
    let count = 4 * cells * depth
    guard constant.count >= count else { throw .invalid("has too few bytes of weights") }
    self.weights = try context.packedWeights(
      of: constant, layout: "lstm u8 basic", byteCount: count
    ) { memory in
      for index in 0..<count {
        let byte = unsafe constant.pointer.load(fromByteOffset: index, as: UInt8.self)
        unsafe memory.pointer.storeBytes(of: byte ^ 0x80, toByteOffset: index, as: UInt8.self)
      }
    }
  }

  /// One step of one sequence; `scratch` has room for the sums as `Int32`, then for the row.
  func step(
    _ row: UnsafePointer<UInt8>, sums: UnsafeMutablePointer<Int16>,
    lastCells: UnsafePointer<Int16>, cells next: UnsafeMutablePointer<Int16>,
    output: UnsafeMutablePointer<UInt8>, scratch: UnsafeMutableRawPointer
  ) {
    let accumulators = unsafe scratch.assumingMemoryBound(to: Int32.self)
    let signed = unsafe (scratch + (16 * cells + 63) / 64 * 64).assumingMemoryBound(to: Int8.self)
    var rowSum: Int32 = 0
    for index in 0..<depth {
      unsafe signed[index] = Int8(bitPattern: row[index] ^ 0x80)
      rowSum &+= unsafe Int32(signed[index])
    }
    unsafe kernels.dotRowsOfBytes(
      UnsafeRawPointer(weights.pointer), 4 * cells, depth, UnsafeRawPointer(signed), accumulators)
    for index in 0..<4 * cells {
      let sum = unsafe accumulators[index] &+ rowSum &* weightOffset &+ biases[index]
      unsafe sums[index] = Int16(clamping: multiplier.appliedRoundingUp(to: sum))
    }
    for index in 0..<cells {
      let input = unsafe Self.look(WordFunctions.logistic, sums[index])
      let candidate = unsafe Self.look(tanhOfSums, sums[cells + index])
      let forget = unsafe Self.look(WordFunctions.logistic, sums[2 * cells + index])
      let gate = unsafe Self.look(WordFunctions.logistic, sums[3 * cells + index])
      // From no integer bits to 4.
      let added = roundingShift(roundingDoublingHigh(input, candidate), by: 4)
      let kept = unsafe roundingDoublingHigh(lastCells[index], forget)
      let cell = Int16(clamping: Int32(added) + Int32(kept))
      unsafe next[index] = cell
      let product = roundingDoublingHigh(gate, Self.look(tanhOfCells, cell))
      let byte = min(max(roundingShift(Int32(product), by: 8), -128), 127) + 128
      unsafe output[index] = UInt8(truncatingIfNeeded: byte)
    }
  }

  private static func look(_ table: [Int16], _ argument: Int16) -> Int16 {
    table[Int(UInt16(bitPattern: argument))]
  }
}
