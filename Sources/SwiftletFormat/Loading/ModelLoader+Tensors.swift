import SwiftletFlatBuffers
import SwiftletTensor

extension ModelLoader {
  func loadTensors(
    of subgraph: borrowing SchemaTable<ModelError>, subgraph index: Int,
    _ buffers: [BufferLocation], before total: inout Int
  ) throws(ModelError) -> [Tensor] {
    guard let tables = try subgraph.tables(0, "tensors", name: "Tensor") else {
      let fault = subgraph.missing("tensors")
      try faults.note(fault)
      return []
    }
    total += tables.count
    try count(total, of: "tensors", limits.tensors)
    var tensors: [Tensor] = []
    tensors.reserveCapacity(tables.count)
    for position in 0..<tables.count {
      tensors.append(
        try tensor(
          tables.table(at: position), subgraph: index, index: position, count: tables.count,
          buffers))
    }
    return tensors
  }

  private func tensor(
    _ table: borrowing SchemaTable<ModelError>, subgraph: Int, index: Int, count: Int,
    _ buffers: [BufferLocation]
  ) throws(ModelError) -> Tensor {
    let name = TensorName(
      subgraph: subgraph, index: index, name: try table.string(3, "name") ?? "")
    let type = try elementType(table.int(1, "type", as: .int8), name)
    if type == nil { faults.noteTypeless(name) }
    let shape = try shape(table.ints(0, "shape", as: .int32), name)
    if shape == nil { faults.noteShapeless(name) }
    let buffer = try table.int(2, "buffer", as: .uint32)
    let hasBuffer = buffer == 0 || buffer < buffers.count
    if !hasBuffer {
      try faults.note(
        .invalid(
          "\(name) refers to buffer \(buffer), but the model has \(buffers.count); convert the "
            + "model again."))
    }
    // Buffer 0 means "no data" even where it has bytes.
    let data = buffer == 0 || !hasBuffer ? BufferLocation.empty : buffers[buffer]
    let isVariable = try table.bool(5, "is_variable")
    let externalBuffer = try table.int(10, "external_buffer", as: .uint32)
    if data.count > 0, isVariable {
      try faults.note(
        .invalid(
          "\(name) is a variable and has data, which exclude each other; convert the model again."))
    }
    if data.count > 0, externalBuffer != 0 {
      try faults.note(
        .invalid(
          "\(name) has data both in this file and in another one; convert the model again."))
    }
    // Layouts, scales and data are looked at by the shape and the type.
    let known = shape ?? Shape([])
    var sparsity: Sparsity?
    var quantization: Quantization?
    var isConstant = false
    if let shape {
      do throws(ModelError) {
        sparsity = try self.sparsity(of: table, shape, name)
        if let type {
          isConstant = try hasData(data, of: table, type, shape, sparsity, name)
        }
      } catch { try faults.noteInvalid(error) }
      do throws(ModelError) {
        quantization = try self.quantization(of: table, shape, tensorCount: count, name)
      } catch { try faults.noteInvalid(error) }
    }
    var variants: [VariantElement] = []
    do throws(ModelError) { variants = try self.variants(of: table, name) } catch {
      try faults.noteInvalid(error)
    }
    return Tensor(
      index: index, name: name.name, type: type ?? .variant, shape: known,
      shapeSignature: try signature(table.ints(7, "shape_signature", as: .int32), shape, name),
      hasRank: try table.bool(8, "has_rank") && shape != nil, buffer: buffer,
      isConstant: isConstant, isVariable: isVariable, quantization: quantization,
      sparsity: sparsity, variantTensors: variants, externalBuffer: externalBuffer)
  }

  /// Whether a tensor has data, which then are sound.
  private func hasData(
    _ data: BufferLocation, of table: borrowing SchemaTable<ModelError>, _ type: ElementType,
    _ shape: Shape, _ sparsity: Sparsity?, _ name: TensorName
  ) throws(ModelError) -> Bool {
    if data.count > 0 {
      // Very many tensors may have one table of strings, which each of them has to look at.
      if type == .string { try table.charge(data.count, "buffer") }
      try checkData(data, type, shape, sparsity, name)
    } else if sparsity != nil, !shape.dimensions.contains(0) {
      throw .invalid("\(name) is sparse but has no data; convert the model again.")
    }
    return data.count > 0
  }

  private func elementType(_ number: Int, _ name: TensorName) throws(ModelError) -> ElementType? {
    if let type = UInt8(exactly: number).flatMap(ElementType.init(rawValue:)) { return type }
    try faults.note(
      .invalid("\(name) has the unknown element type \(number); convert the model again."))
    return nil
  }

  private func shape(_ dimensions: [Int], _ name: TensorName) throws(ModelError) -> Shape? {
    do throws(ModelError) { return try checkedShape(dimensions, name) } catch {
      try faults.note(error)
      return nil
    }
  }

