internal import Foundation

/// The folder that downloaded models are kept in.
///
/// Each model has a folder of its own:
///
///     entry.json     the entry of the index: the version in use, and its files
///     UUID.tflite    the model; a new version is a new file, so that the old one stays whole
///     UUID.txt       its labels, where the server sent some
///     partial        what has come of a version that is not complete
///     partial.json   which version that is
///     transfer.lock  held by the process that downloads
///     entry.lock     held while entry and files change
///
/// Whatever is killed when, `entry.json` names files that are whole, and locks go with their process.
struct ModelStore: Sendable {
  let directory: String

  /// The longest name of a model, escaped, which leaves room for endings in a file name.
  private static let nameLimit = 200

  /// The folder of a model.
  ///
  /// Whatever is no letter, digit, hyphen or underscore is escaped, so that a name never leads
  /// anywhere else.
  func folder(of name: String) throws -> ModelFolder {
    guard !name.isEmpty else {
      throw NSError.mlKit(.invalidArgument, "The name of the model is empty.")
    }
    let escaped = name.addingPercentEncoding(withAllowedCharacters: Self.plain)
    guard let escaped, escaped.utf8.count <= Self.nameLimit else {
      throw NSError.mlKit(
        .invalidArgument,
        "The name of the model, which begins with \(name.prefix(40)), is too long: at most "
          + "\(Self.nameLimit) bytes.")
    }
    return ModelFolder(name: name, path: "\(directory)/\(escaped)")
  }

  /// All models that are there, by name.
  func models() -> [StoredModel] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.compactMap { file in
      guard let name = file.removingPercentEncoding else { return nil }
      return (try? folder(of: name))?.model()
    }.sorted { $0.name < $1.name }
  }

  /// Bytes that may still be written in the folder; nil where the system does not say.
  func freeBytes() -> Int? {
    var status = statvfs()
    guard unsafe statvfs(directory, &status) == 0 else { return nil }
    let (bytes, overflow) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? Int.max : Int(clamping: bytes)
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
}
