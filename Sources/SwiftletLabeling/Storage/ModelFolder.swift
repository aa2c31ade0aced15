internal import Foundation

/// The folder of one downloaded model; `ModelStore` tells what is in it.
struct ModelFolder: Sendable {
  let name: String
  let path: String

  var partialPath: String { "\(path)/partial" }
  private var partialEntryPath: String { "\(path)/partial.json" }
  private var entryPath: String { "\(path)/entry.json" }

  /// Which version is being downloaded, and what the server needs to go on with it.
  struct Partial: Codable, Equatable {
    /// The version's tag.
    var tag: String
    /// The file's own entity tag or date, for `If-Range`; nil where the server gave neither.
    var validator: String?
  }

  /// The model, if it is there; an entry whose file has gone or changed its size does not count.
  func model() -> StoredModel? {
    entry().map { entry in
      StoredModel(
        name: name, tag: entry.tag, sizeBytes: entry.sizeBytes, path: "\(path)/\(entry.model)",
        labelsPath: entry.labels.map { "\(path)/\($0)" })
    }
  }

  private func entry() -> IndexEntry? {
    var before: [UInt8]?
    while let bytes = try? OpenFile.contents(of: entryPath, limit: 1 << 16), bytes != before {
      if let entry = whole(bytes) { return entry }
      // A new version may have taken its place between the looks at entry and files.
      before = bytes
    }
    return nil
  }

  /// An entry, if it makes sense and its files are there.
  private func whole(_ bytes: [UInt8]) -> IndexEntry? {
    guard let entry = try? JSONDecoder().decode(IndexEntry.self, from: Data(bytes)),
      entry.name == name, Self.isPlain(entry.model), entry.labels.map(Self.isPlain) != false,
      Self.size(of: "\(path)/\(entry.model)") == entry.sizeBytes
    else { return nil }
    if let labels = entry.labels, Self.size(of: "\(path)/\(labels)") == nil { return nil }
    return entry
  }

  /// Makes the folder, with those above it.
  func make() throws {
    do throws(FileFault) { try OpenFile.makeFolder(path) } catch { throw error.error }
  }

  /// Locks the folder for a download; nil where another one goes on.
  func transferLock() throws(FileFault) -> FolderLock? { try FolderLock("\(path)/transfer.lock") }

  /// What has come of a version; nil where it is another one, or nothing.
  func partial(of tag: String) -> Partial? {
    guard let bytes = try? OpenFile.contents(of: partialEntryPath, limit: 1 << 16),
      let partial = try? JSONDecoder().decode(Partial.self, from: Data(bytes)),
      partial.tag == tag, Self.size(of: partialPath) != nil
    else { return nil }
    return partial
  }

  /// Begins a version anew: an empty partial file and what is known about it.
  func beginPartial(_ partial: Partial) throws {
    // In this order: what has come of another version must never be taken for this one's.
    OpenFile.remove(partialEntryPath)
    OpenFile.remove(partialPath)
    do throws(FileFault) {
      _ = try OpenFile(partialPath, O_WRONLY | O_CREAT | O_TRUNC)
      try OpenFile.replace(partialEntryPath, with: Self.bytes(of: partial))
    } catch {
      throw error.error
    }
  }

  /// Forgets what has come.
  func removePartial() {
    OpenFile.remove(partialEntryPath)
    OpenFile.remove(partialPath)
  }

