import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletRuntime
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport

/// How a layer is computed: on which instruction set, and by whose matrix product.
struct Variant: Hashable {
  let isa: ISA
  /// Nil where the layer is no float matrix product.
  let gemm: GemmBackend?

  /// All that this processor can run.
  static func all(for shape: LayerShape) -> [Variant] {
    let isProduct =
      shape.numbers == .float32 && (shape.kind == .conv || shape.kind == .dense)
    return Kernels.available.flatMap { table in
      let backends: [GemmBackend?] =
        isProduct ? OpenBLAS.isAvailable ? [.own, .openblas] : [.own] : [nil]
      return backends.map { Variant(isa: table.isa, gemm: $0) }
    }
  }
}

/// The fastest of many runs of a layer.
struct Measurement {
  let variant: Variant
  let kernel: String
  let multiplyAccumulates: Int
  let nanoseconds: Double

  /// Runs a layer on one thread for about so many milliseconds.
  init(_ layer: Layer, _ variant: Variant, milliseconds: Int) throws {
    self.variant = variant
    let plan = try Plan(
      for: layer.model, options: PlanOptions(isa: variant.isa, gemm: variant.gemm))
    kernel = plan.steps.map(\.kernel).joined(separator: " + ")
    multiplyAccumulates = plan.steps.reduce(0) { $0 + $1.multiplyAccumulates }
    var session = Session(plan)
    for index in plan.inputs.indices { layer.fillInput(index, of: &session) }
    let clock = ContinuousClock()
    func time(_ runs: Int) throws -> Double {
      let start = clock.now
      for _ in 0..<runs { try session.run() }
      let parts = (clock.now - start).components
      let elapsed = Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9
      return elapsed / Double(runs)
    }
    // Enough runs at a time that the clock does not matter.
    _ = try time(2)
    let runs = max(1, Int(20_000 / max(try time(1), 1)))
    var best = try time(runs)
    let end = clock.now + .milliseconds(milliseconds)
    while clock.now < end { best = min(best, try time(runs)) }
    nanoseconds = best
  }
}

/// A layer's shape with its model.
struct Layer {
  let shape: LayerShape
  let model: Model

  init(_ shape: LayerShape) throws {
    self.shape = shape
    var builder = LayerModel(shape)
    model = try builder.model()
  }

  /// Writes varied values, the same in each call.
  func fillInput(_ index: Int, of session: inout Session) {
    var random = SplitMix64(seed: 11 + UInt64(index))
    let isFloat = shape.numbers == .float32
    var bytes = session.inputBytes(index)
    if isFloat {
      for place in 0..<bytes.byteCount / 4 {
        let value = random.floats(1, -1, 1)[0]
        bytes.storeBytes(of: value, toByteOffset: 4 * place, as: Float.self)
      }
    } else {
      let values = random.bytes(bytes.byteCount)
      for place in values.indices {
        bytes.storeBytes(of: values[place], toByteOffset: place, as: UInt8.self)
      }
    }
  }

  /// What the engine picks by itself.
  func pick() throws -> Variant {
    let plan = try Plan(for: model)
    let variants = Variant.all(for: shape).filter { $0.isa == plan.isa }
    let kernel = plan.steps.map(\.kernel)
    for variant in variants {
      let own = try Plan(for: model, options: PlanOptions(isa: variant.isa, gemm: variant.gemm))
      if own.steps.map(\.kernel) == kernel { return variant }
    }
    return Variant(isa: plan.isa, gemm: nil)
  }
}
