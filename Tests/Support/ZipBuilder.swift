/// Writes zip archives of stored files, to be appended to a model.
package struct ZipBuilder: Sendable {
  /// A file of the archive.
  package struct File: Sendable {
    /// The name's bytes.
    package var name: [UInt8]
    /// The content.
    package var content: [UInt8]
    /// The compression method; 0 for stored.
    package var method = 0
    /// Bytes of extra fields in the header before the content.
    package var localExtra: [UInt8] = []
    /// Bytes of extra fields in the directory.
    package var extra: [UInt8] = []
    /// What the directory claims as size, or nil for the truth.
    package var claimedSize: Int?
    /// What the directory claims as the header's offset, or nil for the truth.
    package var claimedOffset: Int?
    /// The general-purpose flags; bit 0 means encrypted.
    package var flags = 0

    /// Makes a file.
    package init(_ name: String, _ content: String) {
      self.name = Array(name.utf8)
      self.content = Array(content.utf8)
    }
  }

  /// The files, in order.
  package var files: [File]
  /// The comment at the very end.
  package var comment: [UInt8] = []
  /// What is added to all offsets, such as the size of the model before the archive.
  package var origin = 0
  /// Whether the directory's place is written in the wide form.
  package var isWide = false

  /// Makes an archive.
  package init(_ files: [File]) {
    self.files = files
  }

  /// The archive.
  package func build() -> [UInt8] {
    var bytes: [UInt8] = []
    var offsets: [Int] = []
    for file in files {
      offsets.append(origin + bytes.count)
      bytes += Self.words([(0x0403_4B50, 4), (20, 2), (file.flags, 2), (file.method, 2)])
      bytes += Self.words([(0, 4), (0, 4), (file.content.count, 4), (file.content.count, 4)])
      bytes += Self.words([(file.name.count, 2), (file.localExtra.count, 2)])
      bytes += file.name + file.localExtra + file.content
    }
    let start = origin + bytes.count
    var directory: [UInt8] = []
    for (file, offset) in zip(files, offsets) {
      let size = file.claimedSize ?? file.content.count
      directory += Self.words([(0x0201_4B50, 4), (20, 2), (20, 2), (file.flags, 2)])
      directory += Self.words([(file.method, 2), (0, 4), (0, 4), (size, 4), (size, 4)])
      directory += Self.words([(file.name.count, 2), (file.extra.count, 2), (0, 2), (0, 2)])
      directory += Self.words([(0, 2), (0, 4), (file.claimedOffset ?? offset, 4)])
      directory += file.name + file.extra
    }
    bytes += directory
    if isWide {
      let record = origin + bytes.count
      bytes += Self.words([(0x0606_4B50, 4), (44, 8), (45, 2), (45, 2), (0, 4), (0, 4)])
      bytes += Self.words([(files.count, 8), (files.count, 8), (directory.count, 8), (start, 8)])
      bytes += Self.words([(0x0706_4B50, 4), (0, 4), (record, 8), (1, 4)])
    }
    let narrow = isWide ? 0xFFFF_FFFF : 0
    bytes += Self.words([(0x0605_4B50, 4), (0, 2), (0, 2)])
    bytes += Self.words([(files.count, 2), (files.count, 2)])
    bytes += Self.words([(directory.count | narrow, 4), (start | narrow, 4), (comment.count, 2)])
    return bytes + comment
  }

  /// Little-endian numbers of given widths.
  package static func words(_ values: [(value: Int, width: Int)]) -> [UInt8] {
    values.flatMap { value, width in
      (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
  }
}
