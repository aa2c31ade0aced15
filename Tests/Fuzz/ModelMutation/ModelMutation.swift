import FuzzSupport
import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletRuntime
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport

/// Runs a model on values that follow from its bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(start, count, limit: 1 << 15) { bytes in
    let model = try Model(bytes: bytes)
    var random = SplitMix64(seed: hash(bytes))
    var options = PlanOptions.small(random.next() & 1 == 0 ? .litert : .reference)
    options.isa = Kernels.available.map(\.isa).randomElement(using: &random)
    options.gemm = random.next() & 3 == 0 ? nil : .own
    options.threads = random.next() & 7 == 0 ? 2 : 1
    let plan = try Plan(for: model, options: options)
    var session = Session(plan)
    for _ in 0..<2 {
      for (index, input) in plan.inputs.enumerated() {
        try session.writeInput(index, values(input, &random))
      }
      try session.run()
      for output in plan.outputs.indices { _ = session.readOutput(output) }
    }
  }
}

/// Changes fields of the model; now and then bytes that have no meaning.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: CUnsignedInt
) -> Int {
  guard seed % 32 != 0 else { return mutateBytes(data, size, maximum) }
  var bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
  var mutator = ModelMutator(seed: UInt64(seed))
  mutator.mutate(&bytes)
  for (index, byte) in bytes.enumerated() { data[index] = byte }
  return size
}

/// libFuzzer's own changes.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

/// The bytes of an input: all kinds of floats, small integers, and texts.
private func values(_ tensor: TensorDescription, _ random: inout SplitMix64) -> [UInt8] {
  let count = tensor.shape.elementCount
  switch tensor.type {
  case .string:
    return ModelBuilder.stringBytes(
      (0..<count).map { _ in [UInt8](repeating: 97, count: random.integer(0, 5)) })
  case .float32:
    return (0..<count).flatMap { _ in
      let special = [Float.nan, .infinity, -1e30, 0][random.integer(0, 4)]
      return (random.next() & 31 == 0 ? special : random.uniform(-4, 4)).littleEndianBytes
    }
  default:
    let small = random.next() & 1 == 0
    let width = max((tensor.type.bitWidth ?? 8) / 8, 1)
    return (0..<tensor.byteCount).map { byte in
      let value = UInt8(truncatingIfNeeded: random.next())
      return small ? (byte % width == 0 ? value & 7 : 0) : value
    }
  }
}

/// Fowler, Noll and Vo's hash, 64 bits, variant 1a.
private func hash(_ bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
