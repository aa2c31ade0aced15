extension ModelBuilder {
  /// The file.
  package func build() -> [UInt8] {
    FlatBufferBuilder.build(root, identifier: identifier)
  }

  private var root: FlatTable {
    var table = FlatTable([
      0: .uint32(UInt32(version)),
      1: .tables(operatorCodes.map(\.table)),
      2: .tables(subgraphs.map(\.table)),
      4: .tables(buffers.map(\.table)),
    ])
    table[3] = description.map { .string($0) }
    if !metadata.isEmpty {
      table[6] = .tables(
        metadata.map { entry in
          FlatTable(1, .uint32(UInt32(entry.buffer)), named: entry.name)
        })
    }
    if !signatures.isEmpty { table[7] = .tables(signatures.map(\.table)) }
    for (id, value) in rootFields { table[id] = value }
    return table
  }
}

extension FlatTable {
  /// A table of a name, left out where nil, and one further field.
  fileprivate init(_ id: Int, _ value: FlatValue, named name: String?) {
    self.init([id: value])
    self[0] = name.map { .string($0) }
  }
}

extension BufferRecord {
  fileprivate var table: FlatTable {
    var table = FlatTable()
    table[0] = data.map { .bytes($0, alignment: 16) }
    if let external {
      table[1] = .uint64(UInt64(external.offset))
      table[2] = .uint64(UInt64(external.size))
    }
    return table
  }
}

extension OperatorCodeRecord {
  fileprivate var table: FlatTable {
    var table = FlatTable([
      0: .int8(Int8(clamping: min(code, 127))), 2: .int32(Int32(version)),
      3: .int32(Int32(code)),
    ])
    if !customName.isEmpty { table[1] = .string(customName) }
    return table
  }
}

extension SubgraphRecord {
  fileprivate var table: FlatTable {
    var table = FlatTable([
      0: .tables(tensors.map(\.table)), 1: .indices(inputs), 2: .indices(outputs),
      3: .tables(operators.map(\.table)),
    ])
    table[4] = name.map { .string($0) }
    for (id, value) in replacedFields { table[id] = value }
    return table
  }
}

extension FlatValue {
  /// A vector of 32-bit integers.
  fileprivate static func indices(_ values: [Int]) -> FlatValue {
    .int32s(values.map { Int32($0) })
  }
}

extension TensorRecord {
  fileprivate var table: FlatTable {
    var table = FlatTable([1: .int8(Int8(type)), 2: .uint32(UInt32(buffer))])
    table[0] = shape.map { .indices($0) }
    table[3] = name.map { .string($0) }
    table[4] = quantization.map { .table($0.table) }
    if isVariable { table[5] = .bool(true) }
    table[6] = sparsity.map { .table($0) }
    table[7] = shapeSignature.map { .indices($0) }
    for (id, value) in extraFields { table[id] = value }
    return table
  }
}

extension QuantizationRecord {
  fileprivate var table: FlatTable {
    var table = FlatTable([6: .int32(Int32(axis))])
    table[0] = minimum.map { .floats($0) }
    table[1] = maximum.map { .floats($0) }
    table[2] = scales.map { .floats($0) }
    table[3] = zeroPoints.map { .int64s($0.map { Int64($0) }) }
    if let details {
      table[4] = .uint8(UInt8(details.number))
      table[5] = details.table.map { .table($0) }
    }
    return table
  }
}

extension OperatorRecord {
  fileprivate var table: FlatTable {
    var table = FlatTable([0: .uint32(UInt32(code))])
    table[1] = inputs.map { .indices($0) }
    table[2] = outputs.map { .indices($0) }
    table[5] = customOptions.map { .bytes($0) }
    table[7] = mutatingVariableInputs.map { .bools($0) }
    table[8] = intermediates.map { .indices($0) }
    if let options {
      table[options.union == 1 ? 3 : 11] = .uint8(UInt8(options.number))
      table[options.union == 1 ? 4 : 12] = options.table.map { .table($0) }
    }
    for (id, value) in extraFields { table[id] = value }
    return table
  }
}

extension SignatureRecord {
  fileprivate var table: FlatTable {
    func aliases(_ aliases: [(name: String?, tensor: Int)]) -> FlatValue {
      .tables(aliases.map { FlatTable(1, .uint32(UInt32($0.tensor)), named: $0.name) })
    }
    var table = FlatTable([0: aliases(inputs), 1: aliases(outputs), 4: .uint32(UInt32(subgraph))])
    table[2] = key.map { .string($0) }
    return table
  }
}
