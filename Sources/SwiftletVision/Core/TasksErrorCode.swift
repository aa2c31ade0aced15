/// The codes of the errors that tasks throw, in the domain `com.google.mediapipe.tasks`.
public enum TasksErrorCode: UInt, Sendable, CaseIterable {
  /// The operation was cancelled.
  case cancelledError = 1
  /// An error without a better code.
  case unknownError = 2
  /// An argument or a model that cannot be used.
  case invalidArgumentError = 3
  /// A deadline passed.
  case deadlineExceededError = 4
  /// Something that was asked for is not there.
  case notFoundError = 5
  /// Something that was to be made exists.
  case alreadyExistsError = 6
  /// The system does not permit it.
  case permissionDeniedError = 7
  /// Not enough memory or another resource.
  case resourceExhaustedError = 8
  /// The object is not in the state that the call needs.
  case failedPreconditionError = 9
  /// The operation was aborted.
  case abortedError = 10
  /// A value beyond the valid range.
  case outOfRangeError = 11
  /// The operation is not available.
  case unimplementedError = 12
  /// An inconsistency inside the task.
  case internalError = 13
  /// A service is not available.
  case unavailableError = 14
  /// Data was lost or damaged.
  case dataLossError = 15
  /// Credentials are missing.
  case unauthenticatedError = 16
  /// Audio tasks: recording is not permitted.
  case audioRecordPermissionDeniedError = 17
  /// Audio tasks: the permission to record was not decided.
  case audioRecordPermissionUndeterminedError = 18
  /// Audio tasks: no new input yet.
  case audioRecordWaitingForNewMicInputError = 19
  /// Audio tasks: the microphone is not tapped.
  case audioRecordNotTappingMicError = 20

  /// The smallest code.
  public static let first = cancelledError
  /// The largest code.
  public static let last = audioRecordNotTappingMicError

  /// The canonical name that precedes the engine's messages.
  var canonicalName: String {
    switch self {
    case .cancelledError: "CANCELLED"
    case .invalidArgumentError: "INVALID_ARGUMENT"
    case .deadlineExceededError: "DEADLINE_EXCEEDED"
    case .notFoundError: "NOT_FOUND"
    case .alreadyExistsError: "ALREADY_EXISTS"
    case .permissionDeniedError: "PERMISSION_DENIED"
    case .resourceExhaustedError: "RESOURCE_EXHAUSTED"
    case .failedPreconditionError: "FAILED_PRECONDITION"
    case .abortedError: "ABORTED"
    case .outOfRangeError: "OUT_OF_RANGE"
    case .unimplementedError: "UNIMPLEMENTED"
    case .internalError: "INTERNAL"
    case .unavailableError: "UNAVAILABLE"
    case .dataLossError: "DATA_LOSS"
    case .unauthenticatedError: "UNAUTHENTICATED"
    default: "UNKNOWN"
    }
  }
}
