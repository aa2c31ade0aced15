package import SwiftletTensor

/// The variables and hash tables of one session, shared by its subgraphs and kept between runs.
///
/// Handles are 32-bit integers that tensors of type `resource` carry. Used by one thread at a time.
package final class Resources {
  /// A map between 64-bit integers and strings, filled once.
  package struct Table: Sendable {
    /// The type of the keys: `int64` or `string`.
    package let keyType: ElementType
    /// The type of the values: `string` or `int64`.
    package let valueType: ElementType
    /// Values by key where keys are integers.
    package var byInteger: [Int64: [UInt8]] = [:]
    /// Values by key where keys are strings.
    package var byString: [[UInt8]: Int64] = [:]
    /// Whether the table was filled; later imports are ignored.
    package var isFilled = false

    /// Makes an empty table.
    package init(keyType: ElementType, valueType: ElementType) {
      self.keyType = keyType
      self.valueType = valueType
    }
  }

  private enum Name: Hashable {
    case variable(container: String, name: String)
    case table(Int)
  }

  private var handles: [Name: Int32] = [:]
  private var variables: [Int32: TensorValue] = [:]
  private var tables: [Int32: Table] = [:]
  private var initialised: Set<Int> = []

  /// Makes an empty store.
  package init() {}

  /// The handle of a variable; the same names give the same handle.
  package func variable(container: String, name: String) -> Int32 {
    handle(for: .variable(container: container, name: name))
  }

  /// The handle of a table; makes an empty one when the identifier is new.
  package func table(_ identifier: Int, keyType: ElementType, valueType: ElementType) -> Int32 {
    let handle = handle(for: .table(identifier))
    if tables[handle] == nil { tables[handle] = Table(keyType: keyType, valueType: valueType) }
    return handle
  }

  /// The value of a variable, or nil where none was assigned.
  package subscript(variable handle: Int32) -> TensorValue? {
    get { variables[handle] }
    set { variables[handle] = newValue }
  }

  /// A table, or nil where the handle means none.
  package subscript(table handle: Int32) -> Table? {
    get { tables[handle] }
    set { tables[handle] = newValue }
  }

  /// Whether a subgraph that runs once has still to run; true only the first time.
  package func needsInitialisation(by subgraph: Int) -> Bool {
    initialised.insert(subgraph).inserted
  }

  /// Forgets that a subgraph that runs once did, after it failed.
  package func forgetInitialisation(by subgraph: Int) {
    initialised.remove(subgraph)
  }

  private func handle(for name: Name) -> Int32 {
    if let handle = handles[name] { return handle }
    let handle = Int32(truncatingIfNeeded: handles.count)
    handles[name] = handle
    return handle
  }
}
