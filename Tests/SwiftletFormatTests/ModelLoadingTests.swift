import SwiftletFlatBuffers
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct ModelLoadingTests {
  @Test func everythingIsRead() throws {
    let bytes = SampleModels.convolution().build()
    let model = try Model(bytes: bytes)
    #expect(model.byteCount == bytes.count)
    #expect(model.description == "sample")
    #expect(model.operatorCodes.map(\.code) == [.conv2D, .reshape])
    #expect(model.operatorCodes.map(\.version) == [3, 1])
    #expect(model.metadataEntries.map(\.name) == ["min_runtime_version"])
    #expect(
      model.metadataBytes(named: "min_runtime_version")?.elements(as: UInt8.self)
        == Array("1.14.0".utf8))
    #expect(model.metadataBytes(named: "absent") == nil)

    let graph = model.subgraphs[0]
    #expect(graph.name == "main")
    #expect(graph.inputs == [0] && graph.outputs == [5])
    #expect(
      graph.tensors.map(\.name) == ["image", "weights", "bias", "convolved", "shape", "result"])
    #expect(graph.tensors.map(\.index) == Array(0..<6))
    #expect(graph.tensors.map(\.isConstant) == [false, true, true, false, true, false])
    let image = graph.tensors[0]
    #expect(image.type == .int8)
    #expect(image.shape == [1, 4, 4, 2])
    #expect(image.shapeSignature == [-1, 4, 4, 2])
    #expect(image.quantization == Quantization(scale: 0.5, zeroPoint: -1))
    #expect(graph.tensors[1].quantization?.scales == [0.1, 0.2, 0.3])
    #expect(graph.tensors[1].quantization?.isPerChannel == true)
    #expect(graph.tensors[4].quantization == nil)

    let node = graph.operators[0]
    #expect(node.code == .conv2D && node.version == 3 && node.customName.isEmpty)
    #expect(node.inputs == [0, 1, 2] && node.outputs == [3] && node.intermediates.isEmpty)
    let options = node.options(as: Conv2DOptions.self)
    #expect(options.padding == .valid && options.fusedActivation == .relu)
    #expect(options.dilationWFactor == 1)

    let signature = try #require(model.signatures.first)
    #expect(signature.key == "serving_default" && signature.subgraph == 0)
    #expect(signature.inputs.map(\.name) == ["image"])
    #expect(signature.inputs.map(\.tensor) == [0])
    #expect(signature.outputs.map(\.name) == ["result"])
    #expect(signature.outputs.map(\.tensor) == [5])
  }

  @Test func constantsAreWindowsIntoTheFile() throws {
    let bytes = SampleModels.convolution().build()
    let model = try Model(bytes: bytes)
    let graph = model.subgraphs[0]
    let shape = try #require(model.constant(graph.tensors[4]))
    #expect(shape.elements(as: Int32.self) == [1, 48])
    #expect(model.constant(graph.tensors[0]) == nil)
    let location = model.buffers[graph.tensors[4].buffer]
    #expect(
      Array(bytes[location.offset..<location.offset + location.count])
        == shape.elements(as: UInt8.self))
  }

  @Test func bytesOutliveTheModel() throws {
    func window() throws -> TensorBytes? {
      let model = try Model(bytes: SampleModels.convolution().build())
      return model.constant(model.subgraphs[0].tensors[4])
    }
    #expect(try window()?.elements(as: Int32.self) == [1, 48])
  }

  @Test func subgraphsAndCustomOperatorsAreRead() throws {
    let model = try Model(bytes: SampleModels.loop().build())
    #expect(model.subgraphs.map(\.name) == ["main", "condition", "body"])
    let options = model.subgraphs[0].operators[0].options(as: WhileOptions.self)
    #expect(options.condSubgraphIndex == 1 && options.bodySubgraphIndex == 2)

    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [2])
    let y = b.tensor("y", .float32, [2])
    // A FlexBuffer of one integer, then options of another form.
    b.custom("Twice", inputs: [x], outputs: [y], options: [5, 4, 1])
    b.graph.operators[0].intermediates = [-1, 1]
    b.graph.operators[0].mutatingVariableInputs = [true]
    let custom = try b.model(inputs: [x], outputs: [y])
    let node = custom.subgraphs[0].operators[0]
    #expect(node.code == .custom && node.customName == "Twice")
    #expect(node.intermediates == [-1, 1] && node.mutatingVariableInputs == [true])
    #expect(custom.bytes(of: node.customOptions).elements(as: UInt8.self) == [5, 4, 1])
    #expect(try custom.flexOptions(of: node) == .int(5))

    b.graph.operators[0].customOptions = [5, 4, 3]
    let raw = try b.model(inputs: [x], outputs: [y])
    let error = #expect(throws: ModelError.self) {
      _ = try raw.flexOptions(of: raw.subgraphs[0].operators[0])
    }
    #expect(error?.description.hasPrefix("Operator 0 (Twice) has malformed options") == true)
    b.graph.operators[0].customOptions = nil
    let bare = try b.model(inputs: [x], outputs: [y])
    #expect(try bare.flexOptions(of: bare.subgraphs[0].operators[0]) == nil)
  }

  /// Old writers fill only the signed byte, new ones the integer; the larger of both counts.
  @Test(arguments: [
    (Int8(18), Int32(0), BuiltinOperator.mul), (0, 18, .mul), (41, 18, .sub), (127, 150, .gelu),
  ])
  func operatorCodesAreTheLargerField(
    _ deprecated: Int8, _ current: Int32, _ code: BuiltinOperator
  ) throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [2])
    b.rootFields[1] = .tables([FlatTable([0: .int8(deprecated), 3: .int32(current)])])
    let model = try b.model(inputs: [x], outputs: [x])
    #expect(model.operatorCodes.map(\.code) == [code])
    #expect(model.operatorCodes.map(\.version) == [1])
  }

  @Test func buffersMayLieBehindTheFlatBuffer() throws {
    var b = SampleModels.convolution()
    let buffer = b.subgraphs[0].tensors[4].buffer
    b.buffers[buffer].data = nil
    // The size does not depend on the offset's value.
    b.buffers[buffer].external = (offset: 2, size: 8)
    let count = b.build().count
    b.buffers[buffer].external = (offset: count, size: 8)
    let bytes = b.build() + [1, 0, 0, 0, 48, 0, 0, 0]
    let model = try Model(bytes: bytes)
    #expect(
      model.constant(model.subgraphs[0].tensors[4])?.elements(as: Int32.self) == [1, 48])

    let error = #expect(throws: ModelError.self) { _ = try Model(bytes: bytes.dropLast()) }
    #expect(error?.description.contains("outside the file's") == true)
    b.buffers[buffer].external = (offset: Int.max, size: Int.max)
    #expect(throws: ModelError.self) { _ = try Model(bytes: b.build()) }
  }

  @Test func tensorsWithoutElementsThatNothingWritesAreConstants() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 1])
    let shape = b.constant("no axes", [Int32](), [0])
    let y = b.tensor("y", .float32, [])
    b.operator(.reshape, inputs: [x, shape], outputs: [y])
    let model = try b.model(inputs: [x], outputs: [y])
    #expect(model.subgraphs[0].tensors[shape].isConstant)
    #expect(model.constant(model.subgraphs[0].tensors[shape])?.count == 0)
  }

  /// What came after this schema is no reason to refuse a file: planning names it.
  @Test func laterOperatorsAndVersionsAreKept() throws {
    var b = SampleModels.convolution()
    b.operatorCodes[0].version = 99
    b.operatorCodes[1].code = 30_000
    b.operatorCodes.append(OperatorCodeRecord(code: 127))
    let model = try Model(bytes: b.build())
    #expect(
      model.operatorCodes.map(\.code) == [.conv2D]
        + Array(repeating: .placeholderForGreaterOpCodes, count: 2))
    #expect(model.operatorCodes.map(\.number) == [3, 30_000, 127])
    #expect(model.operatorCodes.map(\.name) == ["CONV_2D", "BUILTIN_30000", "BUILTIN_127"])
    #expect(model.subgraphs[0].operators.map(\.version) == [99, 1])
  }

  @Test func descriptionsOfVariantsAndBlocksAreRead() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [2, 4])
    let scales = b.constant("scales", [1, 2] as [Float], [2])
    b.graph.tensors[x].extraFields[9] = .tables([
      FlatTable([0: .int32s([-1, 3]), 1: .int8(2), 2: .bool(true)])
    ])
    b.graph.tensors[x].quantization = QuantizationRecord(
      Quantization(
        scales: [], zeroPoints: [],
        details: .blockwise(scales: scales, zeroPoints: -1, blockSize: 32)))
    let tensor = try b.model(inputs: [x], outputs: [x]).subgraphs[0].tensors[x]
    #expect(tensor.variantTensors.map(\.type) == [.int32])
    #expect(tensor.variantTensors.map(\.shape) == [[-1, 3]])
    #expect(tensor.variantTensors.map(\.hasRank) == [true])
    #expect(
      tensor.quantization?.details == .blockwise(scales: 1, zeroPoints: -1, blockSize: 32))
  }

  @Test func limitsAreEnforced() throws {
    let bytes = SampleModels.loop().build()
    func load(_ change: (inout ModelLimits) -> Void) throws -> Model {
      var limits = ModelLimits()
      change(&limits)
      return try Model(bytes: bytes, limits: limits)
    }
    let changes: [(inout ModelLimits) -> Void] = [
      { $0.bytes = bytes.count - 1 }, { $0.subgraphs = 2 }, { $0.tensors = 7 },
      { $0.operators = 2 }, { $0.callDepth = 1 }, { $0.tables = 10 },
      { $0.descriptionBytes = 10 },
    ]
    for (index, change) in changes.enumerated() {
      let error = #expect(throws: ModelError.self, "\(index)") { _ = try load(change) }
      #expect(error?.kind == .tooLarge, "\(index)")
      #expect(error?.description.contains("raise ModelLimits") == true, "\(index)")
    }
    _ = try load {
      $0.bytes = bytes.count
      $0.subgraphs = 3
      $0.tensors = 8
      $0.operators = 3
      $0.callDepth = 2
    }
  }

  /// Each tensor that has a table of strings has to look at it.
  @Test func sharedStringsAreCounted() throws {
    func load(tensors: Int) throws -> Model {
      var b = ModelBuilder()
      let words = b.strings("words", [String](repeating: "", count: 10_000), [10_000])
      for _ in 1..<tensors {
        let other = b.tensor("", .string, [10_000])
        b.graph.tensors[other].buffer = b.graph.tensors[words].buffer
      }
      var limits = ModelLimits()
      limits.descriptionBytes = 1 << 20
      return try Model(bytes: b.build(), limits: limits)
    }
    #expect(try load(tensors: 20).subgraphs[0].tensors.count == 20)
    let error = #expect(throws: ModelError.self) { _ = try load(tensors: 30) }
    #expect(error?.kind == .tooLarge, "\(error?.description ?? "")")
  }
}
