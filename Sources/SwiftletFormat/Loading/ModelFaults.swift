/// What becomes of values that the schema or the runtime rules out: the first one is thrown where a
/// model is to run, all are noted where it is to be looked at.
final class ModelFaults {
  /// How many faults, and bytes of them, are told; names make them long.
  private static let limit = (count: 1000, bytes: 1 << 20)

  private let isThrowing: Bool
  private(set) var told: [ModelError] = []
  private(set) var untold = 0
  private var bytes = 0
  /// Tensors whose element types, and shapes, are nothing that can be used.
  private(set) var typeless: Set<StoredForms.Place> = []
  private(set) var shapeless: Set<StoredForms.Place> = []

  init(isThrowing: Bool = true) { self.isThrowing = isThrowing }

  /// How many there are.
  var count: Int { told.count + untold }

  /// Throws a fault or notes it; after this returns the value must not be used.
  func note(_ fault: @autoclosure () -> ModelError) throws(ModelError) {
    guard !isThrowing else { throw fault() }
    guard told.count < Self.limit.count, bytes < Self.limit.bytes else {
      untold += 1
      return
    }
    let fault = fault()
    bytes += fault.description.utf8.count
    told.append(fault)
  }

  /// Notes that something has a value which cannot be used; what is damaged cannot be read further.
  func noteInvalid(_ fault: ModelError) throws(ModelError) {
    guard fault.kind == .invalid else { throw fault }
    try note(fault)
  }

  func noteTypeless(_ name: TensorName) {
    typeless.insert(StoredForms.Place(subgraph: name.subgraph, tensor: name.index))
  }

  func noteShapeless(_ name: TensorName) {
    shapeless.insert(StoredForms.Place(subgraph: name.subgraph, tensor: name.index))
  }
}
