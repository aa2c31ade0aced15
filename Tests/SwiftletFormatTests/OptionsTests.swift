import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct OptionsTests {
  /// All options types with their union and number.
  static let types: [Entry] =
    OptionsTables.first.enumerated().map {
      Entry(union: 1, number: $0.offset + 1, type: $0.element)
    }
    + OptionsTables.second.enumerated().map {
      Entry(union: 2, number: $0.offset + 1, type: $0.element)
    }

  /// An options type.
  struct Entry: Sendable, CustomTestStringConvertible {
    let union: Int
    let number: Int
    let type: any CodedOptions.Type

    var testDescription: String { "\(type)" }
  }

  @Test func tablesAreThoseOfTheSchema() {
    for (text, types) in [
      (OptionsSchema.first, OptionsTables.first), (OptionsSchema.second, OptionsTables.second),
    ] {
      let tables = OptionsSchema.tables(text)
      #expect(tables.map(\.name) == types.map { "\($0)" })
      for (table, type) in zip(tables, types) {
        let coder = StatingCoder()
        var options = type.init()
        try? options.code(with: coder)
        #expect(coder.fields == table.fields, "\(type)")
      }
    }
    #expect(OptionsTables.first.count == 126)
    #expect(OptionsTables.second.count == 23)
  }

  /// Loads one operator that has a table, in a model in which subgraph references hold.
  private func load(_ written: WrittenOptions?) throws -> (any OperatorOptions)? {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1])
    let y = b.tensor("y", .float32, [1])
    for index in 1..<4 { b.subgraph("inner \(index)") { _ in ([], []) } }
    if let written {
      b.operator(.add, inputs: [x], outputs: [y], written: written)
    } else {
      b.operator(.add, inputs: [x], outputs: [y])
    }
    return try b.model(inputs: [x], outputs: [y]).subgraphs[0].operators[0].options
  }

  private func isEqual(_ left: (any OperatorOptions)?, _ right: any CodedOptions) -> Bool {
    guard let left = left as? any Hashable, let right = right as? any Hashable else { return false }
    return AnyHashable(left) == AnyHashable(right)
  }

  @Test(arguments: types)
  func emptyTablesHaveTheDefaults(_ entry: Entry) throws {
    // A default reference to subgraph 0 would make the main graph run itself.
    guard entry.type.init().subgraphReferences.isEmpty else {
      #expect(throws: ModelError.self) {
        _ = try load(WrittenOptions(union: entry.union, number: entry.number, table: FlatTable()))
      }
      return
    }
    let options = try load(
      WrittenOptions(union: entry.union, number: entry.number, table: FlatTable()))
    #expect(isEqual(options, entry.type.init()))
  }

  @Test(arguments: types)
  func writtenValuesAreRead(_ entry: Entry) throws {
    for seed in 1...5 {
      var options = entry.type.init()
      let coder = RandomCoder(seed: UInt64(seed))
      try options.code(with: coder)
      let written = write(options)
      #expect(written.union == entry.union && written.number == entry.number)
      #expect(isEqual(try load(written), options), "seed \(seed)")
    }
  }

  private func write(_ options: some CodedOptions) -> WrittenOptions { WrittenOptions(options) }

  @Test func absentTablesGiveNoOptions() throws {
    #expect(try load(nil) == nil)
    // A number without a table, and tables that are newer than this schema.
    #expect(try load(WrittenOptions(union: 1, number: 11, table: nil)) == nil)
    #expect(try load(WrittenOptions(union: 1, number: 127, table: FlatTable())) == nil)
    #expect(try load(WrittenOptions(union: 2, number: 24, table: FlatTable())) == nil)
  }

  @Test func optionsOfAnotherOperatorCountAsDefaults() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1])
    let y = b.tensor("y", .float32, [1])
    b.operator(.softmax, inputs: [x], outputs: [y], options: SoftmaxOptions()) { $0.beta = 2 }
    let node = try b.model(inputs: [x], outputs: [y]).subgraphs[0].operators[0]
    #expect(node.options(as: SoftmaxOptions.self).beta == 2)
    #expect(node.options(as: AddOptions.self) == AddOptions())
  }

  @Test(arguments: [
    ("padding", 0, FlatValue.int8(2), 2), ("fused_activation_function", 3, .int8(6), 6),
    ("fused_activation_function", 3, .int8(-1), -1), ("quantized_bias_type", 6, .int8(23), 23),
    ("quantized_bias_type", 6, .int8(-1), -1),
  ])
  func unknownEnumerationValuesAreRefused(
    _ field: String, _ id: Int, _ value: FlatValue, _ number: Int
  ) {
    let error = #expect(throws: ModelError.self) {
      _ = try load(WrittenOptions(union: 1, number: 1, table: FlatTable([id: value])))
    }
    #expect(
      error?.description
        == "Operator 0 (ADD) of subgraph 0 has an unknown value \(number) in its option \(field); "
        + "convert it again.")
    #expect(error?.kind == .invalid)
  }

  @Test func unknownValuesInVectorsAreRefused() {
    let table = FlatTable([4: .uint32s([0, 3])])
    let error = #expect(throws: ModelError.self) {
      _ = try load(WrittenOptions(union: 2, number: 12, table: table))
    }
    #expect(error?.description.contains("unknown value 3 in its option precision_config") == true)
  }

  @Test func descriptionsUseTheSchemasNames() {
    var options = Conv2DOptions()
    options.padding = .valid
    options.strideW = 2
    options.fusedActivation = .relu6
    let fields = describe(options)
    #expect(
      fields.map(\.name) == [
        "padding", "stride_w", "stride_h", "fused_activation_function", "dilation_w_factor",
        "dilation_h_factor", "quantized_bias_type",
      ])
    #expect(
      fields.map(\.value) == [
        .string("VALID"), .int(2), .int(0), .string("RELU6"), .int(1), .int(1),
        .string("float32"),
      ])
    var dot = StablehloDotGeneralOptions()
    dot.lhsBatchingDimensions = [0, 1]
    dot.precisionConfig = [.highest]
    #expect(describe(dot).first?.value == .list([.int(0), .int(1)]))
    #expect(describe(dot).last?.value == .list([.string("HIGHEST")]))
    #expect(describe(PadOptions()).isEmpty)
  }

  @Test(arguments: types)
  func everyFieldIsDescribed(_ entry: Entry) {
    let coder = StatingCoder()
    var options = entry.type.init()
    try? options.code(with: coder)
    #expect(describe(options).count == coder.fields.count)
  }

  @Test func subgraphReferencesAreFound() {
    var loop = WhileOptions()
    loop.condSubgraphIndex = 1
    loop.bodySubgraphIndex = 2
    #expect(loop.subgraphReferences.map(\.field) == ["cond_subgraph_index", "body_subgraph_index"])
    #expect(loop.subgraphReferences.map(\.subgraph) == [1, 2])
    var choice = StablehloCaseOptions()
    choice.branchSubgraphIndices = [3, 1]
    #expect(choice.subgraphReferences.map(\.subgraph) == [3, 1])
  }
}
