/// What a file says of its model, whether or not it could run: for looking at.
///
/// A file that is damaged as a FlatBuffer, or is none, cannot be read.
package struct ModelReading: Sendable {
  /// The model without the values that do not hold.
  ///
  /// All its indices, sizes and offsets hold. Where there are faults its operators need not be in order
  /// nor its subgraphs free of recursion, so that it must not be planned.
  package let model: Model
  /// Why `Model` refuses the file: each value that does not hold, in the order of reading.
  package let faults: [ModelError]
  /// How many faults there are beyond those.
  package let untoldFaults: Int
  /// Tensors whose element type is unknown; the model gives another one for them.
  package let typeless: Set<StoredForms.Place>
  /// Tensors whose shape is impossible; the model gives none for them.
  package let shapeless: Set<StoredForms.Place>

  /// Whether `Model` loads the file, too.
  package var isSound: Bool { faults.isEmpty }

  /// Reads a file by mapping it.
  ///
  /// - Throws: A `ModelError` where the file cannot be read, or is no whole FlatBuffer.
  package init(contentsOf path: String, limits: ModelLimits = .init()) throws(ModelError) {
    try self.init(storage: try ModelStorage.mapping(path: path, limits: limits), limits: limits)
  }

  /// Reads bytes in memory, which are copied once.
  ///
  /// - Throws: A `ModelError` where the bytes are no whole FlatBuffer.
  package init(bytes: [UInt8], limits: ModelLimits = .init()) throws(ModelError) {
    try self.init(storage: try ModelStorage.copying(bytes, limits: limits), limits: limits)
  }

  private init(storage: ModelStorage, limits: ModelLimits) throws(ModelError) {
    let faults = ModelFaults(isThrowing: false)
    let loader = try ModelLoader(bytes: storage.bytes, limits: limits, faults: faults)
    model = try loader.model(storage: storage)
    self.faults = faults.told
    untoldFaults = faults.untold
    typeless = faults.typeless
    shapeless = faults.shapeless
  }
}
