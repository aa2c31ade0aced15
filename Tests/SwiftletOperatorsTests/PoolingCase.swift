import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// A pooling window over an image, and what lies under it.
struct PoolingCase: Sendable {
  let shape: [Int]
  let filter: (height: Int, width: Int)
  let stride: (height: Int, width: Int)
  let padding: Padding

  static let all: [PoolingCase] = [
    PoolingCase(shape: [1, 5, 7, 3], filter: (2, 3), stride: (2, 2), padding: .same),
    PoolingCase(shape: [2, 7, 7, 17], filter: (7, 7), stride: (1, 1), padding: .valid),
    PoolingCase(shape: [1, 6, 5, 70], filter: (3, 3), stride: (1, 2), padding: .same),
    PoolingCase(shape: [2, 4, 9, 16], filter: (1, 1), stride: (3, 2), padding: .valid),
    PoolingCase(shape: [1, 3, 2, 33], filter: (5, 4), stride: (1, 1), padding: .same),
    PoolingCase(shape: [3, 8, 8, 1], filter: (2, 2), stride: (3, 3), padding: .valid),
    PoolingCase(shape: [0, 4, 4, 2], filter: (2, 2), stride: (2, 2), padding: .valid),
  ]

  func options(_ activation: ActivationFunction = .none) -> Pool2DOptions {
    var options = Pool2DOptions()
    options.padding = padding
    (options.filterHeight, options.filterWidth) = filter
    (options.strideH, options.strideW) = stride
    options.fusedActivation = activation
    return options
  }

  private func place(_ extent: Int, _ filter: Int, _ stride: Int) -> (count: Int, before: Int) {
    guard padding == .same else { return ((extent - filter) / stride + 1, 0) }
    let count = (extent + stride - 1) / stride
    return (count, max((count - 1) * stride + filter - extent, 0) / 2)
  }

  var output: Shape {
    [
      shape[0], place(shape[1], filter.height, stride.height).count,
      place(shape[2], filter.width, stride.width).count, shape[3],
    ]
  }

  /// The elements under each window, in the order of the output.
  func windows<Element>(_ data: [Element]) -> [[Element]] {
    let (top, left) = (
      place(shape[1], filter.height, stride.height).before,
      place(shape[2], filter.width, stride.width).before
    )
    return MovementCase.indices(output).map { index in
      var elements: [Element] = []
      for row in 0..<filter.height {
        for column in 0..<filter.width {
          let y = index[1] * stride.height - top + row
          let x = index[2] * stride.width - left + column
          guard (0..<shape[1]).contains(y), (0..<shape[2]).contains(x) else { continue }
          let place = [index[0], y, x, index[3]]
          elements.append(data[MovementCase.position(place, in: Shape(shape))])
        }
      }
      return elements
    }
  }

  /// The refusals that both operators share.
  static func checkRefusals(_ code: BuiltinOperator) {
    func failure(
      _ change: (inout Pool2DOptions) -> Void, _ shape: Shape = [1, 3, 3, 1],
      _ output: TensorInfo = .output(.float32)
    ) -> String? {
      var options = PoolingCase(
        shape: [], filter: (2, 2), stride: (1, 1), padding: .valid
      ).options()
      change(&options)
      let data = [Float](repeating: 0, count: shape.elementCount)
      return OperatorCase(code, options, [Operand(data, shape)], [output]).failure()
    }
    #expect(failure { $0.strideW = 0 } == "has a stride of 1×0, which must be positive")
    #expect(failure { $0.strideH = -1 } == "has a stride of -1×1, which must be positive")
    #expect(failure { $0.filterHeight = 0 } == "has a window of 0×2, which must be positive")
    #expect(failure({ _ in }, [3, 3, 1]) == "needs a 4-dimensional input, found 3×3×1")
    #expect(
      failure({ _ in }, [1, 3, 3, 1], .output(.int8))
        == "has an input of type float32 and an output of type int8")
    #expect(
      OperatorCase(
        code, PoolingCase.all[3].options(), [Operand([Int32]([1]), [1, 1, 1, 1])], [.output(.int32)]
      ).failure() == "has an input of type int32")
  }
}
