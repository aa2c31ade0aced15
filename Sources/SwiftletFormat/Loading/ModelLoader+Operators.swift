import SwiftletFlatBuffers
import SwiftletTensor

extension ModelLoader {
  func loadNodes(
    of subgraph: borrowing SchemaTable<ModelError>, subgraph index: Int, tensors: Int,
    subgraphs: Int, _ codes: [OperatorCode], before total: inout Int
  ) throws(ModelError) -> [Node] {
    guard let tables = try subgraph.tables(3, "operators", name: "Operator") else { return [] }
    total += tables.count
    try count(total, of: "operators", limits.operators)
    var nodes: [Node] = []
    nodes.reserveCapacity(tables.count)
    for position in 0..<tables.count {
      let table = try tables.table(at: position)
      let code = try table.int(0, "opcode_index", as: .uint32)
      if code >= codes.count {
        try faults.note(
          .invalid(
            "Operator \(position) of subgraph \(index) has the operator code \(code), but the model "
              + "has \(codes.count); convert it again."))
      }
      let known = code < codes.count ? codes[code] : .absent
      // Whatever tells of nodes repeats the name for each.
      try table.charge(known.customName.utf8.count, "opcode_index")
      let name = NodeName(subgraph: index, index: position, code: known)
      nodes.append(
        try node(table, name, tensors: tensors, subgraphs: subgraphs))
    }
    return nodes
  }

  private func node(
    _ table: borrowing SchemaTable<ModelError>, _ name: NodeName, tensors: Int, subgraphs: Int
  ) throws(ModelError) -> Node {
    func operands(_ id: Int, _ field: String, _ role: String) throws(ModelError) -> [Int] {
      var operands = try table.ints(id, field, as: .int32)
      for (position, tensor) in operands.enumerated() where tensor < -1 || tensor >= tensors {
        try faults.note(
          .invalid(
            "\(name) has tensor \(tensor) as \(role) \(position), but the subgraph has \(tensors) "
              + "tensors; convert the model again."))
        operands[position] = -1
      }
      return operands
    }
    let inputs = try operands(1, "inputs", "input")
    let outputs = try operands(2, "outputs", "output")
    var options: (any CodedOptions)?
    do throws(ModelError) { options = try self.options(of: table, name) } catch {
      try faults.noteInvalid(error)
    }
    for reference in options?.subgraphReferences ?? []
    where reference.subgraph < 0 || reference.subgraph >= subgraphs {
      try faults.note(
        .invalid(
          "\(name) runs subgraph \(reference.subgraph) (\(reference.field)), but the model has "
            + "\(subgraphs); convert it again."))
      options = nil
    }
    return Node(
      index: name.index, operatorCode: name.code, inputs: inputs, outputs: outputs,
      intermediates: try operands(8, "intermediates", "intermediate"),
      mutatingVariableInputs: try table.bools(7, "mutating_variable_inputs"), options: options,
      customOptions: try customOptions(of: table, name))
  }

  /// The options of a node.
  ///
  /// Operators that run subgraphs always have theirs: without, they would fall back to subgraph 0,
  /// which must hold up to the checks as well.
  private func options(
    of table: borrowing SchemaTable<ModelError>, _ name: NodeName
  ) throws(ModelError) -> (any CodedOptions)? {
    let stored = try storedOptions(of: table, name)
    guard let caller = OptionsTables.caller(name.code.code) else { return stored }
    if let stored, type(of: stored) == caller { return stored }
    return caller.init()
  }

  /// The table of whichever union is used.
  ///
  /// Types that came after this schema are skipped, as unions ask for, and a type without a table
  /// counts as none.
  private func storedOptions(
    of table: borrowing SchemaTable<ModelError>, _ name: NodeName
  ) throws(ModelError) -> (any CodedOptions)? {
    let first = try table.int(3, "builtin_options_type", as: .uint8)
    if first > 0, first <= OptionsTables.first.count {
      let type = OptionsTables.first[first - 1]
      if let found = try table.table(4, "builtin_options", name: "\(type)") {
        return try type.read(OptionsReader(found, of: name))
      }
    }
    let second = try table.int(11, "builtin_options_2_type", as: .uint8)
    if second > 0, second <= OptionsTables.second.count {
      let type = OptionsTables.second[second - 1]
      if let found = try table.table(12, "builtin_options_2", name: "\(type)") {
        return try type.read(OptionsReader(found, of: name))
      }
    }
    return nil
  }

  private func customOptions(
    of table: borrowing SchemaTable<ModelError>, _ name: NodeName
  ) throws(ModelError) -> BufferLocation {
    let format = try table.int(6, "custom_options_format", as: .int8)
    guard format == 0 else {
      try faults.note(
        .invalid(
          "\(name) has custom options of the unknown format \(format); convert the model again."))
      return .empty
    }
    if let options = try table.bytes(5, "custom_options"), !options.isEmpty {
      return BufferLocation(offset: options.lowerBound, count: options.count)
    }
    return try location(
      offset: try table.int(9, "large_custom_options_offset", as: .uint64),
      count: try table.int(10, "large_custom_options_size", as: .uint64),
      "The block of options of \(name)")
  }
}

extension CodedOptions {
  /// Reads the options from their table.
  fileprivate static func read(_ reader: OptionsReader) throws(ModelError) -> Self {
    var options = Self()
    try options.code(with: reader)
    return options
  }
}