  private func checkedShape(_ dimensions: [Int], _ name: TensorName) throws(ModelError) -> Shape {
    let shape = Shape(dimensions)
    let rank = min(limits.rank, Shape.maximumRank)
    guard dimensions.count <= rank else {
      throw .invalid("\(name) has rank \(dimensions.count), but at most \(rank) is supported.")
    }
    guard dimensions.allSatisfy({ $0 >= 0 }) else {
      throw .invalid(
        "\(name) has the shape \(shape), in which an extent is negative; convert the model again.")
    }
    // 16 bytes, the widest element, must be countable too.
    guard let count = shape.checkedElementCount, count <= Int.max / 16 else {
      throw .invalid(
        "\(name) has the shape \(shape), whose size overflows; convert "
          + "the model again.")
    }
    guard count <= limits.elements else {
      throw ModelError(
        .tooLarge,
        "\(name) has the shape \(shape) of more than \(limits.elements) elements; raise "
          + "ModelLimits.elements to load it.")
    }
    return shape
  }

  private func signature(
    _ dimensions: [Int], _ shape: Shape?, _ name: TensorName
  ) throws(ModelError) -> Shape? {
    guard let shape, !dimensions.isEmpty else { return nil }
    guard dimensions.count == shape.rank, dimensions.allSatisfy({ $0 >= -1 }) else {
      try faults.note(
        .invalid(
          "\(name) has the shape \(shape) but the shape signature "
            + "\(Shape(dimensions)); convert the model again."))
      return nil
    }
    return Shape(dimensions)
  }

  private func variants(
    of table: borrowing SchemaTable<ModelError>, _ name: TensorName
  ) throws(ModelError) -> [VariantElement] {
    guard let tables = try table.tables(9, "variant_tensors", name: "VariantSubType") else {
      return []
    }
    var elements: [VariantElement] = []
    for index in 0..<tables.count {
      let element = try tables.table(at: index)
      let dimensions = try element.ints(0, "shape", as: .int32)
      // Unlike a tensor's own shape, −1 stands here for what is not known.
      guard dimensions.count <= Shape.maximumRank, dimensions.allSatisfy({ $0 >= -1 }) else {
        throw .invalid(
          "\(name) has variant elements of the shape \(Shape(dimensions)); convert the model "
            + "again.")
      }
      guard let type = try elementType(element.int(1, "type", as: .int8), name) else { continue }
      elements.append(
        VariantElement(
          type: type,
          shape: Shape(dimensions), hasRank: try element.bool(2, "has_rank")))
    }
    return elements
  }

  /// Throws where a constant's bytes are too few or, for strings, malformed.
  ///
  /// More bytes than needed are accepted, as by the reference runtime.
  private func checkData(
    _ data: BufferLocation, _ type: ElementType, _ shape: Shape, _ sparsity: Sparsity?,
    _ name: TensorName
  ) throws(ModelError) {
    switch type {
    case .string: try checkStrings(data, shape, name)
    case .variant:
      throw .invalid(
        "\(name) is a constant of type variant, which has no bytes; convert the model again.")
    default:
      let stored = sparsity.map(\.storedValueCount) ?? shape.elementCount
      guard let needed = type.byteCount(elements: stored), needed <= data.count else {
        throw .invalid(
          "\(name) has \(data.count) bytes of data, but \(stored) values of \(type.name) for the "
            + "shape \(shape) need \(type.byteCount(elements: stored) ?? 0); convert the model "
            + "again.")
      }
    }
  }

  /// Layout: a count, that many offsets and one more for the end, then the bytes.
  private func checkStrings(
    _ data: BufferLocation, _ shape: Shape, _ name: TensorName
  ) throws(ModelError) {
    func word(_ index: Int) -> Int {
      let offset = data.offset + 4 * index
      return (0..<4).reduce(0) { $0 | Int(bytes.byte(at: offset + $1)) << (8 * $1) }
    }
    guard data.count >= 8 else {
      throw .invalid(
        "\(name) has \(data.count) bytes of strings, fewer than a header "
          + "takes; convert the model again.")
    }
    let count = word(0)
    guard count <= data.count / 4 - 2 else {
      throw .invalid(
        "\(name) claims \(count) strings, more than its \(data.count) bytes can hold; "
          + "convert the model again.")
    }
    guard count >= shape.elementCount else {
      throw .invalid(
        "\(name) holds \(count) strings, but its shape \(shape) asks for "
          + "\(shape.elementCount); convert the model again.")
    }
    var last = 4 * (count + 2)
    guard word(1) == last else {
      throw .invalid(
        "\(name) has its first string at byte \(word(1)) instead of \(last); "
          + "convert the model again.")
    }
    for index in 1...(count + 1) {
      let offset = word(index)
      guard offset >= last, offset <= data.count else {
        throw .invalid(
          "\(name) has a string that ends at byte \(offset), outside \(last) to "
            + "\(data.count); convert the model again.")
      }
      last = offset
    }
  }
}
