internal import SwiftletFlatBuffers
internal import SwiftletFormat
internal import SwiftletTensor

/// What the file says: its buffers, subgraphs and the bytes between objects.
extension FindingList {
  mutating func checkFile(of model: Model, _ file: ModelFileMap) {
    for fault in file.faults {
      add(.damagedObject, at: "table \(fault.table)", "is damaged: \(fault)")
    }
    let fields = Dictionary(grouping: file.deprecatedFields) { field in
      field.split(separator: " ").first.map(String.init) ?? field
    }
    for (field, places) in fields.sorted(by: { $0.key < $1.key }) {
      add(.deprecatedField, at: "field \(field)", "is in use \(counted(places.count, "time"))")
    }
    for region in file.map.regions {
      let place = "bytes \(region.offset)..<\(region.offset + region.length)"
      switch region.kind {
      case .gap: add(.unreferencedBytes, at: place, "are referred to by nothing")
      case .trailing: add(.trailingBytes, at: place, "follow everything else")
      default: break
      }
    }
    checkBuffers(of: model)
    checkSubgraphs(of: model)
  }

  private mutating func checkBuffers(of model: Model) {
    var used = Set(model.subgraphs.flatMap { $0.tensors.map(\.buffer) })
    used.formUnion(model.metadataEntries.map(\.buffer))
    for (index, location) in model.buffers.enumerated()
    where location.count > 0 && !used.contains(index) {
      add(
        .unusedBuffer, at: "buffer \(index)",
        "has \(counted(location.count, "byte")) that nothing refers to")
    }
    checkAlignment(of: model)
    for group in duplicates(in: model) {
      let size = model.buffers[group[0]].count
      add(
        .duplicateConstant, at: "buffers \(group.map(String.init).joined(separator: ", "))",
        "hold the same \(size) bytes, which could save \((group.count - 1) * size)")
    }
  }

  /// Readers that take values straight from the file need them at multiples of their size.
  private mutating func checkAlignment(of model: Model) {
    var unaligned: Set<Int> = []
    for tensor in model.subgraphs.flatMap(\.tensors) where tensor.isConstant {
      let size = (tensor.type.bitWidth ?? 32) / 8
      if size > 1, model.buffers[tensor.buffer].offset % size != 0 {
        unaligned.insert(tensor.buffer)
      }
    }
    guard let first = unaligned.min() else { return }
    add(
      .unalignedBuffer, at: "buffer \(first)" + (unaligned.count > 1 ? " and others" : ""),
      unaligned.count > 1
        ? "do not begin at a multiple of the size of their elements, \(unaligned.count) in all"
        : "does not begin at a multiple of the size of its elements")
  }

  /// Buffers of constants with equal bytes, by size, hash and then byte by byte.
  private func duplicates(in model: Model) -> [[Int]] {
    let constants = Set(
      model.subgraphs.flatMap { graph in graph.tensors.filter(\.isConstant).map(\.buffer) })
    let least = 64
    let large = constants.sorted().filter { model.buffers[$0].count >= least }
    let sizes = Dictionary(grouping: large) { model.buffers[$0].count }
    var groups: [[Int]] = []
    for size in sizes.keys.sorted() {
      guard let candidates = sizes[size], candidates.count > 1 else { continue }
      let hashes = Dictionary(grouping: candidates) { hash(of: model.bytes(of: model.buffers[$0])) }
      for alike in hashes.values.sorted(by: { $0[0] < $1[0] }) where alike.count > 1 {
        let first = model.bytes(of: model.buffers[alike[0]])
        let same = alike.filter { areEqual(first, model.bytes(of: model.buffers[$0])) }
        if same.count > 1 { groups.append(same) }
      }
    }
    return groups
  }

  private func words(_ bytes: TensorBytes) -> Int { bytes.count / 8 }

  /// FNV-1a over words of eight bytes; a rest is left to the comparison.
  private func hash(of bytes: TensorBytes) -> UInt64 {
    let span = bytes.bytes
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<words(bytes) {
      // Inside the span, and every bit pattern is a number.
      let word = unsafe span.unsafeLoadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
      hash = (hash ^ word) &* 0x100_0000_01B3
      hash ^= hash >> 29
    }
    return hash
  }

  private func areEqual(_ left: TensorBytes, _ right: TensorBytes) -> Bool {
    guard left.count == right.count else { return false }
    let (a, b) = (left.bytes, right.bytes)
    for index in 0..<words(left) {
      // As above.
      let same =
        unsafe a.unsafeLoadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
        == b.unsafeLoadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
      guard same else { return false }
    }
    return (8 * words(left)..<left.count).allSatisfy { index in
      unsafe a.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        == b.unsafeLoad(fromByteOffset: index, as: UInt8.self)
    }
  }

  private mutating func checkSubgraphs(of model: Model) {
    for index in model.unreachedSubgraphs {
      let graph = model.subgraphs[index]
      let name = graph.name.isEmpty ? "" : " \"\(graph.name)\""
      add(.unreachableSubgraph, at: "subgraph \(index)\(name)", "is reached from nowhere")
    }
  }
}

extension Model {
  /// The subgraphs that neither the main one, nor a signature, nor an operator leads to, without the
  /// graphs that converters keep for tests on devices.
  var unreachedSubgraphs: [Int] {
    var reached = Set([0] + signatures.map(\.subgraph))
    var open = Array(reached)
    while let index = open.popLast() {
      guard subgraphs.indices.contains(index) else { continue }
      for node in subgraphs[index].operators {
        for callee in node.referencedSubgraphs where reached.insert(callee).inserted {
          open.append(callee)
        }
      }
    }
    return subgraphs.indices.filter {
      !reached.contains($0) && !subgraphs[$0].name.hasPrefix("VALIDATION:")
    }
  }
}

extension Node {
  /// The subgraphs that its options name.
  var referencedSubgraphs: [Int] {
    (options as? any CodedOptions)?.subgraphReferences.map(\.subgraph) ?? []
  }
}
