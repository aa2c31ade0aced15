internal import Foundation

/// A downloaded model: the entry of the index, and where its files are.
package struct StoredModel: Sendable, Equatable {
  /// The name that the model was published under.
  package let name: String
  /// The server's tag of the version, verbatim, to ask whether it is still the newest.
  let tag: String
  /// Bytes of the model's file.
  package let sizeBytes: Int
  /// The `.tflite` file.
  package let path: String
  /// The file with a label a line that the server sent along; nil where it sent none.
  package let labelsPath: String?

  /// The server's hash of the version.
  package var hash: String { VersionTag.hash(tag) }
}

/// The tag that a server gives to a version.
enum VersionTag {
  /// The tag without the marks of HTTP's entity tags: `W/"abc"` is `abc`.
  static func hash(_ tag: String) -> String {
    var text = tag[...]
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
      text = text.dropFirst().dropLast()
    }
    return String(text)
  }

  /// The SHA-256 that a tag states, in small letters; nil where it is something else.
  static func sha256(_ tag: String) -> String? {
    let hash = hash(tag).lowercased()
    guard hash.utf8.count == 64, hash.utf8.allSatisfy(isHexadecimal) else { return nil }
    return hash
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

/// The entry of the index as it is written.
struct IndexEntry: Codable {
  var name: String
  var tag: String
  var sizeBytes: Int
  /// File names in the model's folder.
  var model: String
  var labels: String?
}
