package import SwiftletFlatBuffers
import SwiftletTensor

extension Model {
  /// The options of a custom operator as a FlexBuffer; nil where it has none.
  ///
  /// Some custom operators keep a structure of their own instead; read their
  /// `bytes(of: node.customOptions)`.
  package func flexOptions(of node: Node) throws(ModelError) -> FlexValue? {
    guard node.customOptions.count > 0 else { return nil }
    do {
      return try FlexValue(reading: bytes(of: node.customOptions).bytes)
    } catch {
      throw .invalid(
        "Operator \(node.index) (\(node.customName)) has malformed options (\(error)); convert the "
          + "model again.")
    }
  }
}
