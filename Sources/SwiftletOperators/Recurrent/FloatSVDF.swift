internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// An SVDF on floats, with weights in floats or in bytes.
struct FloatSVDF: Sendable {
  private let geometry: SVDFGeometry
  private let features: RecurrentMatrix
  /// Weights of time in bytes as floats; nil where they are floats.
  private let times: AlignedMemory?
  private let bias: RecurrentVector?
  private let activation: RecurrentActivation
  private let quantizer: RowQuantizer?
  private let kernels: RecurrentKernels

  init(
    _ operands: Operands, _ geometry: SVDFGeometry, _ options: SVDFOptions,
    in context: LoweringContext
  ) throws(OperatorError) {
    self.geometry = geometry
    kernels = context.kernels.recurrent
    // The weights of time bound the filters, which may have no features.
    let isHybrid = try operands.input(1).type != .float32
    times = isHybrid ? try Self.floats(try operands.input(2), in: context) : nil
    features = try RecurrentMatrix(
      operands, 1, rows: geometry.filters, depth: geometry.depth)
    quantizer = isHybrid ? RowQuantizer(asymmetric: options.asymmetricQuantizeInputs) : nil
    bias =
      operands.optionalInput(3) == nil
      ? nil : try RecurrentVector(operands, 3, count: geometry.units)
    activation = RecurrentActivation(options.fusedActivation, context.kernels)
  }

  /// Bytes times their scale.
  private static func floats(
    _ info: TensorInfo, in context: LoweringContext
  ) throws(OperatorError) -> AlignedMemory {
    guard let constant = info.constant else {
      throw .unsupported("has quantised weights \"\(info.name)\" that are no constant")
    }
    let scale = try RecurrentMatrix.scale(of: info)
    let count = info.elementCount
    guard constant.count >= count else { throw .invalid("has too few bytes of weights") }
    return try context.packedWeights(
      of: constant, layout: "f32 of s8 · \(scale)", byteCount: 4 * count
    ) { memory in
      for index in 0..<count {
        let byte = unsafe constant.pointer.load(fromByteOffset: index, as: Int8.self)
        unsafe memory.pointer.storeBytes(
          of: scale * Float(byte), toByteOffset: 4 * index, as: Float.self)
      }
    }
  }

  /// Rows are quantised first if need be; then units are independent.
  func step() throws(OperatorError) -> Step {
    let units = geometry.batches * geometry.units
    let main = Phase(
      units: units, nanoseconds: geometry.multiplyAccumulates / 4
    ) { buffers, units in
      for unit in units { compute(unit, in: buffers) }
    }
    var step = Step(
      kernel: "svdf f32", phases: [main], scratchBytes: 4 * geometry.rank,
      multiplyAccumulates: geometry.multiplyAccumulates)
    guard let quantizer, units > 0 else { return step }
    step.kernel = "svdf hybrid"
    step.temporaries = [
      try MemoryLayoutPlan.byteCount([geometry.batches, geometry.depth], bytes: 1),
      try MemoryLayoutPlan.byteCount([geometry.batches], bytes: 8),
    ]
    let depth = geometry.depth
    step.phases.insert(
      Phase(units: geometry.batches, nanoseconds: geometry.batches * depth) { buffers, rows in
        for row in rows {
          let bytes =
            unsafe buffers.temporary(0).assumingMemoryBound(to: Int8.self) + row * depth
          let quantized = unsafe quantizer.quantize(
            buffers.input(0, as: Float.self) + row * depth, count: depth, to: bytes)
          let parameters = unsafe buffers.temporary(1) + 8 * row
          unsafe parameters.storeBytes(of: quantized.scale, as: Float.self)
          unsafe parameters.storeBytes(
            of: quantized.zeroPoint, toByteOffset: 4, as: Int32.self)
        }
      }, at: 0)
    return step
  }

  private func compute(_ unit: Int, in buffers: borrowing Buffers) {
    let batch = unit / geometry.units
    let memory = geometry.memory
    let first = unit % geometry.units * geometry.rank
    let products = unsafe buffers.scratch.assumingMemoryBound(to: Float.self)
    unsafe multiply(batch, filters: first, to: products, in: buffers)
    let state =
      unsafe buffers.variable(4, as: Float.self) + (batch * geometry.filters + first) * memory
    let times =
      if let times { unsafe UnsafeRawPointer(times.pointer) } else { unsafe buffers.input(2) }
    var total: Float = 0
    for filter in 0..<geometry.rank {
      let line = unsafe state + filter * memory
      unsafe line.update(from: line + 1, count: memory - 1)
      unsafe line[memory - 1] = products[filter]
      var sum: Float = 0
      unsafe kernels.addDotRows(
        times + 4 * (first + filter) * memory, 1, memory, UnsafeRawPointer(line), &sum)
      total += sum
    }
    if let bias { total += unsafe bias.pointer(in: buffers)[unit % geometry.units] }
    let output = unsafe buffers.output(as: Float.self) + unit
    unsafe output.pointee = total
    unsafe activation.apply(UnsafePointer(output), output, count: 1)
  }

  /// The products of some filters' features with a row.
  private func multiply(
    _ batch: Int, filters first: Int, to products: UnsafeMutablePointer<Float>,
    in buffers: borrowing Buffers
  ) {
    let depth = geometry.depth
    let rank = geometry.rank
    unsafe products.update(repeating: 0, count: rank)
    guard case .bytes(let scale, let rowSums) = features.form else {
      unsafe kernels.addDotRows(
        buffers.input(1) + 4 * first * depth, rank, depth, buffers.input(0) + 4 * batch * depth,
        products)
      return
    }
    let parameters = unsafe buffers.temporary(1) + 8 * batch
    let factor = unsafe parameters.load(as: Float.self) * scale
    let zeroPoint = unsafe parameters.load(fromByteOffset: 4, as: Int32.self)
    let row = unsafe UnsafeRawPointer(buffers.temporary(0) + batch * depth)
    for filter in 0..<rank {
      var sum: Int32 = 0
      unsafe kernels.dotRowsOfBytes(
        buffers.input(1) + (first + filter) * depth, 1, depth, row, &sum)
      unsafe products[filter] = Float(sum &- rowSums[first + filter] &* zeroPoint) * factor
    }
  }
}
