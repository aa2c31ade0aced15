internal import Foundation

/// A file that the system refuses to work with.
struct FileFault: Error {
  /// What could not be done, to follow "cannot be": `opened`.
  let action: String
  let path: String
  let number: Int32

  /// The last error of the system.
  init(_ action: String, _ path: String, _ number: Int32 = errno) {
    self.action = action
    self.path = path
    self.number = number
  }

  /// One sentence.
  var sentence: String {
    "\(path) cannot be \(action): \(unsafe String(cString: strerror(number)))."
  }

  /// The error for those who keep models.
  var error: NSError {
    switch number {
    case ENOSPC, EDQUOT:
      .mlKit(.resourceExhausted, "There is not enough space for the model: \(sentence)")
    case EACCES, EPERM, EROFS:
      .mlKit(
        .permissionDenied, "\(sentence) Set SWIFTLET_MODELS_DIR to a folder that may be written.")
    case ENOTDIR, ENAMETOOLONG, ELOOP:
      .mlKit(
        .invalidArgument, "\(sentence) Set SWIFTLET_MODELS_DIR to a folder that can be made.")
    case ENOENT: .mlKit(.notFound, sentence)
    default: .mlKit(.internal, sentence)
    }
  }
}
