public import SwiftletTensor

/// A checked `.tflite` file: subgraphs, constants and signatures as plain values.
///
/// Loading walks the whole FlatBuffer once and refuses what a file can get wrong, so that a model
/// that exists has only indices, sizes and offsets that hold. The file is mapped and constants are
/// windows into it. Immutable; copies share one mapping.
public struct Model: Sendable {
  /// The file's bytes, kept alive by everything that points into them.
  package let storage: ModelStorage
  /// Free text that the writer left.
  public let description: String?
  /// Subgraph 0 is the main graph; others are reached through control flow and signatures.
  public let subgraphs: [Subgraph]
  /// Named entry points.
  public let signatures: [Signature]
  /// The metadata entries (`name → buffer`), in file order.
  public let metadataEntries: [MetadataEntry]
  /// Where the bytes of each buffer lie; buffer 0 is empty by convention.
  public let buffers: [BufferLocation]
  /// The operator codes that nodes refer to, in file order.
  public let operatorCodes: [OperatorCode]

  package init(
    storage: ModelStorage, description: String?, subgraphs: [Subgraph], signatures: [Signature],
    metadataEntries: [MetadataEntry], buffers: [BufferLocation], operatorCodes: [OperatorCode]
  ) {
    self.storage = storage
    self.description = description
    self.subgraphs = subgraphs
    self.signatures = signatures
    self.metadataEntries = metadataEntries
    self.buffers = buffers
    self.operatorCodes = operatorCodes
  }
}

/// One graph: its tensors, and operators in execution order.
public struct Subgraph: Sendable {
  /// The name, possibly empty.
  public let name: String
  /// All tensors; operators refer to them by index.
  public let tensors: [Tensor]
  /// The tensors that a caller fills.
  public let inputs: [Int]
  /// The tensors that a caller reads; may repeat, and may be constants or inputs.
  public let outputs: [Int]
  /// The operators, each after those whose outputs it reads.
  public let operators: [Node]
}

/// A tensor as the file declares it.
public struct Tensor: Sendable {
  /// The position in the subgraph's list.
  public let index: Int
  /// The name, possibly empty and not unique.
  public let name: String
  /// The element type.
  public let type: ElementType
  /// The stored shape; extents that may change are 1 here.
  public let shape: Shape
  /// The shape with −1 for extents that may change, or nil where the file has none.
  public let shapeSignature: Shape?
  /// Whether the writer knew the rank; false with an empty shape may mean an unknown one.
  public let hasRank: Bool
  /// The buffer with the constant's bytes; 0 for none.
  public let buffer: Int
  /// Whether the buffer holds data, so that the tensor is a constant.
  public let isConstant: Bool
  /// Whether the tensor keeps its value between runs.
  public let isVariable: Bool
  /// How integers stand for reals, or nil where they do not.
  public let quantization: Quantization?
  /// The layout of a sparse constant, or nil for a dense one.
  public let sparsity: Sparsity?
  /// What the elements of a variant tensor are.
  public let variantTensors: [VariantElement]
  /// The identifier of a buffer in another file; 0 for none.
  public let externalBuffer: Int
}

/// Type and shape of the elements of a `VARIANT` tensor.
public struct VariantElement: Sendable, Hashable {
  /// The element type.
  public let type: ElementType
  /// The shape, empty where unknown.
  public let shape: Shape
  /// Whether the rank is known.
  public let hasRank: Bool
}

/// One operator of a graph.
public struct Node: Sendable {
  /// The position in the subgraph's list.
  public let index: Int
  /// Which operator it is, and of which version.
  public let operatorCode: OperatorCode
  /// Tensor indices; −1 for an optional input that is left out.
  public let inputs: [Int]
  /// Tensor indices; −1 for an output that is left out.
  public let outputs: [Int]
  /// Tensors that carry quantisation parameters of inner values; −1 for none.
  public let intermediates: [Int]
  /// Which variable inputs the operator writes, as far as the writer says.
  public let mutatingVariableInputs: [Bool]
  /// The options of whichever union the file uses, or nil where it has none.
  ///
  /// Operators that run subgraphs always have theirs, if need be with the defaults.
  public let options: (any OperatorOptions)?
  /// The bytes of a custom operator's options, usually a FlexBuffer; empty where there are none.
  public let customOptions: BufferLocation

