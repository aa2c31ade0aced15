internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `RESIZE_BILINEAR`: an image of another size, each pixel between four of the input.
struct ResizeBilinear: Operator {
  static let code = BuiltinOperator.resizeBilinear
  static let elementTypes: [ElementType] = [.float32, .uint8, .int16, .int8]
  private let options: ResizeBilinearOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    options = node.options(as: ResizeBilinearOptions.self)
    let (input, output) = (try node.input(0), try node.output())
    try node.require(
      input.type == output.type,
      "has an input of type \(input.type.name) and an output of type \(output.type.name)")
    try node.require(
      !(options.alignCorners && options.halfPixelCenters),
      "has both align_corners and half_pixel_centers")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try geometry(operands).map { [$0.output] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let geometry = try geometry(operands) else {
      throw .unsupported("has a size that is not constant")
    }
    let kernels = context.kernels.resize
    let channels = geometry.input[3]
    let columns = geometry.output[2]
    let line = geometry.input[2] * channels
    // An image that gets much narrower has columns that no output needs.
    let blends = geometry.input[2] <= 2 * columns
    switch operands.outputs[0].type {
    case .float32:
      let taps = try ResizeTaps(geometry, .float, in: context)
      guard blends else {
        return step("f32", geometry, taps) { buffers, top, bottom, output, row in
          unsafe kernels.float(
            buffers.input(0, as: Float.self) + top, buffers.input(0, as: Float.self) + bottom,
            buffers.output(as: Float.self) + output, taps.columns, columns, channels,
            row.fraction)
        }
      }
      return step("f32", geometry, taps, scratchBytes: 4 * line) {
        buffers, top, bottom, output, row in
        let source = unsafe buffers.input(0, as: Float.self)
        let between = unsafe buffers.scratch.assumingMemoryBound(to: Float.self)
        unsafe kernels.blend(source + top, source + bottom, between, line, row.fraction)
        unsafe kernels.columns(
          between, buffers.output(as: Float.self) + output, taps.columns, columns, channels)
      }
    case .int8, .uint8:
      let isSigned = operands.outputs[0].type == .int8
      let hasStaticSize = try operands.input(1).isStatic
      let areImages = try operands.input(0).statesImage && operands.outputs[0].statesImage
      let isBuiltIn =
        context.arithmetic == .reference || !hasStaticSize || !operands.areDelegable || !areImages
      let inFloats: ByteResizing = context.arithmetic == .litert ? .floatProducts : .float
      let resizing: ByteResizing = isBuiltIn ? (isSigned ? .tenBits : inFloats) : .elevenBits
      let taps = try ResizeTaps(geometry, resizing, in: context)
      let xor: UInt8 = isSigned ? 0x80 : 0
      guard blends, resizing == .elevenBits || resizing == .tenBits else {
        return step("q8", geometry, taps) { buffers, top, bottom, output, row in
          unsafe kernels.bytes(
            resizing, buffers.input(0, as: UInt8.self) + top,
            buffers.input(0, as: UInt8.self) + bottom, buffers.output(as: UInt8.self) + output,
            taps.columns, columns, channels, row, xor)
        }
      }
      let (bits, zero): (Int32, Int32) =
        resizing == .elevenBits ? (11, 0) : (10, isSigned ? 128 : 0)
      return step("q8", geometry, taps, scratchBytes: 4 * line) {
        buffers, top, bottom, output, row in
        let source = unsafe buffers.input(0, as: UInt8.self)
        let between = unsafe buffers.scratch.assumingMemoryBound(to: Int32.self)
        unsafe kernels.blendBytes(
          source + top, source + bottom, between, line, bits, row.weight, xor, zero)
        unsafe kernels.byteColumns(
          resizing, between, buffers.output(as: UInt8.self) + output, taps.columns, columns,
          channels, xor)
      }
    case .int16:
      let taps = try ResizeTaps(geometry, .tenBits, in: context)
      return step("q16", geometry, taps) { buffers, top, bottom, output, row in
        let source = unsafe buffers.input(0, as: Int16.self)
        let target = unsafe buffers.output(as: Int16.self) + output
        for column in 0..<columns {
          let tap = unsafe taps.columns[column]
          for channel in 0..<channels {
            let value = unsafe Self.between(
              source[top + tap.lower + channel], source[top + tap.upper + channel],
              source[bottom + tap.lower + channel], source[bottom + tap.upper + channel],
              across: Int64(tap.weight), down: Int64(row.weight))
            unsafe target[column * channels + channel] = value
          }
        }
      }
    default: throw .unsupported("has an input of type \(operands.outputs[0].type.name)")
    }
  }

