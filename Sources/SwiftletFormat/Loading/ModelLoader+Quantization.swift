import SwiftletFlatBuffers
import SwiftletTensor

extension ModelLoader {
  func quantization(
    of tensor: borrowing SchemaTable<ModelError>, _ shape: Shape, tensorCount: Int,
    _ name: TensorName
  ) throws(ModelError) -> Quantization? {
    guard
      let table = try tensor.table(4, "quantization", name: "QuantizationParameters")
    else { return nil }
    let details = try details(of: table, tensorCount: tensorCount, name)
    let scales = try table.floats(2, "scale")
    guard details == .none else {
      return Quantization(scales: [], zeroPoints: [], details: details)
    }
    guard !scales.isEmpty else { return nil }
    let zeroPoints = try table.ints(3, "zero_point", as: .int64)
    guard zeroPoints.count == scales.count else {
      throw .invalid(
        "\(name) has \(scales.count) quantisation scales but \(zeroPoints.count) zero points; "
          + "convert the model again.")
    }
    return Quantization(
      scales: scales, zeroPoints: zeroPoints,
      axis: try axis(
        table.int(6, "quantized_dimension", as: .int32), scales.count, shape, name),
      minimum: try table.floats(0, "min"), maximum: try table.floats(1, "max"))
  }

  /// The axis along which scales change.
  ///
  /// A single scale has no axis, but LiteRT's delegate looks at the stored number. And converters
  /// for micro-controllers copied the axis of a weight to its bias of rank 1, whose only axis it then
  /// means. The reference runtime refuses such models since 2024, older ones ran them.
  private func axis(
    _ stored: Int, _ count: Int, _ shape: Shape, _ name: TensorName
  ) throws(ModelError) -> Int {
    guard count > 1 || shape.rank == 1 else { return stored }
    let axis = shape.rank == 1 ? 0 : stored
    guard axis >= 0, axis < shape.rank else {
      throw .invalid(
        "\(name) is quantised along axis \(stored), which its shape \(shape) does not have; "
          + "convert the model again.")
    }
    guard count == 1 || count == shape[axis] else {
      throw .invalid(
        "\(name) has \(count) quantisation scales, but its shape \(shape) asks for 1 or "
          + "\(shape[axis]); convert the model again.")
    }
    return axis
  }

  private func details(
    of table: borrowing SchemaTable<ModelError>, tensorCount: Int, _ name: TensorName
  ) throws(ModelError) -> Quantization.Details {
    switch try table.int(4, "details_type", as: .uint8) {
    case 1:
      guard let custom = try table.table(5, "details", name: "CustomQuantization") else {
        return .none
      }
      return .custom(try custom.ints(0, "custom", as: .uint8).map { UInt8($0) })
    case 2:
      guard let blocks = try table.table(5, "details", name: "BlockwiseQuantization") else {
        return .none
      }
      let parts = try blockParts(of: blocks, tensorCount: tensorCount, name)
      return .blockwise(
        scales: parts.scales, zeroPoints: parts.zeroPoints, blockSize: parts.blockSize)
    case 3:
      guard let blocks = try table.table(5, "details", name: "MultiAxisQuantization") else {
        return .none
      }
      let parts = try blockParts(of: blocks, tensorCount: tensorCount, name)
      return .multiAxis(
        scales: parts.scales, zeroPoints: parts.zeroPoints, blockSize: parts.blockSize,
        axes: try blocks.ints(3, "quantized_dimensions", as: .int32))
    default:
      // Later schemes are skipped, as unions ask for; the affine vectors then count.
      return .none
    }
  }

  private func blockParts(
    of table: borrowing SchemaTable<ModelError>, tensorCount: Int, _ name: TensorName
  ) throws(ModelError) -> (scales: Int, zeroPoints: Int, blockSize: Int) {
    let scales = try table.int(0, "scales", as: .int32)
    let zeroPoints = try table.int(1, "zero_points", as: .int32)
    let blockSize = try table.int(2, "block_size", as: .int32)
    guard scales >= 0, scales < tensorCount, zeroPoints >= -1, zeroPoints < tensorCount else {
      throw .invalid(
        "\(name) takes its block scales and zero points from tensors \(scales) and "
          + "\(zeroPoints), but the subgraph has \(tensorCount); convert the model again.")
    }
    guard blockSize >= 0 else {
      throw .invalid(
        "\(name) is quantised in blocks of \(blockSize) values; convert the model again.")
    }
    return (scales, zeroPoints, blockSize)
  }

  /// Throws where a tensor that operators use has scales or zero points that no arithmetic can use.
  ///
  /// A constant may have scales of 0: converters write them for channels of zeros.
  static func checkUse(_ tensor: Tensor, subgraph: Int) throws(ModelError) {
    guard let quantization = tensor.quantization, let range = tensor.type.zeroPointRange else {
      return
    }
    let name = TensorName(subgraph: subgraph, index: tensor.index, name: tensor.name)
    for scale in quantization.scales {
      guard scale.isFinite, scale > 0 || scale == 0 && tensor.isConstant else {
        throw .invalid(
          "\(name) has the quantisation scale \(scale), which must be positive and finite; "
            + "convert the model again.")
      }
    }
    for zeroPoint in quantization.zeroPoints where !range.contains(zeroPoint) {
      throw .invalid(
        "\(name) has the zero point \(zeroPoint), which \(tensor.type.name) cannot represent; "
          + "convert the model again.")
    }
  }
}

extension ElementType {
  /// The zero points that a quantised type can have, or nil for a type that is never quantised.
  package var zeroPointRange: ClosedRange<Int>? {
    switch self {
    case .int2: -2...1
    case .int4: -8...7
    case .uint4: 0...15
    case .int8: -128...127
    case .uint8: 0...255
    case .int16: -32768...32767
    case .uint16: 0...65535
    case .int32: Int(Int32.min)...Int(Int32.max)
    case .int64: Int.min...Int.max
    default: nil
    }
  }
}
