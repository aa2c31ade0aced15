internal import SwiftletFormat
internal import SwiftletTensor

/// `STABLEHLO_SCATTER`: an operand into which windows are combined at vectors of indices, one after the
/// other; elements that would lie outside are left out.
struct StablehloScatter: Operator {
  static let code = BuiltinOperator.stablehloScatter
  static let elementTypes: [ElementType] = .scatterable
  private let options: StablehloScatterOptions
  private let function: ElementCombination

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3)
    options = node.options(as: StablehloScatterOptions.self)
    let (input, updates) = (try node.input(0), try node.input(2))
    try MovementLowering.checkTypes(input, try node.output())
    try node.require(
      input.type == updates.type,
      "has updates of type \(updates.type.name) for an operand of type \(input.type.name)")
    guard Self.elementTypes.contains(input.type) else {
      throw .unsupported("has an operand of type \(input.type.name)")
    }
    try IndexedWindows.checkType(ofIndices: try node.input(1))
    function = try Self.function(
      of: try node.body(options.updateComputationSubgraphIndex))
  }

  /// What a subgraph of at most one operator computes of an element and its update.
  private static func function(of body: Subgraph) throws(OperatorError) -> ElementCombination {
    guard let node = body.operators.first else {
      guard body.inputs.count == 2, body.outputs == [body.inputs[1]] else {
        throw .unsupported("has a body that does not give the update")
      }
      return .replace
    }
    guard body.operators.count == 1 else {
      throw .unsupported("has a body of \(body.operators.count) operators")
    }
    switch node.code {
    case .stablehloAdd, .add: return .add
    case .stablehloMultiply, .mul: return .multiply
    case .stablehloMaximum, .maximum: return .maximum
    case .stablehloMinimum, .minimum: return .minimum
    default: throw .unsupported("has a body of \(node.code.schemaName)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    [try operands.input(0).shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (input, updates) = (try operands.input(0), try operands.input(2))
    let (size, shape) = (try input.elementSize(), input.shape)
    let windows = try IndexedWindows(
      operand: shape, indices: try operands.input(1), windows: updates.shape,
      windowAxes: options.updateWindowDims, missingAxes: options.insertedWindowDims,
      indexedAxes: options.scatterDimsToOperandDims, vectorAxis: options.indexVectorDim)
    let kernel = try unsafe input.type.combinationKernel()
    let (strides, function) = (shape.strides, function)
    let inner =
      windows.axes.last
      ?? IndexedWindows.Axis(extent: 1, operandAxis: -1, operandStride: 1, windowStride: 1)
    let outer = Array(windows.axes.dropLast())
    let runs = outer.reduce(1) { $0 * $1.extent }
    let bytes = input.byteCount
    let copy = Phase(units: bytes, grain: 4096, nanoseconds: bytes / 32) { buffers, range in
      let source = unsafe buffers.input(0) + range.lowerBound
      let target = unsafe buffers.output() + range.lowerBound
      guard unsafe source != UnsafeRawPointer(target) else { return }
      unsafe target.copyMemory(from: source, byteCount: range.count)
    }
    // Windows may overlap, and their order counts.
    let scatter = Phase(
      units: updates.elementCount == 0 || bytes == 0 ? 0 : 1,
      nanoseconds: updates.elementCount * 2 + windows.count * runs * 16
    ) { buffers, _ in
      for window in 0..<windows.count {
        let (from, index) = windows.offsets(of: window)
        for run in 0..<runs {
          var (rest, source, target, isInside) = (run, from, 0, true)
          for axis in outer.reversed() {
            let (quotient, position) = rest.quotientAndRemainder(dividingBy: axis.extent)
            rest = quotient
            source += position * axis.windowStride
            target += position * axis.operandStride
            let start = unsafe windows.start(
              along: axis.operandAxis, indexOffset: index, buffers.input(1))
            isInside = isInside && 0..<shape[axis.operandAxis] ~= start + position
          }
          var covered = 0..<inner.extent
          for axis in 0..<shape.rank {
            let start = unsafe windows.start(
              along: axis, indexOffset: index, buffers.input(1))
            target &+= start &* strides[axis]
            if axis == inner.operandAxis {
              covered = covered.clamped(to: -start..<max(-start, shape[axis] - start))
            } else if !outer.contains(where: { $0.operandAxis == axis }) {
              isInside = isInside && 0..<shape[axis] ~= start
            }
          }
          guard isInside, !covered.isEmpty else { continue }
          let place =
            unsafe buffers.output() + (target + covered.lowerBound * inner.operandStride) * size
          unsafe kernel(
            function, UnsafeRawPointer(place), inner.operandStride,
            buffers.input(2) + (source + covered.lowerBound * inner.windowStride) * size,
            inner.windowStride, place, inner.operandStride, covered.count)
        }
      }
    }
    return Step(
      kernel: "scatter \(function)", phases: [copy, scatter], inPlaceInputs: [0])
  }
}

extension NodeReader {
  /// The subgraph that tells how elements are combined.
  func body(_ index: Int) throws(OperatorError) -> Subgraph {
    guard let model, model.subgraphs.indices.contains(index) else {
      throw .invalid("combines elements by subgraph \(index), which is not there")
    }
    return model.subgraphs[index]
  }
}
