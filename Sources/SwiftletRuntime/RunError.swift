/// Why a run failed, or could not begin.
///
/// The session stays usable.
public enum RunError: Error, Hashable, CustomStringConvertible {
  /// The data made an operator fail.
  case fault(place: NodePlace, reason: String)
  /// The run took longer than `PlanLimits.runSeconds`, and stopped before a step.
  case tookTooLong(place: NodePlace, seconds: Double)
  /// An input or output that the model does not have.
  case noSuchTensor(String)
  /// Bytes that are no string tensor of the shape that the input has.
  case invalidStrings(tensor: String, expected: Int)
  /// Bytes of another number than the tensor takes.
  case wrongByteCount(tensor: String, expected: Int, found: Int)

  /// One sentence: what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .fault(let place, let reason):
      "The run stopped at \(place): \(reason); check the input values."
    case .tookTooLong(let place, let seconds):
      "The run stopped before \(place): it took longer than the limit of \(seconds) seconds; raise the "
        + "limit or use a smaller model."
    case .invalidStrings(let tensor, let expected):
      "Tensor \"\(tensor)\" takes \(expected) strings in the form of the file; check their count and "
        + "offsets."
    case .noSuchTensor(let text):
      text
    case .wrongByteCount(let tensor, let expected, let found):
      "Tensor \"\(tensor)\" takes \(expected) bytes, but \(found) were given; check type and shape."
    }
  }
}
