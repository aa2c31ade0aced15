/// Which tensor of one side stands for which of the other.
///
/// Both a name and an index in common come first, then a name alone (also in the form that a file
/// can have), then the place among the caller's inputs and outputs, then the index of arrays and
/// tensors without a name. Two graphs of the same operators with other names are paired in order.
struct Pairing {
  /// What a pair has in common.
  enum Reason: String {
    case name
    case index
    case place
    case order
  }

  /// A tensor of each side.
  struct Pair {
    let a: Int
    let b: Int
    let reason: Reason
  }

  private struct Key: Hashable {
    var isMain: Bool
    var subgraph: Int
    var call: Int
    var index = -1
    var name = ""
    /// How many tensors of the same key come before.
    var occurrence = 0

    init(_ tensor: DumpedTensor, of side: ComparedSide) {
      isMain = tensor.subgraph == side.main
      subgraph = isMain ? 0 : tensor.subgraph
      call = tensor.call
    }
  }

  /// Pairs in the order of the first side that knows its steps.
  private(set) var pairs: [Pair] = []
  /// Tensors without partner.
  private(set) var onlyA: [Int] = []
  private(set) var onlyB: [Int] = []
  private let a: ComparedSide
  private let b: ComparedSide
  private var freeA: Set<Int>
  private var freeB: Set<Int>

  init(_ a: ComparedSide, _ b: ComparedSide) {
    self.a = a
    self.b = b
    freeA = Set(a.tensors.indices)
    freeB = Set(b.tensors.indices)
    pairByKeys { tensor, side in
      var key = Key(tensor, of: side)
      (key.index, key.name) = (tensor.index, tensor.name)
      return tensor.index < 0 ? nil : key
    }
    pairByKeys { tensor, side in
      var key = Key(tensor, of: side)
      key.name = tensor.name
      return tensor.name.isEmpty ? nil : key
    }
    pairByKeys { tensor, side in
      var key = Key(tensor, of: side)
      key.name = Self.fileName(tensor.name)
      return tensor.name.isEmpty ? nil : key
    }
    pair(a.inputs, b.inputs, .place)
    pair(a.outputs, b.outputs, .place)
    pairByKeys { tensor, side in
      var key = Key(tensor, of: side)
      key.index = tensor.index
      return tensor.index < 0 ? nil : key
    } where: {
      $0.name.isEmpty || $1.name.isEmpty
    }
    pairInOrder()
    let usesB = b.knowsSteps && !a.knowsSteps
    pairs.sort { usesB ? $0.b < $1.b : $0.a < $1.a }
    onlyA = freeA.sorted()
    onlyB = freeB.sorted()
  }

  /// A name with `_` for what file names avoid.
  static func fileName(_ name: String) -> String {
    String(
      name.unicodeScalars.map { scalar in
        let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        return isPlain || "._-".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
      })
  }

  private mutating func add(_ first: Int, _ second: Int, _ reason: Reason) {
    pairs.append(Pair(a: first, b: second, reason: reason))
    freeA.remove(first)
    freeB.remove(second)
  }

  private mutating func pairByKeys(
    _ key: (DumpedTensor, ComparedSide) -> Key?,
    where condition: (DumpedTensor, DumpedTensor) -> Bool = { _, _ in true }
  ) {
    func keys(_ free: Set<Int>, _ side: ComparedSide) -> [(key: Key, position: Int)] {
      var counts: [Key: Int] = [:]
      return free.sorted().compactMap { position in
        guard var key = key(side.tensors[position], side) else { return nil }
        let count = counts[key, default: 0]
        counts[key] = count + 1
        key.occurrence = count
        return (key, position)
      }
    }
    let others = Dictionary(
      uniqueKeysWithValues: keys(freeB, b).map { ($0.key, $0.position) })
    for (key, position) in keys(freeA, a) {
      guard let other = others[key], condition(a.tensors[position], b.tensors[other]) else {
        continue
      }
      add(position, other, key.name.isEmpty ? .index : .name)
    }
  }

  private mutating func pair(_ first: [Int], _ second: [Int], _ reason: Reason) {
    guard first.count == second.count else { return }
    for (position, other) in zip(first, second)
    where freeA.contains(position) && freeB.contains(other) {
      add(position, other, reason)
    }
  }

  /// Pairs what two graphs of the same operators compute, if nothing else tells what belongs together.
  private mutating func pairInOrder() {
    func steps(_ side: ComparedSide) -> [(operatorName: String, position: Int)] {
      side.tensors.enumerated().compactMap { position, tensor in
        guard tensor.kind == .result, tensor.subgraph == side.main, let writer = tensor.writer
        else { return nil }
        return (writer.operatorName, position)
      }
    }
    let (first, second) = (steps(a), steps(b))
    let outputs = Set(a.outputs)
    let isAnyPaired = pairs.contains { a.tensors[$0.a].kind == .result && !outputs.contains($0.a) }
    guard !isAnyPaired, first.map(\.operatorName) == second.map(\.operatorName) else { return }
    pair(first.map(\.position), second.map(\.position), .order)
  }
}
