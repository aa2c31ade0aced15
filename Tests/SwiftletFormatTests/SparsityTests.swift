import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SparsityTests {
  /// A level of the layout, as the file stores it.
  private enum Level {
    case dense(Int)
    case compressed([Int], [Int], width: Int)

    var table: FlatTable {
      switch self {
      case .dense(let size): return FlatTable([0: .int8(0), 1: .int32(Int32(size))])
      case .compressed(let segments, let indices, let width):
        let type = FlatValue.uint8([4: 1, 2: 2, 1: 3][width] ?? 0)
        func vector(_ values: [Int]) -> FlatValue {
          switch width {
          case 4: .table(FlatTable([0: .int32s(values.map { Int32($0) })]))
          case 2: .table(FlatTable([0: .uint16s(values.map { UInt16($0) })]))
          default: .table(FlatTable([0: .bytes(values.map { UInt8($0) })]))
          }
        }
        return FlatTable([0: .int8(1), 2: type, 3: vector(segments), 4: type, 5: vector(indices)])
      }
    }
  }

  /// A model whose constant has a sparse layout.
  private func load(
    _ shape: [Int], order: [Int], blockMap: [Int] = [], _ levels: [Level], values: Int,
    extra: FlatTable? = nil
  ) throws -> Sparsity? {
    var b = ModelBuilder()
    let x = b.constant("x", [Float](repeating: 1, count: values), shape)
    var table = FlatTable([
      0: .int32s(order.map { Int32($0) }), 1: .int32s(blockMap.map { Int32($0) }),
    ])
    table[2] = .tables(levels.map(\.table) + (extra.map { [$0] } ?? []))
    b.graph.tensors[x].sparsity = table
    return try b.model(inputs: [], outputs: [x]).subgraphs[0].tensors[x].sparsity
  }

  @Test(arguments: [1, 2, 4])
  func rowsOfAMatrixAreRead(_ width: Int) throws {
    // [[1, 0, 1], [0, 0, 0], [0, 1, 0]]
    let sparsity = try load(
      [3, 3], order: [0, 1], [.dense(3), .compressed([0, 2, 2, 3], [0, 2, 1], width: width)],
      values: 3)
    #expect(
      sparsity?.levels == [
        .dense(size: 3), .compressed(segments: [0, 2, 2, 3], indices: [0, 2, 1]),
      ])
    #expect(sparsity?.traversalOrder == [0, 1])
    #expect(sparsity?.storedValueCount == 3)
  }

  @Test func blocksAreRead() throws {
    // Rows of blocks of 1×4: two of four blocks are stored.
    let sparsity = try load(
      [2, 8], order: [0, 1, 2], blockMap: [1],
      [.dense(2), .compressed([0, 1, 2], [1, 0], width: 1), .dense(4)], values: 8)
    #expect(sparsity?.blockMap == [1])
    #expect(sparsity?.storedValueCount == 8)
  }

  @Test func malformedLayoutsAreNamed() {
    func expect(
      _ words: String, order: [Int] = [0, 1], blockMap: [Int] = [], _ levels: [Level]
    ) {
      let error = #expect(throws: ModelError.self) {
        _ = try load([2, 4], order: order, blockMap: blockMap, levels, values: 8)
      }
      #expect(
        error?.description
          == "Tensor 0 \"x\" of subgraph 0 has a malformed sparse layout: \(words); convert the "
          + "model again.")
    }
    expect(
      "its order of axes [0, 0] is no permutation of 2 axes and 0 block axes", order: [0, 0],
      [.dense(2), .dense(4)])
    expect(
      "its order of axes [0] is no permutation of 2 axes and 0 block axes", order: [0], [.dense(2)])
    expect("it has 1 levels for 2 axes", [.dense(2)])
    expect(
      "its block axes divide the axes [2] of a tensor of rank 2", order: [0, 1, 2], blockMap: [2],
      [.dense(2), .dense(1), .dense(4)])
    expect(
      "its block axes divide the axes [1, 1] of a tensor of rank 2", order: [0, 1, 2, 3],
      blockMap: [1, 1], [.dense(2), .dense(1), .dense(2), .dense(2)])
    expect(
      "block axis 2 is not dense or empty", order: [0, 1, 2], blockMap: [1],
      [.dense(2), .dense(1), .dense(0)])
    expect(
      "block axis 2 is not dense or empty", order: [0, 1, 2], blockMap: [1],
      [.dense(2), .dense(1), .compressed([0, 1, 2], [0, 0], width: 1)])
    expect(
      "axis 1 of extent 4 is divided into blocks of 3", order: [0, 1, 2], blockMap: [1],
      [.dense(2), .dense(1), .dense(3)])
    expect("its level for axis 0 has size 3 instead of 2", [.dense(3), .dense(4)])
    expect("its level for axis 1 has size -4 instead of 4", [.dense(2), .dense(-4)])
    for segments in [[0, 1], [0, 1, 3], [1, 1, 2], [0, 2, 1], [0, 3, 2], []] {
      expect(
        "the segments of axis 1 do not divide its 2 indices among 2 parents",
        [.dense(2), .compressed(segments, [0, 1], width: 4)])
    }
    for indices in [[0, 4], [-1, 0]] {
      expect(
        "an index of axis 1 lies outside its extent 4",
        [.dense(2), .compressed([0, 1, 2], indices, width: 4)])
    }
  }

  @Test func storedValuesMustBeThere() {
    let error = #expect(throws: ModelError.self) {
      _ = try load(
        [2, 4], order: [0, 1], [.dense(2), .compressed([0, 1, 2], [0, 1], width: 4)], values: 1)
    }
    #expect(
      error?.description
        == "Tensor 0 \"x\" of subgraph 0 has 4 bytes of data, but 2 values of float32 for the shape "
        + "2×4 need 8; convert the model again.")
  }

  @Test func unknownFormatsAreNamed() {
    let error = #expect(throws: ModelError.self) {
      _ = try load(
        [2], order: [0], [], values: 2, extra: FlatTable([0: .int8(2), 1: .int32(2)]))
    }
    #expect(
      error?.description
        == "Tensor 0 \"x\" of subgraph 0 has a sparse layout with a level of the unknown format 2; "
        + "convert the model again.")
  }

  @Test func onlyConstantsAreSparse() {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [2])
    b.graph.tensors[x].sparsity = FlatTable([
      0: .int32s([0]), 2: .tables([FlatTable([1: .int32(2)])]),
    ])
    let error = #expect(throws: ModelError.self) { _ = try b.model(inputs: [x], outputs: [x]) }
    #expect(
      error?.description
        == "Tensor 0 \"x\" of subgraph 0 is sparse but has no data; convert the model again.")
  }
}
