import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Operators on two operands, checked element by element over every way to broadcast.
enum BinaryCase {
  static func checkFloats(
    _ code: BuiltinOperator, _ options: (any OperatorOptions)? = nil,
    function: (Float, Float) -> Float
  ) throws {
    var random = SplitMix64(seed: 8)
    for (a, b) in ReferenceBroadcast.shapes {
      let output = try #require(a.broadcast(with: b))
      let left = random.floats(a.elementCount, -4, 4)
      let right = random.floats(b.elementCount, -4, 4)
      let expected = ReferenceBroadcast.positions(a, b, output).map {
        function(left[$0.a], right[$0.b])
      }
      let result = try OperatorCase(
        code, options, [Operand(left, a), Operand(right, b)], [.output(.float32)]
      ).run()
      #expect(result.shapes == [output])
      #expect(result.values(Float.self) == expected, "\(code) \(a) \(b)")
    }
  }

  static func checkIntegers<Integer: FixedWidthInteger & TensorElement>(
    _ code: BuiltinOperator, _ options: (any OperatorOptions)? = nil, on type: Integer.Type,
    function: (Integer, Integer) -> Integer
  ) throws {
    var random = SplitMix64(seed: 9)
    let extremes: [Integer] = [.min, .max, 0, 1, .min, .max]
    for (a, b) in ReferenceBroadcast.shapes {
      let output = try #require(a.broadcast(with: b))
      func data(_ shape: Shape) -> [Integer] {
        (0..<shape.elementCount).map {
          $0 < 6 ? extremes[$0] : Integer(truncatingIfNeeded: random.next())
        }
      }
      let (left, right) = (data(a), data(b))
      let expected = ReferenceBroadcast.positions(a, b, output).map {
        function(left[$0.a], right[$0.b])
      }
      let result = try OperatorCase(
        code, options, [Operand(left, a), Operand(right, b)], [.output(Integer.elementType)]
      ).run()
      #expect(result.values(type) == expected, "\(code) \(a) \(b)")
    }
  }

  /// Quantised operands of every way to broadcast, and all pairs of bytes; `function` gets elements
  /// without zero points and gives an element that is not yet moved or clamped.
  static func checkBytes(
    _ code: BuiltinOperator, _ options: (any OperatorOptions)? = nil, _ type: ElementType,
    _ arithmetic: Arithmetic, scales: [(Float, Float, Float)],
    function: (_ a: Int, _ b: Int, _ scales: (Float, Float, Float)) -> Int
  ) throws {
    var random = SplitMix64(seed: 10)
    let low = type == .int8 ? -128 : 0
    let all = (0...UInt8.max).map { $0 }
    func element(_ byte: UInt8) -> Int {
      type == .int8 ? Int(Int8(bitPattern: byte)) : Int(byte)
    }
    for scale in scales {
      for (a, b) in ReferenceBroadcast.shapes + [([256, 1], [1, 256])] {
        let output = try #require(a.broadcast(with: b))
        let zeros = (0..<3).map { _ in low + random.integer(0, 256) }
        let left = a == [256, 1] ? all : random.bytes(a.elementCount)
        let right = b == [1, 256] ? all : random.bytes(b.elementCount)
        let expected = ReferenceBroadcast.positions(a, b, output).map {
          let value = function(
            element(left[$0.a]) - zeros[0], element(right[$0.b]) - zeros[1], scale)
          return ExactRounding.clamp(value + zeros[2], low, low + 255)
        }
        let test = OperatorCase(
          code, options,
          [
            Operand(left, a, Quantization(scale: scale.0, zeroPoint: zeros[0]), type: type),
            Operand(right, b, Quantization(scale: scale.1, zeroPoint: zeros[1]), type: type),
          ], [.output(type, Quantization(scale: scale.2, zeroPoint: zeros[2]))])
        let results = try test.run(arithmetic).bytes[0].map(element)
        #expect(results == expected, "\(code) \(type) \(arithmetic) \(a) \(b) \(scale)")
      }
    }
  }

  /// The refusals that all operators on two operands share.
  static func checkRefusals(_ code: BuiltinOperator) {
    func failure(_ a: Operand, _ b: Operand, _ output: TensorInfo) -> String? {
      OperatorCase(code, nil, [a, b], [output]).failure()
    }
    #expect(
      failure(Operand([Float]([1, 2])), Operand([Float]([1, 2, 3])), .output(.float32))
        == "cannot broadcast 2 and 3 together")
    #expect(
      failure(Operand([Float]([1])), Operand([Int32]([1])), .output(.float32))
        == "has operands of types float32, int32 and float32, which must be the same")
    #expect(
      failure(Operand([true]), Operand([true]), .output(.bool)) == "has operands of type bool")
    #expect(
      OperatorCase(code, nil, [Operand([Float]([1]))], [.output(.float32)]).failure()
        == "has 1 inputs instead of 2")
  }
}