  /// Puts the complete and checked partial file in the place of the version before it.
  ///
  /// - Parameters:
  ///   - tag: The version's tag.
  ///   - labels: The labels that came with it.
  /// - Returns: The model that is in place now.
  /// - Throws: An `NSError`; the version before is still there then.
  func install(tag: String, labels: [String]?) throws -> StoredModel {
    let lock = try entryLock()
    defer { withExtendedLifetime(lock) {} }
    let stem = UUID().uuidString
    var entry = IndexEntry(name: name, tag: tag, sizeBytes: 0, model: "\(stem).tflite")
    do throws(FileFault) {
      entry.sizeBytes = try OpenFile(partialPath, O_RDONLY).size()
      if let labels {
        let lines = labels.map { "\($0)\n" }.joined()
        entry.labels = "\(stem).txt"
        try OpenFile.replace("\(path)/\(stem).txt", with: Array(lines.utf8))
      }
      try OpenFile.move(partialPath, to: "\(path)/\(entry.model)")
      try OpenFile.replace(entryPath, with: Self.bytes(of: entry))
    } catch {
      throw error.error
    }
    OpenFile.remove(partialEntryPath)
    removeAll { isLeftover($0, beside: entry) }
    guard let model = model() else {
      throw NSError.mlKit(.internal, "\(entryPath) was changed by somebody else; try again.")
    }
    return model
  }

  /// Removes what a process left that was killed while it put a version in place.
  ///
  /// Where there is no version, nothing is sure to be a leftover. For the holder of the transfer lock.
  func tidy() throws {
    let lock = try entryLock()
    defer { withExtendedLifetime(lock) {} }
    guard let entry = entry() else { return }
    removeAll { isLeftover($0, beside: entry) }
    if Self.size(of: partialPath) == nil { OpenFile.remove(partialEntryPath) }
  }

  /// Removes the model.
  ///
  /// A download that goes on keeps what has come, and will put it in place.
  func delete() throws {
    let absent = NSError.mlKit(.notFound, "There is no downloaded model named \"\(name)\".")
    guard model() != nil else { throw absent }
    let lock = try entryLock()
    defer { withExtendedLifetime(lock) {} }
    guard model() != nil else { throw absent }
    guard unsafe unlink(entryPath) == 0 else { throw FileFault("removed", entryPath).error }
    removeAll(where: Self.isVersion)
    if let transfer = try? transferLock() {
      removePartial()
      withExtendedLifetime(transfer) {}
    }
  }

  /// Waits for the lock on entry and files, which nobody holds for long.
  private func entryLock() throws -> FolderLock {
    let deadline = ContinuousClock.now + .seconds(10)
    do throws(FileFault) {
      while true {
        if let lock = try FolderLock("\(path)/entry.lock") { return lock }
        guard ContinuousClock.now < deadline else {
          throw FileFault("locked", "\(path)/entry.lock", EWOULDBLOCK)
        }
        usleep(2000)
      }
    } catch {
      throw error.error
    }
  }

  private func removeAll(where matches: (String) -> Bool) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where matches(name) { OpenFile.remove("\(path)/\(name)") }
  }

  /// Whether a file belongs to another version than the one in place, or was never finished.
  private func isLeftover(_ file: String, beside entry: IndexEntry) -> Bool {
    if Self.isVersion(file) { return file != entry.model && file != entry.labels }
    return file.hasPrefix("entry.json.") || file.hasPrefix("partial.json.")
  }

  /// Whether a file belongs to a version, by its name.
  private static func isVersion(_ file: String) -> Bool {
    file.hasSuffix(".tflite") || file.hasSuffix(".txt")
  }

  /// Whether an entry's file name stays in the folder.
  private static func isPlain(_ file: String) -> Bool {
    !file.isEmpty && !file.contains("/") && !file.hasPrefix(".") && !file.utf8.contains(0)
  }

  private static func size(of file: String) -> Int? {
    try? OpenFile(file, O_RDONLY).size()
  }

  /// The JSON of a value; texts and numbers can always be written.
  private static func bytes(of value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { [UInt8]($0) } ?? []
  }
}

/// A lock on a part of a model's folder, given up with its last use.
final class FolderLock: Sendable {
  private let file: OpenFile

  /// Locks a file, which is made for it; nil where somebody else holds it.
  init?(_ path: String) throws(FileFault) {
    file = try OpenFile(path, O_RDWR | O_CREAT)
    guard try file.lock() else { return nil }
  }
}
