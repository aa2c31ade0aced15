package import SwiftletTensor

/// The files in the zip archive that follows a model, such as labels.
///
/// Only stored entries can be read, as they are windows into the model's own file.
package struct AssociatedFiles: Sendable {
  private let storage: ModelStorage
  /// The names, in the order of the archive, each once.
  package let names: [String]
  /// By the bytes of the names: equal strings may be spelled differently, and then are other files.
  private let locations: [[UInt8]: BufferLocation]

  init(storage: ModelStorage, entries: [ZipArchive.Entry]) {
    self.storage = storage
    var names: [String] = []
    var locations: [[UInt8]: BufferLocation] = [:]
    for entry in entries {
      // Of entries with one name the last counts.
      if locations.updateValue(entry.data, forKey: entry.name) == nil {
        names.append(String(decoding: entry.name, as: UTF8.self))
      }
    }
    self.names = names
    self.locations = locations
  }

  /// Where a file lies, or nil where the archive lacks it.
  package func location(of name: String) -> BufferLocation? {
    locations[Array(name.utf8)]
  }

  /// The bytes of a file.
  package func bytes(of name: String) throws(MetadataError) -> TensorBytes {
    guard let location = location(of: name), let window = storage.window(location) else {
      throw MetadataError(.notFound, "No associated file with name: \(name)")
    }
    return window
  }

  /// A file as text; ill-formed UTF-8 is repaired.
  package func text(of name: String) throws(MetadataError) -> String {
    String(decoding: try bytes(of: name).elements(as: UInt8.self), as: UTF8.self)
  }
}

extension Model {
  /// The files in the archive that follows the model; none where there is no archive.
  ///
  /// - Parameter limits: How many there may be.
  /// - Returns: The files.
  /// - Throws: A `MetadataError` where an entry is compressed or leads outside the file.
  package func associatedFiles(
    limits: ModelLimits = ModelLimits()
  ) throws(MetadataError) -> AssociatedFiles {
    AssociatedFiles(
      storage: storage,
      entries: try ZipArchive.entries(of: storage.bytes, limit: limits.associatedFiles))
  }
}
