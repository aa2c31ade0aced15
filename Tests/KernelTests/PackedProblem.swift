import SwiftletKernels
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport

/// A product in memory as one table's kernel wants it.
struct PackedProblem {
  let problem: IntegerProductTests.Problem
  let table: KernelTable
  private let order: [Int]
  private let weights: AlignedMemory
  private let rows: AlignedMemory
  private let words: Int
  private let biases: [Int32]

  init(_ problem: IntegerProductTests.Problem, _ table: KernelTable) {
    self.problem = problem
    self.table = table
    let kernels = table.quantized
    let perWord = kernels.activationsPerWord
    order = GemmPacking.columnOrder(columns: problem.columns, lanes: kernels.lanes).map(Int.init)
    var sums = [Int](repeating: 0, count: problem.columns)
    var magnitudes = sums
    let source = AlignedMemory(byteCount: problem.weights.count)
    for (index, weight) in problem.weights.enumerated() {
      source.pointer.storeBytes(of: weight, toByteOffset: index, as: UInt8.self)
    }
    var packing = GemmWeights(
      source: source.pointer.assumingMemoryBound(to: UInt8.self), columns: problem.columns,
      runs: 1, runLength: problem.depth, columnStride: problem.depth, depthStride: 1,
      isUnsigned: true, zeroPoint: problem.zeroPoints.1, lanes: kernels.lanes,
      activationsPerWord: perWord)
    weights = AlignedMemory(byteCount: packing.byteCount)
    kernels.packWeights(&packing, weights.pointer, &sums, &magnitudes)
    withExtendedLifetime(source) {}
    words = packing.runWords
    rows = AlignedMemory(byteCount: problem.rows * words * 4)
    for row in 0..<problem.rows {
      for k in 0..<problem.depth {
        let value = problem.activations[row * problem.depth + k]
        if perWord == 4 {
          rows.pointer.storeBytes(of: value, toByteOffset: row * words * 4 + k, as: UInt8.self)
        } else {
          rows.pointer.storeBytes(
            of: Int16(value) - Int16(problem.zeroPoints.0), toByteOffset: row * words * 4 + 2 * k,
            as: Int16.self)
        }
      }
    }
    let zero = perWord == 4 ? problem.zeroPoints.0 : 0
    biases = order.map { column in
      guard column < problem.columns else { return 0 }
      return Int32(truncatingIfNeeded: Int(problem.biases[column]) - zero * sums[column])
    }
  }

  /// The sums in natural order.
  func sums() -> [Int32] {
    var packed = [Int32](repeating: 0, count: problem.rows * order.count)
    var output = [UInt8](repeating: 0, count: problem.rows * problem.columns)
    multiply(Factors(places: order.count), .raw, (0, 0, 255), &output, &packed)
    var sums = [Int32](repeating: 0, count: problem.rows * problem.columns)
    for row in 0..<problem.rows {
      for (place, column) in order.enumerated() where column < problem.columns {
        sums[row * problem.columns + column] = packed[row * order.count + place]
      }
    }
    return sums
  }

  /// The requantised bytes, flipped to signed ones.
  func bytes(
    _ rounding: ReferenceRequantization, scale: Float, zeroPoint: Int, low: UInt8, high: UInt8
  ) -> [UInt8] {
    var factors = Factors(places: order.count)
    if rounding == .even {
      factors.factors = factors.factors.map { _ in Int32(bitPattern: scale.bitPattern) }
    } else {
      let exponent = Int(scale.exponent) + 1
      let value = Int32((Double(scale.significand) * 0x1p30).rounded())
      factors.factors = factors.factors.map { _ in value }
      factors.halves = factors.halves.map { _ in 1 << Int32(-exponent - 1) }
      factors.shifts = factors.shifts.map { _ in Int32(-exponent) }
    }
    var output = [UInt8](repeating: 0xEE, count: problem.rows * problem.columns)
    var sums: [Int32] = [0]
    multiply(
      factors, rounding == .even ? .scaled : .fixed, (Int16(zeroPoint), low, high), &output, &sums)
    return output
  }

  /// The sums of the activations of each row, times a factor.
  func rowTerms(_ factor: Int32) -> [Int32] {
    var terms = [Int32](repeating: 0, count: problem.rows)
    let ones = [UInt8](repeating: 1, count: 64) + [UInt8](repeating: 0, count: 64)
    withProduct(Factors(places: order.count), .raw, (0, 0, 255)) { product in
      table.quantized.rowTerms(product, problem.depth, ones, factor, &terms)
    }
    return terms
  }

  private struct Factors {
    var factors: [Int32]
    var halves: [Int32]
    var shifts: [Int32]

    init(places: Int) {
      factors = [Int32](repeating: 0, count: places)
      (halves, shifts) = (factors, factors)
    }
  }

  private func multiply(
    _ factors: Factors, _ epilogue: Epilogue, _ range: (Int16, UInt8, UInt8),
    _ output: inout [UInt8], _ sums: inout [Int32]
  ) {
    output.withUnsafeMutableBufferPointer { output in
      sums.withUnsafeMutableBufferPointer { sums in
        guard let bytes = output.baseAddress, let words = sums.baseAddress else { return }
        withProduct(factors, epilogue, range) { product in
          product.pointee.output = bytes
          product.pointee.sums = words
          table.quantized.gemm(product)
        }
      }
    }
  }

  /// Calls a body with the description of the product, without its outputs.
  private func withProduct(
    _ factors: Factors, _ epilogue: Epilogue, _ range: (Int16, UInt8, UInt8),
    _ body: (UnsafeMutablePointer<GemmQ8>) -> Void
  ) {
    let constants = AlignedMemory(byteCount: 64)
    let offsets = [0]
    factors.factors.withUnsafeBufferPointer { values in
      factors.halves.withUnsafeBufferPointer { halves in
        factors.shifts.withUnsafeBufferPointer { shifts in
          biases.withUnsafeBufferPointer { biases in
            offsets.withUnsafeBufferPointer { offsets in
              guard let values = values.baseAddress, let halves = halves.baseAddress,
                let shifts = shifts.baseAddress, let biases = biases.baseAddress,
                let offsets = offsets.baseAddress
              else { return }
              let nowhere = constants.pointer
              var product = GemmQ8(
                activations: rows.pointer, rowBytes: words * 4, rows: problem.rows,
                runOffsets: offsets, runs: 1, runWords: words, flips: constants.pointer,
                // Flips of 0 change nothing, so that both kinds of tiles give the same.
                isFlipped: (problem.rows + problem.columns / 16).isMultiple(of: 2),
                weights: weights.pointer, biases: biases, rowTerms: nil,
                columns: problem.columns, firstColumn: 0, endColumn: order.count,
                requantization: RequantizationQ8(
                  epilogue: epilogue, factors: values, halves: halves, shifts: shifts,
                  zeroPoint: range.0, low: range.1, high: range.2, flip: 0x80),
                output: nowhere.assumingMemoryBound(to: UInt8.self),
                outputRowBytes: problem.columns,
                sums: nowhere.assumingMemoryBound(to: Int32.self), sumStride: order.count)
              body(&product)
            }
          }
        }
      }
    }
    withExtendedLifetime((rows, weights, constants)) {}
  }
}
