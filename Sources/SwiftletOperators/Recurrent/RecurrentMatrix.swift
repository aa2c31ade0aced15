internal import SwiftletSIMD
internal import SwiftletTensor

/// A matrix of weights by which rows of floats are multiplied, one at a time.
struct RecurrentMatrix: Sendable {
  /// How the weights are stored.
  enum Form: Sendable {
    case float
    /// Signed bytes with one scale; the sums of rows are needed where a row has a zero point.
    case bytes(scale: Float, rowSums: [Int32])
    /// The floats of a diagonal.
    case diagonal
  }

  /// The position of the weights among the node's inputs.
  let operand: Int
  let rows: Int
  let depth: Int
  let form: Form

  /// Reads a matrix `[rows, depth]`, or where `isDiagonal` a list of `rows` floats.
  init(
    _ operands: Operands, _ index: Int, rows: Int, depth: Int, isDiagonal: Bool = false
  ) throws(OperatorError) {
    let info = try operands.input(index)
    operand = index
    self.rows = rows
    self.depth = depth
    if isDiagonal {
      guard info.type == .float32, info.shape == [rows], rows == depth else {
        throw .invalid("has a diagonal of weights \(info.shape) for \(rows)×\(depth)")
      }
      form = .diagonal
      return
    }
    guard info.shape == [rows, depth] else {
      throw .invalid(
        "has weights \(info.shape) as input \(index) where it needs [\(rows), \(depth)]")
    }
    switch info.type {
    case .float32: form = .float
    case .int8, .uint8:
      form = .bytes(
        scale: try Self.scale(of: info), rowSums: try Self.rowSums(of: info, rows, depth))
    default: throw .unsupported("has weights of type \(info.type.name)")
    }
  }

  /// The one scale of weights.
  static func scale(of info: TensorInfo) throws(OperatorError) -> Float {
    guard let scale = info.scale, scale.isFinite else {
      throw .invalid("has weights \"\(info.name)\" without one scale")
    }
    return scale
  }

  /// The sum of each row of a constant matrix of signed bytes; `uint8` weights hold signed bytes too.
  static func rowSums(
    of info: TensorInfo, _ rows: Int, _ depth: Int
  ) throws(OperatorError) -> [Int32] {
    guard let constant = info.constant else {
      throw .unsupported("has quantised weights \"\(info.name)\" that are no constant")
    }
    guard constant.count >= rows * depth else {
      throw .invalid("has too few bytes in weights \"\(info.name)\"")
    }
    return (0..<rows).map { row in
      var sum: Int32 = 0
      for index in row * depth..<(row + 1) * depth {
        sum &+= Int32(unsafe constant.pointer.load(fromByteOffset: index, as: Int8.self))
      }
      return sum
    }
  }

  /// Whether rows are quantised before they are multiplied.
  var takesBytes: Bool {
    if case .bytes = form { true } else { false }
  }

  /// Adds the product with a row to sums; `accumulators` has room for as many integers.
  func addProduct(
    of row: ProductRow, to sums: UnsafeMutablePointer<Float>,
    accumulators: UnsafeMutablePointer<Int32>, _ kernels: RecurrentKernels,
    in buffers: borrowing Buffers
  ) {
    let weights = unsafe buffers.input(operand)
    switch form {
    case .float: unsafe kernels.addDotRows(weights, rows, depth, row.floats, sums)
    case .diagonal:
      for index in 0..<rows {
        let weight = unsafe weights.loadUnaligned(fromByteOffset: 4 * index, as: Float.self)
        unsafe sums[index] += weight * row.floats[index]
      }
    case .bytes(let scale, let rowSums):
      unsafe kernels.dotRowsOfBytes(weights, rows, depth, row.bytes, accumulators)
      let factor = row.quantized.scale * scale
      let zeroPoint = row.quantized.zeroPoint
      for index in 0..<rows {
        let sum = unsafe accumulators[index] &- rowSums[index] &* zeroPoint
        unsafe sums[index] += Float(sum) * factor
      }
    }
  }
}

/// A row as a product takes it: floats, and bytes for weights in bytes.
@safe struct ProductRow {
  let floats: UnsafePointer<Float>
  let bytes: UnsafePointer<Int8>
  let quantized: QuantizedRow

  /// A row of floats, quantised into `bytes` if there is a quantiser.
  init(
    _ floats: UnsafePointer<Float>, count: Int, _ quantizer: RowQuantizer?,
    bytes: UnsafeMutablePointer<Int8>
  ) {
    unsafe self.floats = floats
    unsafe self.bytes = UnsafePointer(bytes)
    quantized =
      unsafe quantizer?.quantize(floats, count: count, to: bytes)
      ?? QuantizedRow(scale: 1, zeroPoint: 0)
  }
}

/// A list of floats beside the weights: a bias, or weights of single elements.
struct RecurrentVector: Sendable {
  private enum Source: Sendable {
    case known(AlignedMemory)
    case operand(Int)
  }

  private let source: Source
  let count: Int

  /// Reads a list; bytes are turned into floats.
  init(_ operands: Operands, _ index: Int, count: Int) throws(OperatorError) {
    let info = try operands.input(index)
    guard info.shape == [count] else {
      throw .invalid("has \(info.shape) as input \(index) where it needs [\(count)]")
    }
    self.count = count
    switch info.type {
    case .float32:
      guard let constant = info.constant else {
        source = .operand(index)
        return
      }
      source = .known(AlignedMemory(copying: constant))
    case .int8, .uint8:
      guard let constant = info.constant else {
        throw .unsupported("has quantised weights \"\(info.name)\" that are no constant")
      }
      let scale = try RecurrentMatrix.scale(of: info)
      let memory = AlignedMemory(byteCount: 4 * count)
      for (index, byte) in constant.elements(as: Int8.self).prefix(count).enumerated() {
        unsafe memory.pointer.storeBytes(
          of: scale * Float(byte), toByteOffset: 4 * index, as: Float.self)
      }
      source = .known(memory)
    default: throw .unsupported("has an input \(index) of type \(info.type.name)")
    }
  }

  /// The first float.
  func pointer(in buffers: borrowing Buffers) -> UnsafePointer<Float> {
    switch source {
    case .known(let memory):
      unsafe UnsafePointer(memory.pointer.assumingMemoryBound(to: Float.self))
    case .operand(let index): unsafe buffers.input(index, as: Float.self)
    }
  }
}
