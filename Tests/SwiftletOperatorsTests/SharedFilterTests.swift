import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletRuntime
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Filters whose bytes are one buffer of the file, and which differ in everything else.
@Suite struct SharedFilterTests {
  /// Builds a model of two nodes whose filters are equal bytes, in one buffer or in two.
  private func model(
    shared: Bool, _ build: (inout ModelBuilder) -> (filters: [Int], inputs: [Int], outputs: [Int])
  ) throws -> Model {
    var builder = ModelBuilder()
    let parts = build(&builder)
    if shared {
      let buffer = builder.graph.tensors[parts.filters[0]].buffer
      for filter in parts.filters { builder.graph.tensors[filter].buffer = buffer }
    }
    return try builder.model(inputs: parts.inputs, outputs: parts.outputs)
  }

  private func outputs(_ model: Model, isa: ISA, gemm: GemmBackend? = nil) throws -> [[UInt8]] {
    let interpreter = Interpreter(model: model, options: PlanOptions(isa: isa, gemm: gemm))
    var random = SplitMix64(seed: 5)
    let plan = try interpreter.plan()
    for (index, input) in plan.inputs.enumerated() {
      let count = input.shape.elementCount
      let bytes =
        input.type == .float32
        ? random.floats(count, -1, 1).flatMap(\.littleEndianBytes) : random.bytes(count)
      try interpreter.writeInput(index, bytes)
    }
    try interpreter.run()
    return try plan.outputs.indices.map { try interpreter.readOutput($0) }
  }

  @Test(arguments: Kernels.available) func zeroPointsOfTransposedFilters(table: KernelTable) throws
  {
    var random = SplitMix64(seed: 3)
    let weights = random.bytes(6 * 3 * 3 * 4)
    func build(_ builder: inout ModelBuilder) -> ([Int], [Int], [Int]) {
      let input = builder.tensor(
        "x", .uint8, [1, 5, 5, 4], quantization: Quantization(scale: 0.03, zeroPoint: 128))
      let size = builder.constant("size", [Int32(1), 10, 10, 6], [4])
      var (filters, outputs): ([Int], [Int]) = ([], [])
      for zeroPoint in [111, 140] {
        let filter = builder.constant(
          "w\(zeroPoint)", weights, [6, 3, 3, 4],
          quantization: Quantization(scale: 0.01, zeroPoint: zeroPoint))
        let output = builder.tensor(
          "y\(zeroPoint)", .uint8, [1, 10, 10, 6],
          quantization: Quantization(scale: 0.08, zeroPoint: 120))
        builder.operator(
          .transposeConv, inputs: [size, filter, input], outputs: [output],
          options: TransposeConvOptions()
        ) {
          $0.strideW = 2
          $0.strideH = 2
        }
        filters.append(filter)
        outputs.append(output)
      }
      return (filters, [input], outputs)
    }
    let expected = try outputs(try model(shared: false, build), isa: table.isa)
    #expect(try outputs(try model(shared: true, build), isa: table.isa) == expected)
    #expect(expected[0] != expected[1])
  }

  /// Other scales, and other extents of as many bytes.
  @Test(arguments: Kernels.available) func blocksOfFourBits(table: KernelTable) throws {
    var random = SplitMix64(seed: 4)
    let weights = random.bytes(64 * 128 / 2)
    func build(_ builder: inout ModelBuilder) -> ([Int], [Int], [Int]) {
      var (filters, inputs, outputs): ([Int], [Int], [Int]) = ([], [], [])
      for (index, extents) in [(64, 128), (64, 128), (128, 64)].enumerated() {
        let (units, depth) = extents
        let scales = builder.constant(
          "scales\(index)", random.floats(units * depth / 32, 0.01, 0.1), [units, depth / 32])
        let filter = builder.constant(
          "w\(index)", bytes: weights, .int4, [units, depth],
          quantization: Quantization(
            scales: [], zeroPoints: [],
            details: .blockwise(scales: scales, zeroPoints: -1, blockSize: 32)))
        let input = builder.tensor("x\(index)", .float32, [3, depth])
        let output = builder.tensor("y\(index)", .float32, [3, units])
        builder.operator(
          .fullyConnected, inputs: [input, filter, -1], outputs: [output], version: 13,
          options: FullyConnectedOptions()
        ) { $0.asymmetricQuantizeInputs = true }
        filters.append(filter)
        inputs.append(input)
        outputs.append(output)
      }
      return (filters, inputs, outputs)
    }
    random = SplitMix64(seed: 6)
    let expected = try outputs(try model(shared: false, build), isa: table.isa)
    random = SplitMix64(seed: 6)
    #expect(try outputs(try model(shared: true, build), isa: table.isa) == expected)
    #expect(expected[0] != expected[1])
  }

  /// A window as wide as the image whose rows overlap, which OpenBLAS takes only as copies.
  @Test(arguments: Kernels.available) func overlappingRows(table: KernelTable) throws {
    var random = SplitMix64(seed: 8)
    let weights = random.floats(5 * 2 * 3 * 2, -1, 1)
    let model = try model(shared: false) { builder in
      let input = builder.tensor("x", .float32, [1, 7, 3, 2])
      let filter = builder.constant("w", weights, [5, 2, 3, 2])
      let bias = builder.constant("b", [Float](repeating: 0.25, count: 5), [5])
      let output = builder.tensor("y", .float32, [1, 6, 1, 5])
      builder.operator(
        .conv2D, inputs: [input, filter, bias], outputs: [output], options: Conv2DOptions()
      ) {
        $0.padding = .valid
        $0.strideW = 1
        $0.strideH = 1
      }
      return ([filter], [input], [output])
    }
    func floats(_ gemm: GemmBackend) throws -> [Float] {
      let bytes = try outputs(model, isa: table.isa, gemm: gemm)[0]
      return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    let own = try floats(.own)
    guard OpenBLAS.isAvailable else { return }
    for (value, expected) in zip(try floats(.openblas), own) {
      #expect(abs(value - expected) < 1e-5)
    }
    #expect(own.contains { abs($0 - 0.25) > 0.1 })
  }
}
