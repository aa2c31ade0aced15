internal import Foundation
internal import SwiftletFormat
internal import SwiftletImage

/// The names of the classes of one output.
package struct LabelMap: Sendable {
  /// The label of each class; empty where the model has no label file.
  let names: [String]
  /// The label in the language that was asked for, or nil where there is no such file.
  let displayNames: [String]?

  /// The labels that a tensor's metadata refers to.
  ///
  /// - Parameters:
  ///   - resources: The model with its files.
  ///   - metadata: The tensor's metadata; nil gives no labels.
  ///   - type: What kind of label file to look for.
  ///   - locale: The language of display names, compared byte for byte; empty takes any.
  /// - Throws: An `NSError` when a file is absent or empty, or the two have different lengths.
  init(
    _ resources: ModelResources, _ metadata: TensorMetadata?, type: AssociatedFile.FileType,
    locale: String
  ) throws {
    guard let metadata, let file = metadata.associatedFile(type) else {
      names = []
      displayNames = nil
      return
    }
    let limit = resources.limits.labelLines
    names = try Self.lines(of: try resources.text(of: file), limit: limit)
    guard !names.isEmpty else { throw Self.emptyFile }
    displayNames = try metadata.associatedFile(type, locale: locale).map { file in
      try Self.lines(of: try resources.text(of: file), limit: limit)
    }
    if let displayNames, displayNames.count != names.count {
      throw NSError.invalidModel(
        "Mismatch between number of labels (\(names.count)) and display names "
          + "(\(displayNames.count)).")
    }
  }

  /// The labels in a file of the caller's.
  init(contentsOf path: String, limits: ModelLimits) throws {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path, limit: 64 << 20)
    } catch {
      switch error {
      case .unreadable(ENOENT, _):
        throw NSError.engine(.notFoundError, "Unable to open file at \(path)")
      case .unreadable(EACCES, _):
        throw NSError.engine(.permissionDeniedError, "Unable to open file at \(path)")
      case .unreadable(0, _):
        throw Self.emptyFile
      case .unreadable(let errno, _):
        throw NSError.engine(.unknownError, "Unable to open file at \(path), errno=\(errno)")
      default:
        throw NSError.engine(.unknownError, "\(path): \(error)")
      }
    }
    names = try Self.lines(
      of: String(decoding: bytes, as: UTF8.self), limit: limits.labelLines)
    guard !names.isEmpty else { throw Self.emptyFile }
    displayNames = nil
  }

  private static var emptyFile: NSError { .invalidModel("Expected non-empty labels file.") }

  /// The lines of a text, ended by a line feed, a carriage return or both.
  ///
  /// The last line may lack its end. Empty lines count, nothing is trimmed but a byte order mark.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - limit: The most lines.
  /// - Returns: The labels.
  /// - Throws: An `NSError` where there are more.
  package static func lines(of text: String, limit: Int) throws -> [String] {
    var bytes = Array(text.utf8)[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    var lines: [String] = []
    while let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      guard lines.count < limit else {
        throw NSError.engine(
          .resourceExhaustedError,
          "The labels file has more than \(limit) lines; raise ModelLimits.labelLines to read it.")
      }
      lines.append(String(decoding: bytes[..<end], as: UTF8.self))
      let isPair = bytes[end...].starts(with: [0x0D, 0x0A])
      bytes = bytes[(end + (isPair ? 2 : 1))...]
    }
    if !bytes.isEmpty { lines.append(String(decoding: bytes, as: UTF8.self)) }
    return lines
  }
}
