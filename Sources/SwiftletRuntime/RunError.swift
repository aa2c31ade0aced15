/// Why a run failed, or could not begin.
///
/// The session stays usable.
public enum RunError: Error, Hashable, CustomStringConvertible {
  /// The data made an operator fail.
  case fault(place: NodePlace, reason: String)
  /// An input or output that the model does not have.
  case noSuchTensor(String)
  /// Bytes of another number than the tensor takes.
  case wrongByteCount(tensor: String, expected: Int, found: Int)

  /// One sentence: what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .fault(let place, let reason):
      "The run stopped at \(place): \(reason); check the input values."
    case .noSuchTensor(let text):
      text
    case .wrongByteCount(let tensor, let expected, let found):
      "Tensor \"\(tensor)\" takes \(expected) bytes, but \(found) were given; check type and shape."
    }
  }
}
