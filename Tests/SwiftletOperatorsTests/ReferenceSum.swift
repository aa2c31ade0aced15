import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// A sum or difference of bytes by its definition in both arithmetics.
struct ReferenceSum {
  let type: ElementType
  let arithmetic: Arithmetic
  var subtracts: Bool
  var activation = ActivationFunction.none
  var aScale: Float
  var bScale: Float
  var outputScale: Float
  let zeros: (a: Int, b: Int, output: Int)

  init(
    _ type: ElementType, _ arithmetic: Arithmetic, subtracts: Bool, ratio: Float,
    _ random: inout SplitMix64
  ) {
    self.type = type
    self.arithmetic = arithmetic
    self.subtracts = subtracts
    aScale = random.uniform(0.001, 0.1)
    bScale = aScale * ratio
    outputScale = max(aScale, bScale) * random.uniform(0.5, 3)
    let low = type == .int8 ? -128 : 0
    zeros = (
      low + random.integer(0, 256), low + random.integer(0, 256), low + random.integer(0, 256)
    )
  }

  func check(_ a: Shape, _ b: Shape, _ left: [UInt8], _ right: [UInt8]) throws {
    let output = try #require(a.broadcast(with: b))
    let expected = ReferenceBroadcast.positions(a, b, output).map {
      sum(integer(left[$0.a]), integer(right[$0.b]))
    }
    let quantizations = [
      Quantization(scale: aScale, zeroPoint: zeros.a),
      Quantization(scale: bScale, zeroPoint: zeros.b),
      Quantization(scale: outputScale, zeroPoint: zeros.output),
    ]
    var add = AddOptions()
    add.fusedActivation = activation
    var sub = SubOptions()
    sub.fusedActivation = activation
    let test = OperatorCase(
      subtracts ? .sub : .add, subtracts ? sub : add,
      [
        Operand(left, a, quantizations[0], type: type),
        Operand(right, b, quantizations[1], type: type),
      ], [.output(type, quantizations[2])])
    let results = try test.run(arithmetic).bytes[0].map(integer)
    #expect(results == expected, "\(self) \(a) \(b)")
  }

  private func integer(_ byte: UInt8) -> Int {
    type == .int8 ? Int(Int8(bitPattern: byte)) : Int(byte)
  }

  private func sum(_ x: Int, _ y: Int) -> Int {
    let (low, high) = type == .int8 ? (-128, 127) : (0, 255)
    let (left, right) = (x - zeros.a, subtracts ? zeros.b - y : y - zeros.b)
    let total: Int
    if arithmetic == .litert {
      // One rounding, ties up, after weights of 21 bits.
      let (p, q) = (aScale / outputScale, bScale / outputScale)
      var (bits, most) = (20, max(p, q))
      while most >= 2 { (most, bits) = (most / 2, bits - 1) }
      while most < 1 { (most, bits) = (most * 2, bits + 1) }
      let unit = Float(1 << bits)
      let weighted =
        Int((p * unit).rounded(.toNearestOrEven)) * left
        + Int((q * unit).rounded(.toNearestOrEven)) * right
      total = ExactRounding.floorDivided(weighted + 1 << (bits - 1), by: 1 << bits)
    } else {
      let largest = 2 * Double(max(aScale, bScale))
      let scaled =
        ExactRounding.twice(left << 20, Double(aScale) / largest)
        + (subtracts ? -1 : 1)
        * ExactRounding.twice((y - zeros.b) << 20, Double(bScale) / largest)
      total = ExactRounding.twice(scaled, largest / Double(Float(1 << 20) * outputScale))
    }
    let floor = activation == .relu ? max(low, zeros.output) : low
    return ExactRounding.clamp(total + zeros.output, floor, high)
  }
}
