import SwiftletFormat
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Small files that state large numbers, each of which some list or table of a step would grow with.
///
/// All are refused by the limits before the memory is taken, which would be gigabytes.
@Suite struct HostileShapeTests {
  /// The limits of a session's tensors by default, and a mebibyte of what steps keep, at least 16 of
  /// lists.
  private static let options = PlanOptions(limits: PlanLimits(packedBytes: 1 << 20))

  private static let lists = "for its parameters, with which all exceed the limit of 16777216"
  private static let tables = "for packed weights, with which they exceed the limit of 1048576"

  private static func check(
    _ b: ModelBuilder, _ inputs: [Int], _ outputs: [Int], says words: String
  ) throws {
    let model = try b.model(inputs: inputs, outputs: outputs)
    do {
      _ = try Plan(for: model, options: options)
      Issue.record("the model was planned")
    } catch { #expect("\(error)".contains(words), "\(error)") }
  }

  private static let unit = Quantization(scale: 1, zeroPoint: 0)

  // MARK: - Transposed convolutions

  /// Extents of the input, the filter and the output, and the stride.
  struct Transposed: Sendable {
    var input: [Int]
    var filter: [Int]
    var output: [Int]
    var stride: (height: Int, width: Int)
  }

  /// Windows, strides, both in one direction or both, and many channels.
  static let transposed = [
    Transposed(
      input: [1, 1 << 20, 1, 1], filter: [1, 1 << 20, 1, 1], output: [1, 1 << 20, 1, 1],
      stride: (1, 1)),
    Transposed(
      input: [1, 1, 1, 1], filter: [1, 1 << 20, 1, 1], output: [1, 1 << 20, 1, 1],
      stride: (1 << 20, 1)),
    Transposed(
      input: [1, 1, 1, 1], filter: [1, 1, 1 << 20, 1], output: [1, 1, 1 << 20, 1],
      stride: (1, Int(Int32.max))),
    Transposed(
      input: [1, 1, 1, 1], filter: [1, 512, 512, 1], output: [1, 512, 512, 1], stride: (512, 512)),
    Transposed(
      input: [1, 1, 1, 1], filter: [1 << 18, 2, 2, 1], output: [1, 2, 2, 1 << 18], stride: (2, 2)),
  ]

  @Test(arguments: transposed) func transposedConvolutions(_ extents: Transposed) throws {
    var b = ModelBuilder()
    let shape = b.constant("shape", extents.output.map { Int32($0) }, [4])
    let x = b.tensor("x", .float32, extents.input)
    let filter = b.tensor("filter", .float32, extents.filter)
    let y = b.tensor("y", .float32, extents.output)
    b.operator(
      .transposeConv, inputs: [shape, filter, x], outputs: [y], options: TransposeConvOptions()
    ) {
      $0.strideH = extents.stride.height
      $0.strideW = extents.stride.width
    }
    try Self.check(b, [x, filter], [y], says: Self.lists)
  }

  /// An input beyond the limits is refused before anything is made for the nodes that read it.
  @Test func inputsBeyondTheLimits() throws {
    var b = ModelBuilder()
    let shape = b.constant("shape", [1, 6, 8, 2] as [Int32], [4])
    let x = b.tensor("x", .float32, [1, 3, 4, 3])
    let filter = b.tensor("filter", .float32, [2, 16_121_853, 3, 3])
    let y = b.tensor("y", .float32, [1, 6, 8, 2])
    b.operator(
      .transposeConv, inputs: [shape, filter, x], outputs: [y], options: TransposeConvOptions()
    ) {
      $0.strideH = 2
      $0.strideW = 2
    }
    try Self.check(b, [x, filter], [y], says: "exceeds the arena limit")
  }

  @Test(arguments: [[1 << 20, 1, 1], [64, 64, 64], [1, 512, 512]])
  func transposedVolumes(stride: [Int]) throws {
    var b = ModelBuilder()
    let extents = [1] + stride + [1]
    let shape = b.constant("shape", extents.map { Int32($0) }, [5])
    let x = b.tensor("x", .float32, [1, 1, 1, 1, 1])
    let filter = b.tensor("filter", .float32, stride + [1, 1])
    let y = b.tensor("y", .float32, extents)
    b.operator(
      .conv3DTranspose, inputs: [shape, filter, x], outputs: [y], options: Conv3DOptions()
    ) {
      ($0.strideD, $0.strideH, $0.strideW) = (stride[0], stride[1], stride[2])
    }
    try Self.check(b, [x, filter], [y], says: Self.lists)
  }

  // MARK: - Other lists

  @Test func volumes() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 1, 1, 1, 1])
    let filter = b.tensor("filter", .float32, [1 << 21, 1, 1, 1, 1])
    let y = b.tensor("y", .float32, [1, 1, 1, 1, 1])
    b.operator(.conv3D, inputs: [x, filter], outputs: [y], options: Conv3DOptions()) {
      $0.padding = .same
      ($0.strideD, $0.strideH, $0.strideW) = (1, 1, 1)
    }
    try Self.check(b, [x, filter], [y], says: Self.lists)
  }

  /// Multipliers of channels whose filter is no constant, by which they would be counted.
  @Test(arguments: [ElementType.int8, .float32]) func computedFilters(type: ElementType) throws {
    var b = ModelBuilder()
    let units = 1 << 20
    let x = b.tensor("x", type, [1, 1], quantization: Self.unit)
    let filter = b.tensor("filter", .int8, [units, 1], quantization: Self.unit)
    let y = b.tensor("y", type, [1, units], quantization: Self.unit)
    b.operator(
      .fullyConnected, inputs: [x, filter, -1], outputs: [y], options: FullyConnectedOptions())
    try Self.check(b, [x, filter], [y], says: Self.lists)
  }

  /// The columns of a constant matrix are its channels.
  @Test func matricesOfOneRow() throws {
    var b = ModelBuilder()
    let columns = 1 << 19
    let x = b.tensor("x", .int8, [1, 1], quantization: Self.unit)
    let matrix = b.constant(
      "matrix", [Int8](repeating: 1, count: columns), [1, columns], quantization: Self.unit)
    let y = b.tensor("y", .int8, [1, columns], quantization: Self.unit)
    b.operator(.batchMatMul, inputs: [x, matrix], outputs: [y], options: BatchMatMulOptions())
    try Self.check(b, [x], [y], says: Self.lists)
  }

  @Test func mirroredLines() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .int8, [1 << 21])
    let paddings = b.constant("paddings", [0, 1 << 20] as [Int32], [1, 2])
    let y = b.tensor("y", .int8, [3 << 20])
    b.operator(.mirrorPad, inputs: [x, paddings], outputs: [y], options: MirrorPadOptions())
    try Self.check(b, [x], [y], says: Self.lists)
  }

  @Test(arguments: [BuiltinOperator.resizeNearestNeighbor, .resizeBilinear])
  func resizedLines(code: BuiltinOperator) throws {
    var b = ModelBuilder()
    let isNearest = code == .resizeNearestNeighbor
    let x = b.tensor("x", .float32, [1, 1, 1, 1])
    let size = b.constant("size", [1, 1 << 22] as [Int32], [2])
    let y = b.tensor("y", .float32, [1, 1, 1 << 22, 1])
    if isNearest {
      b.operator(
        code, inputs: [x, size], outputs: [y], options: ResizeNearestNeighborOptions())
    } else {
      b.operator(code, inputs: [x, size], outputs: [y], options: ResizeBilinearOptions())
    }
    try Self.check(b, [x], [y], says: isNearest ? Self.lists : Self.tables)
  }

  /// Many nodes share weights of time, of which each keeps a copy.
  @Test func weightsOfTime() throws {
    var b = ModelBuilder()
    let filters = 1 << 8
    let steps = 1 << 8
    let x = b.tensor("x", .int8, [1, 1], quantization: Self.unit)
    let features = b.constant(
      "features", [Int8](repeating: 1, count: filters), [filters, 1], quantization: Self.unit)
    let time = b.constant(
      "time", [Int16](repeating: 1, count: filters * steps), [filters, steps],
      quantization: Self.unit)
    let outputs = (0..<110).map { _ in
      let state = b.tensor(
        "state", .int16, [1, filters * steps], quantization: Self.unit, isVariable: true)
      let y = b.tensor("y", .int8, [1, filters], quantization: Self.unit)
      b.operator(
        .svdf, inputs: [x, features, time, -1, state], outputs: [y], options: SVDFOptions()
      ) {
        $0.rank = 1
        $0.fusedActivation = .relu
      }
      return y
    }
    try Self.check(b, [x], outputs, says: Self.lists)
  }

  // MARK: - Tables

  @Test func cosines() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 1, 2])
    let rate = b.tensor("rate", .int32, [1])
    let y = b.tensor("y", .float32, [1, 1, 1 << 16])
    b.custom(
      "Mfcc", inputs: [x, rate], outputs: [y],
      options: FlexMap.bytes([
        ("dct_coefficient_count", .int(1 << 16)), ("filterbank_channel_count", .int(1 << 16)),
        ("lower_frequency_limit", .int(20)), ("upper_frequency_limit", .int(4000)),
      ]))
    try Self.check(b, [x, rate], [y], says: Self.tables)
  }

  @Test func windowsOfSound() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1 << 24, 1])
    let y = b.tensor("y", .float32, [1, 1, 1 << 23 + 1])
    b.custom(
      "AudioSpectrogram", inputs: [x], outputs: [y],
      options: FlexMap.bytes([
        ("stride", .int(1)), ("window_size", .int(1 << 24)),
      ]))
    try Self.check(b, [x], [y], says: Self.tables)
  }

  @Test func longTransforms() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 1])
    let size = b.constant("size", [1, 1 << 24] as [Int32], [2])
    let y = b.tensor("y", .complex64, [1, 1 << 23 + 1])
    b.operator(.rfft2D, inputs: [x, size], outputs: [y])
    try Self.check(b, [x], [y], says: Self.tables)
  }

  // MARK: - Numbers that say how an operator works

  /// A computed list of a million extents, which would be read and told one by one.
  @Test(arguments: [BuiltinOperator.reshape, .splitV, .reverseV2, .sum, .pad])
  func longListsOfNumbers(code: BuiltinOperator) throws {
    var b = ModelBuilder()
    let count = 1 << 20
    let x = b.tensor("x", .float32, [1])
    let one = b.constant("one", [1] as [Int32], [1])
    let times = b.constant("times", [Int32(count)], [1])
    let axis = b.constant("axis", [0] as [Int32], [1])
    let list = b.tensor("list", .int32, [count])
    let y = b.tensor("y", .float32, [1])
    b.operator(.tile, inputs: [one, times], outputs: [list], options: TileOptions())
    switch code {
    case .reshape: b.operator(code, inputs: [x, list], outputs: [y], options: ReshapeOptions())
    case .splitV:
      b.operator(code, inputs: [x, list, axis], outputs: [y], options: SplitVOptions())
    case .sum: b.operator(code, inputs: [x, list], outputs: [y], options: ReducerOptions())
    case .pad: b.operator(code, inputs: [x, list], outputs: [y], options: PadOptions())
    default: b.operator(code, inputs: [x, list], outputs: [y])
    }
    try Self.check(
      b, [x], [y],
      says: code == .pad ? "paddings of shape" : "numbers as input 1, of which it reads")
  }

  /// A constant without elements may state any number of rows.
  @Test func constantsWithoutElements() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 0])
    let filter = b.constant("filter", [Float](), [1 << 30, 0])
    let y = b.tensor("y", .float32, [1, 1 << 30])
    b.operator(
      .fullyConnected, inputs: [x, filter, -1], outputs: [y], options: FullyConnectedOptions())
    try Self.check(b, [x], [y], says: "exceeds the arena limit")
  }

  // MARK: - Many nodes

  /// Each node that cannot be run is told, without being compared with all others.
  @Test(.timeLimit(.minutes(1))) func manyUnsupportedNodes() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1])
    let count = 30_000
    var outputs: [Int] = []
    for _ in 0..<count {
      outputs.append(b.tensor("", .float32, [1]))
      b.custom("Unknown", inputs: [x], outputs: [outputs[outputs.count - 1]])
    }
    let model = try b.model(inputs: [x], outputs: [outputs[0]])
    do {
      _ = try Plan(for: model)
      Issue.record("the model was planned")
    } catch .unsupported(let nodes) { #expect(nodes.count == count) }
  }

  /// A computed image under a window of its own size would take a quarter of an hour to fold; the pooling
  /// is left to the runs.
  @Test(.timeLimit(.minutes(1))) func workOnConstants() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1])
    let side = 2000
    let extents = b.constant("extents", [1, Int32(side), Int32(side), 1], [4])
    let one = b.constant("one", [1] as [Float], [])
    let image = b.tensor("image", .float32, [1, side, side, 1])
    let pooled = b.tensor("pooled", .float32, [1, side, side, 1])
    let y = b.tensor("y", .float32, [1, side, side, 1])
    b.operator(.fill, inputs: [extents, one], outputs: [image], options: FillOptions())
    b.operator(.maxPool2D, inputs: [image], outputs: [pooled], options: Pool2DOptions()) {
      ($0.filterHeight, $0.filterWidth, $0.strideH, $0.strideW) = (side, side, 1, 1)
      $0.padding = .same
    }
    b.operator(.add, inputs: [pooled, x], outputs: [y], options: AddOptions())
    let plan = try Plan(for: try b.model(inputs: [x], outputs: [y]))
    #expect(plan.steps.map(\.place.operatorName) == ["MAX_POOL_2D", "ADD"])
  }
}