  /// The options as the type that the operator expects; its defaults where the file has none, or
  /// those of another operator.
  package func options<Options: OperatorOptions>(as type: Options.Type) -> Options {
    options as? Options ?? Options()
  }
}

extension Node {
  /// Makes a node that belongs to no file.
  package init(code: BuiltinOperator, version: Int = 1, options: (any OperatorOptions)? = nil) {
    self.init(
      index: 0,
      operatorCode: OperatorCode(
        code: code, number: Int(code.rawValue), customName: "", version: version),
      inputs: [], outputs: [], intermediates: [], mutatingVariableInputs: [], options: options,
      customOptions: .empty)
  }

  /// Which operator it is.
  public var code: BuiltinOperator { operatorCode.code }
  /// The name of a custom operator; empty for built-in ones.
  public var customName: String { operatorCode.customName }
  /// The version that the writer asks for.
  public var version: Int { operatorCode.version }
}

/// An entry of the model's list of operators.
public struct OperatorCode: Sendable, Hashable {
  /// Which operator; `placeholderForGreaterOpCodes` for one that came after this schema.
  public let code: BuiltinOperator
  /// The number in the file, which tells operators apart that came after this schema.
  public let number: Int
  /// The name of a custom operator; empty for built-in ones.
  public let customName: String
  /// The version that the writer asks for.
  public let version: Int

  /// Stands for a code that the file does not have.
  static let absent = OperatorCode(
    code: .placeholderForGreaterOpCodes, number: -1, customName: "", version: 0)

  /// The schema's name, that of the custom operator, or `BUILTIN_` with the number where this
  /// schema has no name for it.
  package var name: String {
    switch code {
    case .custom: customName
    case .placeholderForGreaterOpCodes: "BUILTIN_\(number)"
    default: code.schemaName
    }
  }
}

/// A named entry point into a subgraph.
public struct Signature: Sendable {
  /// The name by which callers ask for it.
  public let key: String
  /// The subgraph that it runs.
  public let subgraph: Int
  /// Names and tensors of the inputs, in file order.
  public let inputs: [Alias]
  /// Names and tensors of the outputs, in file order.
  public let outputs: [Alias]

  /// A name for a tensor of the subgraph.
  public struct Alias: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The tensor's index.
    public let tensor: Int
  }
}

/// A named buffer, such as `TFLITE_METADATA`.
public struct MetadataEntry: Sendable, Hashable {
  /// The name, possibly empty.
  public let name: String
  /// The buffer's index.
  public let buffer: Int
}

/// A range of the file.
public struct BufferLocation: Sendable, Hashable {
  /// The first byte, counted from the start of the file.
  public let offset: Int
  /// The number of bytes.
  public let count: Int

  /// No bytes.
  public static let empty = BufferLocation(offset: 0, count: 0)
}

/// The options table of an operator.
///
/// `init()` gives the schema's defaults.
public protocol OperatorOptions: Sendable {
  /// The schema's defaults.
  init()
}

/// How the values of a sparse constant are laid out (schema `SparsityParameters`).
public struct Sparsity: Sendable, Hashable {
  /// A permutation of the dense axes followed by the block axes.
  public let traversalOrder: [Int]
  /// For each block axis, the dense axis that it divides.
  public let blockMap: [Int]
  /// One level for each axis in traversal order.
  public let levels: [Level]

  /// One level of the tree.
  public enum Level: Sendable, Hashable {
    /// All indices up to a size.
    case dense(size: Int)
    /// Compressed rows: `segments[p] ..< segments[p + 1]` index into `indices`.
    case compressed(segments: [Int], indices: [Int])
  }
}
