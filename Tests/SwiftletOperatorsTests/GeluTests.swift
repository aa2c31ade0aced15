import Foundation
import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct GeluTests {
  @Test(arguments: RecordedCase.names(of: "GELU")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    try UnaryCase.check(.gelu, UnaryCase.values(0, 12), within: 4) {
      0.5 * $0 * erfc(-$0 * 0.5.squareRoot())
    }
    var options = GeluOptions()
    options.approximate = true
    try UnaryCase.check(.gelu, options: options, UnaryCase.values(0, 12), within: 4) {
      0.5 * $0 * (1 + tanh((2 / Double.pi).squareRoot() * ($0 + 0.044715 * $0 * $0 * $0)))
    }
  }

  @Test func tailsVanish() throws {
    let test = OperatorCase(
      .gelu, nil, [Operand([Float]([-6, -20, -1e30, 20]))], [.output(.float32)])
    for table in Kernels.available {
      let values = try test.run(.litert, table).values(Float.self)
      #expect(abs(values[0]) < 1e-7 && abs(values[1]) < 1e-30, "\(table.isa)")
      #expect(abs(values[2]) < 1e-9 && values[3] == 20, "\(table.isa)")
    }
  }
}
