internal import SwiftletFormat
internal import SwiftletTensor

/// `STABLEHLO_GATHER`: windows of an operand at vectors of indices, each moved inside if it would hang
/// over an edge.
struct StablehloGather: Operator {
  static let code = BuiltinOperator.stablehloGather
  static let elementTypes: [ElementType] = .scatterable
  private let options: StablehloGatherOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    options = node.options(as: StablehloGatherOptions.self)
    let input = try node.input(0)
    try MovementLowering.checkTypes(input, try node.output())
    guard Self.elementTypes.contains(input.type) else {
      throw .unsupported("has an operand of type \(input.type.name)")
    }
    try IndexedWindows.checkType(ofIndices: try node.input(1))
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (shape, indices) = (try operands.input(0).shape, try operands.input(1).shape)
    let sizes = options.sliceSizes
    guard sizes.count == shape.rank, zip(sizes, shape.dimensions).allSatisfy({ 0...$1 ~= $0 })
    else { throw .invalid("has windows of \(sizes) in an operand of \(shape)") }
    guard options.collapsedSliceDims.allSatisfy({ sizes.indices.contains($0) && sizes[$0] == 1 })
    else {
      throw .invalid("has collapsed axes \(options.collapsedSliceDims) in windows of \(sizes)")
    }
    let kept = sizes.indices.filter { !options.collapsedSliceDims.contains($0) }
    let counted = indices.dimensions.indices.filter { $0 != options.indexVectorDim }
    let rank = options.offsetDims.count + counted.count
    guard kept.count == options.offsetDims.count, rank <= Shape.maximumRank else {
      throw .invalid(
        "has offset axes \(options.offsetDims) for windows of \(kept.count) dimensions")
    }
    var (windows, batches) = (kept.map { sizes[$0] }[...], counted.map { indices[$0] }[...])
    var extents: [Int] = []
    for axis in 0..<rank {
      let next = options.offsetDims.contains(axis) ? windows.popFirst() : batches.popFirst()
      guard let next else { throw .invalid("has offset axes \(options.offsetDims)") }
      extents.append(next)
    }
    return [Shape(extents)]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (input, output) = (try operands.input(0), operands.outputs[0])
    let (size, shape) = (try input.elementSize(), input.shape)
    let windows = try IndexedWindows(
      operand: shape, indices: try operands.input(1), windows: output.shape,
      windowAxes: options.offsetDims, missingAxes: options.collapsedSliceDims,
      indexedAxes: options.startIndexMap, vectorAxis: options.indexVectorDim)
    let copy = StridedCopy(
      windows.axes.map {
        StridedCopy.Axis(
          extent: $0.extent, source: $0.operandStride * size, target: $0.windowStride * size)
      }, elementSize: size)
    let (strides, sizes, runs) = (shape.strides, options.sliceSizes, copy.runCount)
    let phase = Phase(
      units: output.elementCount == 0 ? 0 : windows.count,
      nanoseconds: windows.count * (16 + 8 * runs) + output.byteCount / 16
    ) { buffers, range in
      for window in range {
        let (target, index) = windows.offsets(of: window)
        var source = 0
        for axis in 0..<shape.rank {
          let start = unsafe windows.start(along: axis, indexOffset: index, buffers.input(1))
          source += max(0, min(start, shape[axis] - sizes[axis])) * strides[axis]
        }
        unsafe copy.copy(
          0..<runs, from: buffers.input(0) + source * size, to: buffers.output() + target * size)
      }
    }
    return Step(kernel: "gather windows", phases: [phase])
  }
}