  private func geometry(_ operands: Operands) throws(OperatorError) -> ResizeGeometry? {
    try ResizeGeometry(
      operands, alignsCorners: options.alignCorners, usesPixelCenters: options.halfPixelCenters)
  }

  /// One unit for each output row; `body` gets the first elements of two input rows.
  private func step(
    _ type: String, _ geometry: ResizeGeometry, _ taps: ResizeTaps, scratchBytes: Int = 0,
    body: @escaping @Sendable (borrowing Buffers, Int, Int, Int, ResizeTap) -> Void
  ) -> Step {
    let (input, output) = (geometry.input, geometry.output)
    let image = input[1] * input[2] * input[3]
    let phase = Phase(
      units: output.elementCount == 0 ? 0 : output[0] * output[1],
      nanoseconds: output.elementCount / 2
    ) { buffers, range in
      for unit in range {
        let (batch, y) = unit.quotientAndRemainder(dividingBy: output[1])
        let row = unsafe taps.rows[y]
        let start = batch * image
        body(
          buffers, start + row.lower, start + row.upper, unit * output[2] * output[3], row)
      }
    }
    return Step(
      kernel: "resize bilinear \(type)", phases: [phase], scratchBytes: scratchBytes)
  }

  private static func between(
    _ topLeft: Int16, _ topRight: Int16, _ bottomLeft: Int16, _ bottomRight: Int16,
    across: Int64, down: Int64
  ) -> Int16 {
    let upper = Int64(topLeft) * (1024 - across) + Int64(topRight) * across
    let lower = Int64(bottomLeft) * (1024 - across) + Int64(bottomRight) * across
    let sum = upper * (1024 - down) + lower * down
    return Int16(truncatingIfNeeded: (sum + (sum > 0 ? 1 << 19 : -(1 << 19))) / (1 << 20))
  }
}

/// The taps of all rows and columns.
@safe private final class ResizeTaps: Sendable {
  private let memory: AlignedMemory
  private let rowCount: Int

  init(
    _ geometry: ResizeGeometry, _ resizing: ByteResizing, in context: LoweringContext
  ) throws(OperatorError) {
    let output = geometry.output
    rowCount = output[1]
    memory = try context.memory(
      byteCount: (output[1] + output[2]) * MemoryLayout<ResizeTap>.stride)
    let taps = unsafe memory.pointer.assumingMemoryBound(to: ResizeTap.self)
    for index in 0..<output[1] {
      let unit = geometry.input[2] * geometry.input[3]
      unsafe taps[index] = Self.tap(index, geometry, axis: 1, unit: unit, resizing)
    }
    for index in 0..<output[2] {
      let unit = geometry.input[3]
      unsafe taps[output[1] + index] = Self.tap(index, geometry, axis: 2, unit: unit, resizing)
    }
  }

  var rows: UnsafePointer<ResizeTap> {
    unsafe UnsafePointer(memory.pointer.assumingMemoryBound(to: ResizeTap.self))
  }

  var columns: UnsafePointer<ResizeTap> { unsafe rows + rowCount }

  private static func tap(
    _ index: Int, _ geometry: ResizeGeometry, axis: Int, unit: Int, _ resizing: ByteResizing
  ) -> ResizeTap {
    let last = geometry.input[axis] - 1
    let half = geometry.usesPixelCenters
    if resizing == .tenBits {
      let step = geometry.fixedStep(axis)
      let position = index * step + (half ? step / 2 - 512 : 0)
      let lower = max(position / 1024, 0)
      return ResizeTap(
        lower: lower * unit, upper: min((position + 1023) / 1024, last) * unit, fraction: 0,
        weight: Int32(position - 1024 * lower))
    }
    let step = geometry.step(axis)
    if resizing == .elevenBits {
      let offset: Float = half ? 0.5 * step - 0.5 : 0
      let position = min(max(Float(index) * step + offset, 0), Float(last))
      let lower = Int(position)
      let weight = ((position - Float(lower)) * 2048).rounded(.toNearestOrEven)
      return ResizeTap(
        lower: lower * unit, upper: min(lower + 1, last) * unit, fraction: 0,
        weight: Int32(weight))
    }
    let position = half ? (Float(index) + 0.5) * step - 0.5 : Float(index) * step
    let lower = max(Int(position.rounded(.down)), 0)
    let upper = min(Int(position.rounded(.up)), last)
    return ResizeTap(
      lower: lower * unit, upper: upper * unit, fraction: position - Float(lower), weight: 0)
  }
}
