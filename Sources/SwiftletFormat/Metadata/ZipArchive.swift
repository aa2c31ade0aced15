import SwiftletFlatBuffers

/// Reads the directory of a zip archive at the end of a file.
///
/// The archive's offsets count from its own start or from the file's, depending on the writer; the
/// position of the directory's end tells which.
enum ZipArchive {
  /// A stored file.
  struct Entry {
    /// The name's bytes, usually UTF-8.
    let name: [UInt8]
    /// The header before the file.
    let header: BufferLocation
    let data: BufferLocation
    /// The entry in the directory.
    let record: BufferLocation
  }

  /// The entries of the archive, or none where the file does not end in one.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limit: The most entries.
  /// - Returns: The entries in the order of the directory.
  /// - Throws: A `MetadataError` where one is damaged or compressed, or there are more.
  static func entries(of bytes: RawSpan, limit: Int) throws(MetadataError) -> [Entry] {
    guard let end = endRecord(of: bytes) else { return [] }
    var entries: [Entry] = []
    let directory = try directory(bytes, end: end)
    guard directory.entries <= limit else {
      throw MetadataError(
        .unknown,
        "The archive of associated files has \(directory.entries) entries, more than \(limit); "
          + "raise ModelLimits.associatedFiles to read them.")
    }
    try visitEntries(of: bytes, directory, storedOnly: true) { entries.append($0) }
    return entries
  }

  /// The parts of the archive as far as they can be told; files may be compressed.
  static func regions(of bytes: RawSpan) -> [FileMap.Region] {
    guard let end = endRecord(of: bytes), let directory = try? directory(bytes, end: end) else {
      return []
    }
    var regions: [FileMap.Region] = []
    func add(_ location: BufferLocation, _ kind: FileMap.Kind, _ label: String) {
      regions.append(
        FileMap.Region(offset: location.offset, length: location.count, kind: kind, label: label))
    }
    add(
      BufferLocation(
        offset: directory.end, count: end - directory.end + 22 + bytes.half(end + 20)),
      .zipEnd, "end of the archive's directory")
    // Entries before a damaged one are told as well.
    try? visitEntries(of: bytes, directory, storedOnly: false) { entry in
      let name = text(entry.name)
      add(entry.header, .zipHeader, name)
      add(entry.data, .associatedFile, name)
      add(entry.record, .zipDirectory, name)
    }
    return regions
  }

  private static func visitEntries(
    of bytes: RawSpan, _ directory: Directory, storedOnly: Bool, _ visit: (Entry) -> Void
  ) throws(MetadataError) {
    let delta = directory.end - directory.offset - directory.count
    guard delta >= 0 else {
      throw damaged("its directory has \(directory.count) bytes at \(directory.offset)")
    }
    var position = directory.offset + delta
    var count = 0
    while count < directory.entries {
      guard position <= directory.end - 46, bytes.word(position) == 0x0201_4B50 else {
        throw damaged("entry \(count) is no directory entry")
      }
      let entry = try entry(
        bytes, at: position, delta: delta, end: directory.end, storedOnly: storedOnly)
      visit(entry)
      count += 1
      position += entry.record.count
    }
  }

  /// The last end record whose comment fits the file.
  private static func endRecord(of bytes: RawSpan) -> Int? {
    let last = bytes.byteCount - 22
    guard last >= 0 else { return nil }
    var position = last
    while position >= max(0, last - 65535) {
      if bytes.byte(at: position) == 0x50, bytes.word(position) == 0x0605_4B50,
        position + 22 + bytes.half(position + 20) <= bytes.byteCount
      {
        return position
      }
      position -= 1
    }
    return nil
  }

  private struct Directory {
    let entries: Int
    let count: Int
    let offset: Int
    /// The byte after the directory.
    let end: Int
  }

