package import SwiftletTensor

extension Model {
  /// Loads a `.tflite` file by mapping it.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - limits: How large the model may be.
  /// - Throws: A `ModelError` where the file cannot be read or is no sound model.
  public init(contentsOf path: String, limits: ModelLimits = .init()) throws(ModelError) {
    try self.init(storage: try ModelStorage.mapping(path: path, limits: limits), limits: limits)
  }

  /// Loads a model from bytes in memory, which are copied once.
  ///
  /// - Parameters:
  ///   - bytes: A whole `.tflite` file.
  ///   - limits: How large the model may be.
  /// - Throws: A `ModelError` where the bytes are no sound model.
  public init(bytes: [UInt8], limits: ModelLimits = .init()) throws(ModelError) {
    try self.init(storage: try ModelStorage.copying(bytes, limits: limits), limits: limits)
  }

  init(storage: ModelStorage, limits: ModelLimits) throws(ModelError) {
    let loader = try ModelLoader(
      bytes: storage.bytes, limits: limits, faults: ModelFaults(isThrowing: true))
    self = try loader.model(storage: storage)
  }

  /// The size of the file.
  public var byteCount: Int { storage.byteCount }

  /// The bytes of a buffer of this model.
  ///
  /// - Precondition: The location is one of this model's.
  package func bytes(of location: BufferLocation) -> TensorBytes {
    guard let window = storage.window(location) else {
      preconditionFailure("The location belongs to another model.")
    }
    return window
  }

  /// The bytes of a constant tensor, as many as its shape needs or more; nil where it is none.
  package func constant(_ tensor: Tensor) -> TensorBytes? {
    guard tensor.isConstant, buffers.indices.contains(tensor.buffer) else { return nil }
    return bytes(of: buffers[tensor.buffer])
  }
}

extension ModelStorage {
  /// Bytes in memory, which are copied, as long as there are some and not too many.
  static func copying(_ bytes: [UInt8], limits: ModelLimits) throws(ModelError) -> ModelStorage {
    guard !bytes.isEmpty else {
      throw ModelError(.empty, "The model has no bytes; hand in a whole .tflite file.")
    }
    guard bytes.count <= limits.bytes else { throw tooLarge(bytes.count, limits) }
    return ModelStorage(copying: bytes)
  }
}
