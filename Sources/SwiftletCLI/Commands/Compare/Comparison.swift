internal import SwiftletOperators
internal import SwiftletTensor

/// What two sides have in common and where they part, tensor by tensor.
struct Comparison {
  /// A pair of tensors.
  struct Row {
    let pair: Pairing.Pair
    let a: DumpedTensor
    let b: DumpedTensor
    let difference: TensorDifference
    /// Whether the tensor differs although all that its step read agrees.
    var isOrigin = false
    /// Whether the step reads results that have no partner.
    var readsUnpaired = false
    /// The constants that the step reads and that are not the same on both sides.
    var differingConstants: [String] = []

    /// The step that wrote the tensor, as far as a side knows.
    var writer: DumpedTensor.Writer? { a.writer ?? b.writer }
  }

  let a: ComparedSide
  let b: ComparedSide
  let tolerance: TensorDifference.Tolerance
  /// Pairs in the order of the first side that knows its steps.
  private(set) var rows: [Row] = []
  /// Tensors without partner.
  let onlyA: [DumpedTensor]
  let onlyB: [DumpedTensor]

  /// Compares all tensors that have a partner; two of them are in memory at a time.
  init(
    _ a: ComparedSide, _ b: ComparedSide, _ tolerance: TensorDifference.Tolerance,
    progress: (Int, Int) -> Void
  ) throws(CommandError) {
    self.a = a
    self.b = b
    self.tolerance = tolerance
    let pairing = Pairing(a, b)
    // A folder of every tensor holds the model's constants, too, which are no results.
    onlyA = pairing.onlyA.map { a.tensors[$0] }.filter { !b.hasConstant($0) }
    onlyB = pairing.onlyB.map { b.tensors[$0] }.filter { !a.hasConstant($0) }
    for (index, pair) in pairing.pairs.enumerated() {
      progress(index + 1, pairing.pairs.count)
      guard let first = try a.content(of: pair.a), let second = try b.content(of: pair.b) else {
        continue
      }
      let (tensorA, tensorB) = (a.tensors[pair.a], b.tensors[pair.b])
      rows.append(
        Row(
          pair: pair, a: tensorA, b: tensorB,
          difference: TensorDifference((first, tensorA), (second, tensorB), tolerance)))
    }
    guard !rows.isEmpty else {
      throw .failure(
        .invalidArgument,
        "No tensor of \(a.path) has a partner in \(b.path): neither names nor indices agree; name "
          + "arrays by the index or name of their tensor.")
    }
    findOrigins()
  }

  /// Whether all pairs agree.
  var areEqual: Bool { !rows.contains { $0.difference.isDifferent } }

  /// Marks where differences begin, by the side that knows what its steps read.
  private mutating func findOrigins() {
    let usesA = a.knowsSteps
    let tensors = usesA ? a.tensors : b.tensors
    var rowOfTensor: [Int: Int] = [:]
    for (row, item) in rows.enumerated() {
      rowOfTensor[usesA ? item.pair.a : item.pair.b] = row
    }
    struct Place: Hashable {
      let subgraph: Int
      let call: Int
      let index: Int
    }
    /// Whether the newest value of a tensor differs, or comes from one that does.
    var isTainted: [Place: Bool] = [:]
    var unpaired: Set<Place> = []
    /// Whether something differs since a graph's last step, which is then that of a called graph.
    var differsInside = false
    for (position, tensor) in tensors.enumerated() {
      let operands = (tensor.writer?.inputs ?? []).map {
        Place(subgraph: tensor.subgraph, call: tensor.call, index: $0)
      }
      let reads = operands.contains { isTainted[$0] ?? false }
      let row = rowOfTensor[position]
      let differs = row.map { rows[$0].difference.isDifferent } ?? reads
      let place = Place(subgraph: tensor.subgraph, call: tensor.call, index: tensor.index)
      // A variable may be an operand of the step that changes it.
      isTainted[place] = differs
      if row == nil { unpaired.insert(place) }
      let isMain = tensor.subgraph == (usesA ? a.main : b.main)
      if differs, !reads, let row, tensor.writer != nil || (isMain && tensor.kind == .input),
        !(isMain && differsInside)
      {
        rows[row].isOrigin = true
        rows[row].readsUnpaired = operands.contains(where: unpaired.contains)
        rows[row].differingConstants = differingConstants(rows[row])
      }
      differsInside = isMain ? false : differsInside || differs
    }
  }

  /// The constants of a step that differ, where both sides have a model.
  private func differingConstants(_ row: Row) -> [String] {
    guard let first = row.a.writer, let second = row.b.writer else { return [] }
    return zip(first.inputs, second.inputs).compactMap { input, other in
      guard let own = a.constant(input, of: row.a.subgraph),
        let their = b.constant(other, of: row.b.subgraph), let bytes = own.constant,
        let others = their.constant
      else { return nil }
      let isSame =
        own.type == their.type
        && bytes.elements(as: UInt8.self) == others.elements(as: UInt8.self)
        && own.quantization == their.quantization
      return isSame ? nil : own.name.isEmpty ? "tensor \(input)" : own.name
    }
  }
}
