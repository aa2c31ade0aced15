import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Everything that a sound FlatBuffer can still get wrong, one by one.
@Suite struct ModelValidationTests {
  static let tables: [Spoiled] = [
    Spoiled("no subgraphs", "The model has no subgraphs, so that there is nothing to run.") {
      $0.rootFields[2] = .tables([])
    },
    Spoiled("null subgraphs", "The model has no subgraphs, so that there is nothing to run.") {
      $0.rootFields[2] = .some(nil)
    },
    Spoiled(
      "no operator codes",
      "Operator 0 of subgraph 0 has the operator code 0, but the model has 0; convert it again."
    ) { $0.rootFields[1] = .some(nil) },
    Spoiled(
      "operator code out of range",
      "Operator 1 of subgraph 0 has the operator code 77, but the model has 2; convert it again."
    ) { $0.subgraphs[0].operators[1].code = 77 },
    Spoiled(
      "negative operator",
      "Operator code 0 is the built-in operator -1, which cannot be; convert the model again."
    ) { $0.operatorCodes[0].code = -1 },
    Spoiled(
      "custom operator without a name",
      "Operator code 0 is a custom operator without a name; convert the model again."
    ) { $0.operatorCodes[0].code = 32 },
    Spoiled(
      "subgraph input out of range",
      "Subgraph 0 names tensor 5000 as input 0, but has 6 tensors; convert the model again."
    ) { $0.subgraphs[0].inputs = [5000] },
    Spoiled(
      "omitted subgraph input",
      "Subgraph 0 names tensor -1 as input 0, but has 6 tensors; convert the model again."
    ) { $0.subgraphs[0].inputs = [-1] },
    Spoiled(
      "negative subgraph output",
      "Subgraph 0 names tensor -2 as output 1, but has 6 tensors; convert the model again."
    ) { $0.subgraphs[0].outputs = [5, -2] },
    Spoiled(
      "signature of an absent subgraph",
      "Signature \"serving_default\" runs subgraph 8, but the model has 1; convert it again."
    ) { $0.signatures[0].subgraph = 8 },
    Spoiled(
      "signature of an absent tensor",
      "Signature \"serving_default\" gives the name \"result\" to tensor 900, but its subgraph has "
        + "6; convert the model again."
    ) { $0.signatures[0].outputs[0].tensor = 900 },
  ]

