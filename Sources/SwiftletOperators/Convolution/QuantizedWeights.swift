internal import SwiftletSIMD
internal import SwiftletTensor

/// The packed weights of a dense quantised convolution, one matrix for each group.
struct PackedWeights: Sendable {
  /// The columns of each group.
  let columns: Int
  /// The runs of a row, their weights and their 32-bit words.
  let runs: Int
  let runLength: Int
  let runWords: Int
  /// What the kernel still has to correct by row terms.
  let packedZeroPoint: Int
  /// Whether activations are bytes rather than 16-bit integers less their zero point.
  private let multipliesBytes: Bool
  private let groups: Int
  private let lanes: Int
  private let groupBytes: Int
  /// The weights of all groups, then for each output channel their sum and magnitude.
  private let memory: AlignedMemory
  private let offsets: AlignedMemory

  init(
    _ layer: QuantizedLayer, groups: Int, rows: QuantizedRows, in context: LoweringContext
  ) throws(OperatorError) {
    let kernels = context.kernels.quantized
    let geometry = layer.convolution.geometry
    let outputs = geometry.outputChannels
    let columns = outputs / groups
    let depth = geometry.kernelHeight * geometry.kernelWidth * geometry.inputChannels / groups
    let (runs, runLength) =
      rows.isByLine ? QuantizedRows.runs(geometry, groups: groups) : (1, depth)
    // A filter of a depthwise convolution has its output channels innermost.
    let isDepthwise = layer.convolution.kind.channelAxis == 3
    let shape = unsafe GemmWeights(
      source: layer.filter.pointer.assumingMemoryBound(to: UInt8.self), columns: columns,
      runs: runs, runLength: runLength, columnStride: isDepthwise ? 1 : depth,
      depthStride: isDepthwise ? outputs : 1,
      isUnsigned: layer.convolution.filter.type == .uint8, zeroPoint: layer.filterZeroPoint,
      lanes: kernels.lanes, activationsPerWord: kernels.activationsPerWord)
    let groupBytes = shape.byteCount
    let layout =
      "gemm \(layer.convolution.filter.type.name) groups=\(groups) n=\(columns) k=\(runs)×\(runLength) "
      + "strides=\(shape.columnStride),\(shape.depthStride) unsigned=\(shape.isUnsigned) "
      + "zero=\(shape.zeroPoint) lanes=\(shape.lanes) word=\(shape.activationsPerWord)"
    memory = try context.packedWeights(
      of: layer.filter, layout: layout, byteCount: groups * groupBytes + 16 * outputs
    ) { memory in
      let sums = unsafe (memory.pointer + groups * groupBytes).assumingMemoryBound(to: Int.self)
      let bytes = layer.filterBytes
      withExtendedLifetime(bytes) {
        for group in 0..<groups {
          var part = shape
          unsafe part.source = bytes.pointer.assumingMemoryBound(to: UInt8.self)
          unsafe part.source += group * columns * part.columnStride
          unsafe kernels.packWeights(
            &part, memory.pointer + group * groupBytes, sums + group * columns,
            sums + (outputs + group * columns))
        }
      }
    }
    self.columns = columns
    self.groups = groups
    self.groupBytes = groupBytes
    self.runs = runs
    self.runLength = runLength
    runWords = shape.runWords
    packedZeroPoint = shape.packedZeroPoint
    lanes = kernels.lanes
    multipliesBytes = kernels.activationsPerWord == 4
    offsets = try Self.offsets(rows, geometry, groups: groups, runs: runs, in: context)
  }

  /// The bytes from the start of a window to each of its runs.
  private static func offsets(
    _ rows: QuantizedRows, _ geometry: ConvolutionGeometry, groups: Int, runs: Int,
    in context: LoweringContext
  ) throws(OperatorError) -> AlignedMemory {
    let memory = try context.memory(byteCount: 8 * runs)
    guard rows.isByLine else { return memory }
    let pixelBytes = geometry.inputChannels * (rows.padding?.elementBytes ?? 1)
    let lineBytes = (rows.padding?.width ?? geometry.inputWidth) * pixelBytes
    let perLine = runs / geometry.kernelHeight
    for run in 0..<runs {
      let (y, x) = (run / perLine, run % perLine)
      let offset =
        y * geometry.dilationHeight * lineBytes + x * geometry.dilationWidth * pixelBytes
      unsafe memory.pointer.storeBytes(of: offset, toByteOffset: 8 * run, as: Int.self)
    }
    return memory
  }

  /// The packed weights of one group.
  func pointer(group: Int) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(memory.pointer + group * groupBytes)
  }

  /// The bytes from the start of a row to each run.
  var runOffsets: UnsafePointer<Int> {
    unsafe UnsafePointer(offsets.pointer.assumingMemoryBound(to: Int.self))
  }

  /// Starting sums and requantisation in packed order; `inputFlip` turns a byte of a row into an
  /// unsigned one.
  func parameters(
    for layer: QuantizedLayer, inputFlip: UInt8, in context: LoweringContext
  ) throws(OperatorError) -> QuantizedParameters {
    let outputs = groups * columns
    let sums = unsafe (memory.pointer + groups * groupBytes).assumingMemoryBound(to: Int.self)
    // `Σ (x − zx)(w − zw)` without the row term `−zw · Σ x`; kernels on 16-bit integers get both
    // factors less their zero points.
    let zero = multipliesBytes ? layer.unsignedInputZeroPoint : 0
    let depth = runs * runLength
    var biases: [Int32] = []
    var bounds: [Int] = []
    biases.reserveCapacity(outputs)
    bounds.reserveCapacity(outputs)
    for channel in 0..<outputs {
      let correction = unsafe depth * zero * packedZeroPoint - zero * sums[channel]
      biases.append(Int32(truncatingIfNeeded: Int(layer.bias[channel]) + correction))
      bounds.append(unsafe abs(Int(layer.bias[channel])) + 255 * sums[outputs + channel])
    }
    let order = GemmPacking.columnOrder(columns: columns, lanes: lanes)
    let channels = (0..<groups).flatMap { group in
      order.map { $0 < columns ? Int32(group * columns) + $0 : -1 }
    }
    return try QuantizedParameters(
      channels: channels, biases: biases, bounds: bounds, inputFlip: inputFlip,
      requantization: layer.requantization, in: context)
  }
}
