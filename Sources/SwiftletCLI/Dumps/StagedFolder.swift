internal import Foundation

/// A folder that appears under its name when all of its files are there, or not at all, also where a
/// signal ends the process.
final class StagedFolder {
  /// The path that the folder is going to have.
  let path: String
  private let staging: OutputFolder
  private var isPublished = false

  /// Makes a folder beside the one that is wanted, which may not be there unless it is empty.
  init(_ path: String, for purpose: String) throws(CommandError) {
    var trimmed = path
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.path = trimmed
    guard !trimmed.isEmpty else {
      throw .failure(.invalidArgument, "\(purpose) has no name; give the path of a folder.")
    }
    if FileManager.default.fileExists(atPath: trimmed) {
      let names = try? FileManager.default.contentsOfDirectory(atPath: trimmed)
      guard names?.isEmpty == true else {
        throw .failure(
          .invalidArgument,
          "\(purpose) \(path) is there and is no empty folder; give another name.")
      }
    }
    let partial = "\(trimmed).\(UInt32.random(in: 0...UInt32.max)).partial"
    Interruption.add(partial)
    staging = try OutputFolder(partial)
  }

  /// Writes a file.
  func write(_ bytes: [UInt8], to name: String) throws(CommandError) {
    _ = try Interruption.protect { () throws(CommandError) in try staging.write(bytes, to: name) }
  }

  /// Gives the folder its name.
  func publish() throws(CommandError) {
    let number = Interruption.settle(staging.path) {
      unsafe rename(staging.path, path) == 0 ? nil : errno
    }
    guard let number else {
      isPublished = true
      return
    }
    throw .failure(.dataLoss, "\(path) cannot be made: \(SystemError(number)).")
  }

  deinit {
    guard !isPublished else { return }
    Interruption.settle(staging.path) { try? FileManager.default.removeItem(atPath: staging.path) }
  }
}
