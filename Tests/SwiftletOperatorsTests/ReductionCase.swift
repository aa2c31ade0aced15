import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Reductions over every kind of axes.
struct ReductionCase: Sendable {
  let shape: [Int]
  /// As written in the file: negative ones and repetitions included.
  let axes: [Int]
  let keepsAxes: Bool

  static let all: [ReductionCase] = [
    ReductionCase(shape: [2, 7, 7, 33], axes: [1, 2], keepsAxes: false),
    ReductionCase(shape: [2, 3, 4, 300], axes: [2, 1], keepsAxes: true),
    ReductionCase(shape: [3, 41], axes: [-1], keepsAxes: true),
    ReductionCase(shape: [3, 41], axes: [1, -1, 1], keepsAxes: false),
    ReductionCase(shape: [5, 4], axes: [0], keepsAxes: false),
    ReductionCase(shape: [2, 3, 4, 5], axes: [0, 2], keepsAxes: false),
    ReductionCase(shape: [2, 3, 4, 5], axes: [3, 1], keepsAxes: true),
    ReductionCase(shape: [4, 3], axes: [0, 1], keepsAxes: false),
    ReductionCase(shape: [7], axes: [], keepsAxes: false),
    ReductionCase(shape: [0, 3], axes: [1], keepsAxes: false),
    ReductionCase(shape: [2, 1, 3], axes: [1], keepsAxes: false),
  ]

  private var reduced: Set<Int> { Set(axes.map { $0 < 0 ? $0 + shape.count : $0 }) }

  var output: Shape {
    Shape(
      shape.indices.compactMap { axis in
        reduced.contains(axis) ? (keepsAxes ? 1 : nil) : shape[axis]
      })
  }

  /// How many elements are joined.
  var count: Int { reduced.reduce(1) { $0 * shape[$1] } }

  /// The elements that are joined into each element of the output.
  func groups<Element>(_ data: [Element]) -> [[Element]] {
    var groups = [[Element]](repeating: [], count: output.elementCount)
    let kept = Shape(shape.indices.compactMap { reduced.contains($0) ? nil : shape[$0] })
    for (element, index) in zip(data, MovementCase.indices(Shape(shape))) {
      let place = index.indices.compactMap { reduced.contains($0) ? nil : index[$0] }
      groups[MovementCase.position(place, in: kept)].append(element)
    }
    return groups
  }

  func test<Element: TensorElement>(
    _ code: BuiltinOperator, _ data: [Element], _ input: Quantization? = nil,
    _ output: Quantization? = nil, type: ElementType? = nil
  ) -> OperatorCase {
    var options = ReducerOptions()
    options.keepDims = keepsAxes
    let type = type ?? Element.elementType
    return OperatorCase(
      code, options, [Operand(data, Shape(shape), input, type: type), .integers(axes)],
      [.output(type, output)])
  }

  /// The refusals that reductions share.
  static func checkRefusals(_ code: BuiltinOperator) {
    let reduction = ReductionCase(shape: [2], axes: [1], keepsAxes: false)
    #expect(reduction.test(code, [Float]([1, 2])).failure() == "cannot reduce axis 1 of 2")
    let negative = ReductionCase(shape: [2], axes: [-2], keepsAxes: false)
    #expect(negative.test(code, [Float]([1, 2])).failure() == "cannot reduce axis -2 of 2")
    func failure(_ axes: Operand, _ output: ElementType = .float32) -> String? {
      OperatorCase(code, nil, [Operand([Float]([1])), axes], [.output(output)]).failure()
    }
    #expect(failure(Operand([Int32]([0]))) == "Dynamic()")
    #expect(
      failure(Operand([Int64]([0]), isConstant: true)) == "has axes of type int64 instead of int32")
    #expect(
      failure(.integers([0]), .int8) == "has an input of type float32 and an output of type int8")
    #expect(
      OperatorCase(code, nil, [Operand([true]), .integers([0])], [.output(.bool)]).failure()
        == "has an input of type bool")
  }
}