  /// The directory's size and place; large archives keep them in a record of their own.
  private static func directory(
    _ bytes: RawSpan, end: Int
  ) throws(MetadataError) -> Directory {
    let record = end - 76
    if record >= 0, bytes.word(end - 20) == 0x0706_4B50, bytes.word(record) == 0x0606_4B50 {
      let directory = Directory(
        entries: bytes.long(record + 32), count: bytes.long(record + 40),
        offset: bytes.long(record + 48), end: record)
      // So that sums cannot overflow.
      guard directory.count <= bytes.byteCount, directory.offset <= bytes.byteCount else {
        throw damaged("its directory has \(directory.count) bytes at \(directory.offset)")
      }
      return directory
    }
    return Directory(
      entries: bytes.half(end + 10), count: bytes.word(end + 12), offset: bytes.word(end + 16),
      end: end)
  }

  private static func entry(
    _ bytes: RawSpan, at position: Int, delta: Int, end: Int, storedOnly: Bool
  ) throws(MetadataError) -> Entry {
    let nameLength = bytes.half(position + 28)
    let extraLength = bytes.half(position + 30)
    let length = 46 + nameLength + extraLength + bytes.half(position + 32)
    guard length <= end - position else { throw damaged("an entry leads outside the directory") }
    let name = (0..<nameLength).map { bytes.byte(at: position + 46 + $0) }
    let isStored = bytes.half(position + 10) == 0 && bytes.half(position + 8) & 1 == 0
    guard isStored || !storedOnly else {
      throw MetadataError(.unknown, "Expected uncompressed zip archive.")
    }
    var count = bytes.word(position + (isStored ? 24 : 20))
    var local = bytes.word(position + 42)
    var extra = ExtraFields(
      position: position + 46 + nameLength, end: position + 46 + nameLength + extraLength)
    extra.resolve(bytes, &count, bytes.word(position + 20), &local)
    guard local <= bytes.byteCount - delta - 30, bytes.word(local + delta) == 0x0403_4B50 else {
      throw damaged("\"\(text(name))\" has no header at byte \(local)")
    }
    let header = local + delta
    // The lengths in the header may differ from those in the directory.
    let start = header + 30 + bytes.half(header + 26) + bytes.half(header + 28)
    guard start <= bytes.byteCount, count <= bytes.byteCount - start else {
      throw damaged("\"\(text(name))\" has \(count) bytes, more than the file holds")
    }
    return Entry(
      name: name, header: BufferLocation(offset: header, count: start - header),
      data: BufferLocation(offset: start, count: count),
      record: BufferLocation(offset: position, count: length))
  }

  private static func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }

  private static func damaged(_ what: String) -> MetadataError {
    MetadataError(
      .unknown,
      "The archive of associated files is damaged (\(what)); add the files to the model again.")
  }
}

/// The extra fields of an entry, in which large archives keep sizes that do not fit 32 bits.
private struct ExtraFields {
  var position: Int
  let end: Int

  /// Replaces the numbers that are all ones by those of the extra field 1, which has only these, in
  /// a fixed order.
  mutating func resolve(
    _ bytes: RawSpan, _ count: inout Int, _ compressed: Int, _ local: inout Int
  ) {
    while position <= end - 4 {
      let length = bytes.half(position + 2)
      guard length <= end - position - 4 else { return }
      if bytes.half(position) == 1 {
        var next = position + 4
        let last = next + length - 8
        if count == 0xFFFF_FFFF, next <= last {
          count = bytes.long(next)
          next += 8
        }
        if compressed == 0xFFFF_FFFF { next += 8 }
        if local == 0xFFFF_FFFF, next <= last { local = bytes.long(next) }
        return
      }
      position += 4 + length
    }
  }
}

extension RawSpan {
  /// Two bytes as a number; zero outside.
  fileprivate func half(_ offset: Int) -> Int {
    Int((integer(at: offset) as UInt16?) ?? 0)
  }

  /// Four bytes as a number; zero outside.
  fileprivate func word(_ offset: Int) -> Int {
    Int((integer(at: offset) as UInt32?) ?? 0)
  }

  /// Eight bytes as a number, at most `Int.max`; zero outside.
  fileprivate func long(_ offset: Int) -> Int {
    Int(clamping: (integer(at: offset) as UInt64?) ?? 0)
  }
}