  static let tensors: [Spoiled] = [
    Spoiled(
      "unknown type",
      "Tensor 1 \"weights\" of subgraph 0 has the unknown element type 99; convert the model again."
    ) { $0.subgraphs[0].tensors[1].type = 99 },
    Spoiled(
      "negative type",
      "Tensor 1 \"weights\" of subgraph 0 has the unknown element type -1; convert the model again."
    ) { $0.subgraphs[0].tensors[1].type = -1 },
    Spoiled(
      "negative extent",
      "Tensor 0 \"image\" of subgraph 0 has the shape 1×-5×4×2, in which an extent is negative; "
        + "convert the model again."
    ) { $0.subgraphs[0].tensors[0].shape = [1, -5, 4, 2] },
    Spoiled(
      "rank 9",
      "Tensor 0 \"image\" of subgraph 0 has rank 9, but at most 8 is supported."
    ) { $0.subgraphs[0].tensors[0].shape = [1, 1, 1, 1, 1, 1, 4, 4, 2] },
    Spoiled(
      "overflowing shape",
      "Tensor 3 \"convolved\" of subgraph 0 has the shape "
        + "2147483647×2147483647×2147483647, whose size overflows; convert "
        + "the model again."
    ) { $0.subgraphs[0].tensors[3].shape = [Int](repeating: Int(Int32.max), count: 3) },
    Spoiled(
      "size in bytes that overflows",
      "Tensor 3 \"convolved\" of subgraph 0 has the shape 2147483647×2147483647, whose size "
        + "overflows; convert the model again."
    ) { $0.subgraphs[0].tensors[3].shape = [Int](repeating: Int(Int32.max), count: 2) },
    Spoiled(
      "signature of another rank",
      "Tensor 0 \"image\" of subgraph 0 has the shape 1×4×4×2 but the shape signature -1×4; "
        + "convert the model again."
    ) { $0.subgraphs[0].tensors[0].shapeSignature = [-1, 4] },
    Spoiled(
      "signature below -1",
      "Tensor 0 \"image\" of subgraph 0 has the shape 1×4×4×2 but the shape signature "
        + "-2×4×4×2; convert the model again."
    ) { $0.subgraphs[0].tensors[0].shapeSignature = [-2, 4, 4, 2] },
    Spoiled(
      "buffer out of range",
      "Tensor 1 \"weights\" of subgraph 0 refers to buffer 500, but the model has 5; convert the "
        + "model again."
    ) { $0.subgraphs[0].tensors[1].buffer = 500 },
    Spoiled(
      "short constant",
      "Tensor 2 \"bias\" of subgraph 0 has 2 bytes of data, but 3 values of int32 for the shape 3 "
        + "need 12; convert the model again."
    ) { $0.buffers[2].data = [0, 0] },
    Spoiled(
      "constant of a wider type",
      "Tensor 1 \"weights\" of subgraph 0 has 6 bytes of data, but 6 values of float64 for the "
        + "shape 3×1×1×2 need 48; convert the model again."
    ) { $0.subgraphs[0].tensors[1].type = 10 },
    Spoiled(
      "constant without a name",
      "Tensor 1 of subgraph 0 has 6 bytes of data, but 8 values of int8 for the shape 4×1×1×2 need "
        + "8; convert the model again."
    ) {
      $0.subgraphs[0].tensors[1].name = nil
      $0.subgraphs[0].tensors[1].shape = [4, 1, 1, 2]
      $0.subgraphs[0].tensors[1].quantization = nil
    },
    Spoiled(
      "variable with data",
      "Tensor 2 \"bias\" of subgraph 0 is a variable and has data, which exclude each other; "
        + "convert the model again."
    ) { $0.subgraphs[0].tensors[2].isVariable = true },
    Spoiled(
      "data here and elsewhere",
      "Tensor 2 \"bias\" of subgraph 0 has data both in this file and in another one; convert "
        + "the model again."
    ) { $0.subgraphs[0].tensors[2].extraFields[10] = .uint32(1) },
    Spoiled(
      "data elsewhere",
      "Operator 0 (CONV_2D) of subgraph 0 reads tensor 2 \"bias\" as input 2, whose data lie in "
        + "another file (external buffer 7); convert the model into a single file."
    ) {
      $0.subgraphs[0].tensors[2].buffer = 0
      $0.subgraphs[0].tensors[2].extraFields[10] = .uint32(7)
    },
    Spoiled(
      "constant of no size",
      "Tensor 2 \"bias\" of subgraph 0 is a constant of type variant, which has no bytes; "
        + "convert the model again."
    ) { $0.subgraphs[0].tensors[2].type = 14 },
    Spoiled(
      "variant of rank 9",
      "Tensor 3 \"convolved\" of subgraph 0 has variant elements of the shape "
        + "1×1×1×1×1×1×1×1×1; convert the model again."
    ) {
      $0.subgraphs[0].tensors[3].extraFields[9] = .tables([
        FlatTable([0: .int32s([Int32](repeating: 1, count: 9))])
      ])
    },
  ]

  static let nodes: [Spoiled] = [
    Spoiled(
      "input out of range",
      "Operator 0 (CONV_2D) of subgraph 0 has tensor 9999 as input 1, but the subgraph has 6 "
        + "tensors; convert the model again."
    ) { $0.subgraphs[0].operators[0].inputs = [0, 9999, 2] },
    Spoiled(
      "input below -1",
      "Operator 0 (CONV_2D) of subgraph 0 has tensor -7 as input 0, but the subgraph has 6 tensors; "
        + "convert the model again."
    ) { $0.subgraphs[0].operators[0].inputs = [-7, 1, 2] },
    Spoiled(
      "output out of range",
      "Operator 1 (RESHAPE) of subgraph 0 has tensor 6 as output 0, but the subgraph has 6 tensors; "
        + "convert the model again."
    ) { $0.subgraphs[0].operators[1].outputs = [6] },
    Spoiled(
      "intermediate out of range",
      "Operator 1 (RESHAPE) of subgraph 0 has tensor 6 as intermediate 1, but the subgraph has 6 "
        + "tensors; convert the model again."
    ) { $0.subgraphs[0].operators[1].intermediates = [-1, 6] },
    Spoiled(
      "unknown format of custom options",
      "Operator 0 (CONV_2D) of subgraph 0 has custom options of the unknown format 1; "
        + "convert the model again."
    ) { $0.subgraphs[0].operators[0].extraFields[6] = .int8(1) },
    Spoiled(
      "large custom options outside the file",
      "The block of options of Operator 0 (CONV_2D) of subgraph 0 lies at byte 99999 with 10 bytes, "
        + "outside the file's \(largeOptionsByteCount); download the whole file."
    ) {
      $0.subgraphs[0].operators[0].extraFields[9] = .uint64(99_999)
      $0.subgraphs[0].operators[0].extraFields[10] = .uint64(10)
    },
    Spoiled(
      "absent subgraph",
      "Operator 0 (WHILE) of subgraph 0 runs subgraph 3 (body_subgraph_index), but the model has 3; "
        + "convert it again.", of: SampleModels.loop()
    ) { $0.subgraphs[0].operators[0].options?.table?[1] = .int32(3) },
    Spoiled(
      "negative subgraph",
      "Operator 0 (WHILE) of subgraph 0 runs subgraph -1 (cond_subgraph_index), but the model has "
        + "3; convert it again.", of: SampleModels.loop()
    ) { $0.subgraphs[0].operators[0].options?.table?[0] = .int32(-1) },
    Spoiled(
      "subgraph that runs itself",
      "Subgraph 0 runs itself through an operator of subgraph 0, which would never end; convert the "
        + "model again.", of: SampleModels.loop()
    ) { $0.subgraphs[0].operators[0].options = nil },
    Spoiled(
      "options of another operator",
      "Subgraph 0 runs itself through an operator of subgraph 0, which would never end; convert the "
        + "model again.", of: SampleModels.loop()
    ) { $0.subgraphs[0].operators[0].options = WrittenOptions(AddOptions()) },
    Spoiled(
      "subgraphs that run each other",
      "Subgraph 0 runs itself through an operator of subgraph 2, which would never end; convert the "
        + "model again.", of: SampleModels.loop()
    ) { b in
      var call = CallOnceOptions()
      call.initSubgraphIndex = 0
      b.operatorCodes.append(OperatorCodeRecord(code: 129, customName: "", version: 1))
      b.subgraphs[2].operators.append(
        OperatorRecord(
          code: b.operatorCodes.count - 1, inputs: [], outputs: [],
          options: WrittenOptions(call)))
    },
  ]

