import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Operators that move elements, checked by the index that each element comes from.
enum MovementCase {
  /// All indices of a shape in row-major order.
  static func indices(_ shape: Shape) -> [[Int]] {
    (0..<shape.elementCount).map { element in
      var rest = element
      var index = [Int](repeating: 0, count: shape.rank)
      for axis in (0..<shape.rank).reversed() {
        index[axis] = rest % shape[axis]
        rest /= shape[axis]
      }
      return index
    }
  }

  static func position(_ index: [Int], in shape: Shape) -> Int {
    index.indices.reduce(0) { $0 * shape[$1] + index[$1] }
  }

  /// Runs an operator on elements of 1, 2, 4 and 8 bytes.
  ///
  /// `inputs` makes the operands of the data; `source` maps an index of the output to one of the
  /// input, or to nil where the output holds `fill`.
  static func check(
    _ code: BuiltinOperator, _ options: (any OperatorOptions)? = nil, _ shape: Shape,
    to output: Shape,
    fill: Int = 0, inputs: (Operand) -> [Operand], source: ([Int]) -> [Int]?
  ) throws {
    let results = try [
      run(UInt8.self, code, options, shape, inputs), run(Int16.self, code, options, shape, inputs),
      run(Int32.self, code, options, shape, inputs), run(Int64.self, code, options, shape, inputs),
    ]
    let expected = indices(output).map { index in
      source(index).map { position($0, in: shape) % 120 + 1 } ?? fill
    }
    for (shape, elements) in results {
      #expect(shape == output, "\(code)")
      #expect(elements == expected, "\(code) to \(output)")
    }
  }

  /// The shape and elements of the output, for elements that count up to 120 again and again.
  private static func run<Integer: FixedWidthInteger & TensorElement>(
    _ type: Integer.Type, _ code: BuiltinOperator, _ options: (any OperatorOptions)?,
    _ shape: Shape,
    _ inputs: (Operand) -> [Operand]
  ) throws -> (Shape, [Int]) {
    let data = (0..<shape.elementCount).map { Integer($0 % 120 + 1) }
    let test = OperatorCase(
      code, options, inputs(Operand(data, shape)), [.output(Integer.elementType)])
    let result = try test.run()
    return (result.shapes[0], result.values(type).map { Int($0) })
  }
}
