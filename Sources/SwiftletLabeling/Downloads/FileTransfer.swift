internal import Foundation

/// The second request of a download: the file, from where an earlier one stopped.
struct FileTransfer {
  let folder: ModelFolder
  let hosting: ModelHosting
  let conditions: ModelDownloadConditions
  let reader: ExchangeReader
  let progress: Progress

  /// Brings the partial file to its full length.
  ///
  /// - Parameter info: The version to download.
  /// - Returns: Whether a part of it came with an earlier attempt.
  /// - Throws: `DownloadFault`.
  func run(_ info: ModelInfo) throws -> Bool {
    if let total = info.size {
      try checkSpace(total)
      show(0, of: total)
    }
    do {
      if let partial = folder.partial(of: info.tag) {
        let size = try OpenFile(folder.partialPath, O_RDONLY).size()
        if let total = info.size { show(size, of: total) }
        if size > 0, size == info.size { return true }
        // Without a validator the file's hash has to tell whether both halves belong together.
        let canTell = partial.validator != nil || VersionTag.sha256(info.tag) != nil
        let isSmaller = info.size.map { size < $0 } ?? true
        if size > 0, canTell, isSmaller, try transfer(info, from: size, partial) {
          return true
        }
      }
      guard try transfer(info, from: 0, nil) else {
        throw DownloadFault.connection(info.url, "it sends another part than the one asked for")
      }
      return false
    } catch let fault as FileFault {
      throw DownloadFault.lasting(fault.error)
    }
  }

  /// Refuses a file that is too large: twice its size has to be free, so that others keep some.
  private func checkSpace(_ size: Int) throws {
    guard size <= hosting.policy.maximumModelSize else { throw tooLarge(size) }
    guard let free = ModelStore(directory: folder.path).freeBytes() else { return }
    guard size < free - size else {
      throw DownloadFault.lasting(
        NSError.mlKit(
          .resourceExhausted,
          "There is not enough space for the model \"\(folder.name)\": it needs twice its size of "
            + "\(size) bytes, and \(free) bytes are free in \(hosting.directory)."))
    }
  }

  private func tooLarge(_ size: Int) -> DownloadFault {
    .lasting(
      NSError.mlKit(
        .resourceExhausted,
        "The model \"\(folder.name)\" has at least \(size) bytes, more than the "
          + "\(hosting.policy.maximumModelSize) that are allowed."))
  }

  /// Asks for the file or the rest of it.
  ///
  /// - Returns: False when the server cannot go on from there, so that it has to be asked for all.
  private func transfer(
    _ info: ModelInfo, from start: Int, _ partial: ModelFolder.Partial?
  ) throws -> Bool {
    var request = HTTPRequest(
      url: info.url, allowsCellularAccess: conditions.allowsCellularAccess)
    if start > 0 {
      request.headers["Range"] = "bytes=\(start)-"
      request.headers["If-Range"] = partial?.validator
    }
    var sink: PartialFile?
    var goesOn = true
    let head = try reader.read(request) { head in
      switch head.status {
      case 206 where start > 0 && head.contentRange?.start == start:
        let total = info.size ?? head.contentRange?.total
        if let total { try checkSpace(total) }
        sink = try PartialFile(folder.partialPath, at: start, total: total)
      case 200, 201, 203:
        let total = info.size ?? head.contentLength
        if let total { try checkSpace(total) }
        try folder.beginPartial(.init(tag: info.tag, validator: Self.validator(head)))
        sink = try PartialFile(folder.partialPath, at: 0, total: total)
      case 206, 416:
        goesOn = false
      default:
        throw DownloadFault.status(head, model: folder.name, isFile: true)
      }
      return goesOn
    } onBody: { data in
      guard let sink else { return }
      guard data.count <= (sink.total ?? hosting.policy.maximumModelSize) - sink.size else {
        if sink.total == nil { throw tooLarge(sink.size + data.count) }
        throw wrongLength(sink, more: true)
      }
      try sink.append(data)
      if let total = sink.total { show(sink.size, of: total) }
    }
    guard goesOn, let sink else { return false }
    if let total = sink.total, sink.size != total {
      // The connection closed in order, yet too early: as likely a fault on the way as in the file.
      var fault = wrongLength(sink, more: false)
      fault.mayPass = head.contentLength.map { $0 > sink.size - start } ?? true
      throw fault
    }
    try sink.synchronize()
    return true
  }

  /// What a later request for the rest is made conditional on: a strong entity tag, else the date.
  private static func validator(_ head: HTTPHead) -> String? {
    if let tag = head["etag"], !tag.hasPrefix("W/") { return tag }
    return head["last-modified"]
  }

  private func wrongLength(_ sink: PartialFile, more: Bool) -> DownloadFault {
    if more { folder.removePartial() }
    return .lasting(
      NSError.mlKit(
        .unknown, "Failed to download the model from the server.",
        reason:
          "The file of the model \"\(folder.name)\" has to have \(sink.total ?? 0) bytes, but "
          + (more ? "more came." : "\(sink.size) came.")))
  }

  /// Tells how much has come; the last byte counts when everything is checked and in place.
  private func show(_ size: Int, of total: Int) {
    if progress.totalUnitCount != Int64(total) { progress.totalUnitCount = Int64(total) }
    progress.completedUnitCount = Int64(max(min(size, total - 1), 0))
  }
}

/// The file that the pieces of a model are appended to.
private final class PartialFile {
  private let file: OpenFile
  /// Bytes so far.
  private(set) var size: Int
  /// Bytes in the end, as far as known.
  let total: Int?

  init(_ path: String, at size: Int, total: Int?) throws(FileFault) {
    file = try OpenFile(path, O_WRONLY)
    try file.truncate(to: size)
    self.size = size
    self.total = total
  }

  func append(_ data: Data) throws(FileFault) {
    try file.write(data)
    size += data.count
  }

  func synchronize() throws(FileFault) { try file.synchronize() }
}
