import Foundation
import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct HardSwishTests {
  @Test(arguments: RecordedCase.names(of: "HARD_SWISH")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    let extremes: [Float] = [-3, 3, -2.9999, .infinity, .nan, -1e30, 1e30]
    let values = UnaryCase.values(-5, 5) + extremes
    let test = OperatorCase(.hardSwish, nil, [Operand(values)], [.output(.float32)])
    // Instruction sets without fused multiply-add round the gate twice.
    for table in Kernels.available {
      let result = try test.run(.litert, table).values(Float.self)
      for (x, found) in zip(values, result) {
        let exact = Double(x) * min(max(Double(x) + 3, 0), 6) / 6
        let error = abs(Double(found) - exact)
        let isNear = error <= Double(x.magnitude) * 0x1p-23 || exact == Double(found)
        #expect(x.isNaN ? found.isNaN : isNear, "\(table.isa) \(x)")
      }
    }
  }

  /// The vector that both peers give.
  @Test(arguments: Arithmetic.allCases) func peerVector(arithmetic: Arithmetic) throws {
    let test = OperatorCase(
      .hardSwish, nil,
      [
        Operand(
          [Int8]([-128, -64, -1, 0, 1, 64, 127]), nil, Quantization(scale: 0.05, zeroPoint: 0))
      ], [.output(.int8, Quantization(scale: 0.05, zeroPoint: -60))])
    #expect(try test.values(Int8.self, arithmetic) == [-60, -60, -60, -60, -59, 4, 67])
  }

  /// The 16-bit arithmetic stays within one step of the real function.
  @Test(arguments: Arithmetic.allCases, [ElementType.int8, .uint8])
  func bytesNearReal(arithmetic: Arithmetic, type: ElementType) throws {
    let low = type == .int8 ? -128 : 0
    let bytes = (low...low + 255).map { UInt8(truncatingIfNeeded: $0) }
    let input = Quantization(scale: 0.04, zeroPoint: low + 100)
    let output = Quantization(scale: 0.03, zeroPoint: low + 20)
    let results = try OperatorCase(
      .hardSwish, nil, [Operand(bytes, nil, input, type: type)], [.output(type, output)]
    ).run(arithmetic).bytes[0].map { type == .int8 ? Int(Int8(bitPattern: $0)) : Int($0) }
    for (index, result) in results.enumerated() {
      let x = 0.04 * Double(index - 100)
      let steps = (x * min(max(x + 3, 0), 6) / 6 / 0.03).rounded() + Double(low + 20)
      #expect(abs(Double(result) - min(max(steps, Double(low)), Double(low + 255))) <= 1)
    }
  }

  /// Shifts of 16 and more cut the mask of a 16-bit integer, as in the peer's kernels.
  @Test func giantOutputScale() throws {
    let test = OperatorCase(
      .hardSwish, nil,
      [
        Operand(
          [Int8]([-128, -60, 127]), nil,
          Quantization(scale: 0.022_215_843_200_683_594, zeroPoint: -60))
      ], [.output(.int8, Quantization(scale: 13.937_188_148_498_535, zeroPoint: 8))])
    #expect(try test.values(Int8.self) == [7, 9, 9])
  }

  @Test func refusals() {
    UnaryCase.checkRefusals(.hardSwish)
    let test = OperatorCase(
      .hardSwish, nil, [Operand([Int8]([1]), nil, Quantization(scale: 1, zeroPoint: 0))],
      [.output(.int8, Quantization(scale: 0.001, zeroPoint: 0))])
    #expect(test.failure() == "has an output scale of 0.001, too small for its input")
  }
}
