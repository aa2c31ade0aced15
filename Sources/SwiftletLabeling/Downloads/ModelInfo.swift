internal import Foundation

/// What the server says about the newest version of a model.
struct ModelInfo: Sendable, Equatable {
  /// The version's tag, verbatim.
  let tag: String
  /// Where the file is.
  let url: URL
  /// When the address stops working, in seconds since 1970; nil for never.
  let expiry: Double?
  /// Bytes of the file; nil where the server does not say.
  let size: Int?
  /// The labels of an AutoML model, where the server sends them.
  let labels: [String]?

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - body: The JSON.
  ///   - tag: The header `ETag`.
  ///   - base: The address that was asked, for relative ones in the answer.
  /// - Throws: An `NSError` in upstream's words.
  init(_ body: [UInt8], tag: String?, base: URL) throws {
    guard let tag, !VersionTag.hash(tag).isEmpty else {
      throw NSError.mlKit(.internal, "Model hash missing in server response.")
    }
    self.tag = tag
    guard let object = try? JSONSerialization.jsonObject(with: Data(body)),
      let answer = object as? [String: Any], let address = answer["downloadUri"] as? String
    else { throw Self.undecodable }
    guard !address.isEmpty, let url = URL(string: address, relativeTo: base)?.absoluteURL,
      url.isWeb, !url.isLessSecure(than: base)
    else {
      throw NSError.mlKit(.internal, "Invalid model download URL from server.")
    }
    self.url = url
    expiry = try answer["expireTime"].map { value in
      guard let text = value as? String, let time = Timestamp.seconds(text) else {
        throw NSError.mlKit(.internal, "Invalid download URL expiry time from server.")
      }
      return time
    }
    size = try answer["sizeBytes"].map { value in
      let number = (value as? String).map { Int($0) } ?? (value as? Int)
      guard let number, number > 0 else { throw Self.undecodable }
      return number
    }
    let inference = answer["inferenceInfo"] as? [String: Any]
    labels = try (answer["labels"] ?? inference?["labels"]).map { value in
      guard let labels = value as? [String], !labels.isEmpty,
        !labels.contains(where: { $0.contains(where: \.isNewline) })
      else { throw Self.undecodable }
      return labels
    }
  }

  private static var undecodable: NSError {
    .mlKit(.internal, "Unable to decode model info response from server.")
  }
}
