package import SwiftletTensor

/// A buffer to be written.
package struct BufferRecord: Sendable {
  /// The bytes; nil leaves them out.
  package var data: [UInt8]?
  /// Where the bytes lie behind the FlatBuffer; nil for those that lie inside.
  package var external: (offset: Int, size: Int)?

  /// Makes a buffer.
  package init(data: [UInt8]? = nil) {
    self.data = data
  }
}

/// An operator code to be written.
package struct OperatorCodeRecord: Sendable, Equatable {
  /// The number.
  package var code: Int
  /// The name of a custom operator; empty leaves it out.
  package var customName: String
  /// The version.
  package var version: Int

  /// Makes an operator code.
  package init(code: Int, customName: String = "", version: Int = 1) {
    self.code = code
    self.customName = customName
    self.version = version
  }
}

/// A tensor to be written.
package struct TensorRecord: Sendable {
  /// The name; nil leaves it out.
  package var name: String?
  /// The element type's number.
  package var type: Int
  /// The shape; nil leaves it out.
  package var shape: [Int]?
  /// The shape with −1 for extents that may change; nil leaves it out.
  package var shapeSignature: [Int]?
  /// The buffer's index.
  package var buffer = 0
  /// The quantisation; nil leaves it out.
  package var quantization: QuantizationRecord?
  /// Whether the tensor is a variable.
  package var isVariable = false
  /// The `SparsityParameters`; nil leaves them out.
  package var sparsity: FlatTable?
  /// Further fields by number, such as `external_buffer`.
  package var extraFields: [Int: FlatValue] = [:]

  /// Makes a tensor.
  package init(name: String?, type: Int, shape: [Int]?) {
    self.name = name
    self.type = type
    self.shape = shape
  }
}

/// Quantisation parameters to be written; a nil vector is left out.
package struct QuantizationRecord: Sendable {
  /// The scales.
  package var scales: [Float]?
  /// The zero points.
  package var zeroPoints: [Int]?
  /// The axis.
  package var axis: Int
  /// The observed minima.
  package var minimum: [Float]?
  /// The observed maxima.
  package var maximum: [Float]?
  /// Another scheme: its number in the union, and its table.
  package var details: (number: Int, table: FlatTable?)?

  /// Takes the parameters of a description.
  package init(_ quantization: Quantization) {
    scales = quantization.scales
    zeroPoints = quantization.zeroPoints
    axis = quantization.axis
    minimum = quantization.minimum.isEmpty ? nil : quantization.minimum
    maximum = quantization.maximum.isEmpty ? nil : quantization.maximum
    switch quantization.details {
    case .none: details = nil
    case .custom(let bytes): details = (1, FlatTable([0: .bytes(bytes, alignment: 16)]))
    case .blockwise(let scales, let zeroPoints, let blockSize):
      details = (2, Self.blocks(scales, zeroPoints, blockSize))
    case .multiAxis(let scales, let zeroPoints, let blockSize, let axes):
      var table = Self.blocks(scales, zeroPoints, blockSize)
      table[3] = .int32s(axes.map { Int32($0) })
      details = (3, table)
    }
  }

  private static func blocks(_ scales: Int, _ zeroPoints: Int, _ blockSize: Int) -> FlatTable {
    FlatTable([
      0: .int32(Int32(scales)), 1: .int32(Int32(zeroPoints)), 2: .int32(Int32(blockSize)),
    ])
  }
}

/// An operator to be written.
package struct OperatorRecord: Sendable {
  /// The index of its operator code.
  package var code: Int
  /// Tensor indices; nil leaves the vector out.
  package var inputs: [Int]?
  /// Tensor indices; nil leaves the vector out.
  package var outputs: [Int]?
  /// Indices of intermediate tensors; nil leaves the vector out.
  package var intermediates: [Int]?
  /// Which variable inputs are written; nil leaves the vector out.
  package var mutatingVariableInputs: [Bool]?
  /// The options of a built-in operator.
  package var options: WrittenOptions?
  /// The options of a custom operator.
  package var customOptions: [UInt8]?
  /// Further fields by number.
  package var extraFields: [Int: FlatValue] = [:]

  /// Makes an operator.
  package init(code: Int, inputs: [Int]?, outputs: [Int]?, options: WrittenOptions?) {
    self.code = code
    self.inputs = inputs
    self.outputs = outputs
    self.options = options
  }
}

/// A graph to be written.
package struct SubgraphRecord: Sendable {
  /// The name.
  package var name: String?
  /// The tensors; nil leaves the vector out.
  package var tensors: [TensorRecord] = []
  /// The operators.
  package var operators: [OperatorRecord] = []
  /// Tensor indices.
  package var inputs: [Int] = []
  /// Tensor indices.
  package var outputs: [Int] = []
  /// Fields that replace what the builder would write; `.some(nil)` leaves one out.
  package var replacedFields: [Int: FlatValue?] = [:]

  /// Makes an empty graph.
  package init(name: String?) {
    self.name = name
  }
}

/// A signature to be written; nil names are left out.
package struct SignatureRecord: Sendable {
  /// The key.
  package var key: String?
  /// The subgraph's index.
  package var subgraph: Int
  /// Names and tensor indices.
  package var inputs: [(name: String?, tensor: Int)]
  /// Names and tensor indices.
  package var outputs: [(name: String?, tensor: Int)]
}
