internal import Foundation

/// A folder that results are written into, each file whole or not at all.
package struct OutputFolder {
  /// The path as the caller wrote it.
  package let path: String

  /// Names a folder and makes it, with those above it, unless it is there.
  package init(_ path: String) throws(CommandError) {
    self.path = path
    guard !path.isEmpty else {
      throw .failure(.invalidArgument, "The output folder has no name; give a path.")
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .failure(
        .permissionDenied,
        "The output folder \(path) cannot be made; choose a path where a folder may be.")
    }
  }

  /// Whether two paths mean one folder, which need not be there yet.
  package static func areSame(_ path: String, _ other: String) -> Bool {
    func plain(_ path: String) -> String {
      URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }
    return OutputFile.areSame(path, other) || plain(path) == plain(other)
  }

  /// Writes a file and returns its path.
  package func write(_ bytes: [UInt8], to name: String) throws(CommandError) -> String {
    let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    try OutputFile.write(bytes, to: file)
    return file
  }
}