  /// The size of the file in the case of large custom options.
  private static var largeOptionsByteCount: Int {
    var b = SampleModels.convolution()
    b.subgraphs[0].operators[0].extraFields = [9: .uint64(0), 10: .uint64(0)]
    return b.build().count
  }

  @Test(arguments: tables + tensors + nodes)
  func refuses(_ spoiled: Spoiled) { spoiled.check() }

  @Test func missingTablesAreNamed() {
    var b = SampleModels.convolution()
    b.rootFields[4] = .some(nil)
    var error = #expect(throws: ModelError.self) { _ = try Model(bytes: b.build()) }
    #expect(error?.kind == .damaged)
    #expect(error?.description.contains("table Model, field buffers, byte") == true)
    #expect(error?.description.contains("it is missing") == true)
    b = SampleModels.convolution()
    b.subgraphs[0].replacedFields[0] = .some(nil)
    error = #expect(throws: ModelError.self) { _ = try Model(bytes: b.build()) }
    #expect(error?.description.contains("table SubGraph, field tensors") == true)
    b = SampleModels.convolution()
    b.signatures[0].key = nil
    error = #expect(throws: ModelError.self) { _ = try Model(bytes: b.build()) }
    #expect(error?.description.contains("table SignatureDef, field signature_key") == true)
  }

  /// What looks odd but loads, as it does in the reference runtime.
  @Test func acceptsWhatTheReferenceAccepts() throws {
    func load(_ change: (inout ModelBuilder) -> Void) throws -> Model {
      var b = SampleModels.convolution()
      change(&b)
      return try Model(bytes: b.build())
    }
    // More bytes than the shape needs.
    let long = try load { $0.buffers[2].data = [UInt8](repeating: 0, count: 99) }
    #expect(long.buffers[2].count == 99)
    // Bytes in buffer 0, which nothing refers to.
    _ = try load { $0.buffers[0].data = [1, 2, 3] }
    // An omitted input and output, and absent vectors.
    _ = try load { $0.subgraphs[0].operators[0].inputs = [0, 1, -1] }
    _ = try load { $0.subgraphs[0].operators[1].outputs = [5, -1] }
    _ = try load { $0.subgraphs[0].operators[0].intermediates = nil }
    // A scalar without a shape, and outputs that are constants, inputs, or repeated.
    _ = try load {
      $0.subgraphs[0].tensors[0].shape = nil
      $0.subgraphs[0].tensors[0].shapeSignature = nil
    }
    #expect(try load { $0.subgraphs[0].outputs = [5, 1, 0, 5] }.subgraphs[0].outputs.count == 4)
    // A name that is absent, in tensors and aliases.
    #expect(try load { $0.subgraphs[0].tensors[3].name = nil }.subgraphs[0].tensors[3].name == "")
    #expect(try load { $0.signatures[0].inputs[0].name = nil }.signatures[0].inputs.isEmpty)
    // Metadata that leads nowhere.
    _ = try load { $0.metadata[0].buffer = 700 }
    // Unused operator codes, an operator without options, and one after the last known field.
    _ = try load { $0.operatorCodes.append($0.operatorCodes[0]) }
    _ = try load { $0.subgraphs[0].operators[0].options = nil }
    _ = try load { $0.subgraphs[0].operators[0].extraFields[20] = .int32(1) }
    // Anything behind the FlatBuffer.
    #expect(throws: Never.self) {
      _ = try Model(bytes: SampleModels.convolution().build() + [1, 2, 3])
    }
  }
}
