internal import Foundation
internal import SwiftletOperators
internal import SwiftletRuntime
internal import SwiftletTensor

/// A temporary file without a name that keeps the tensors of a run.
final class TensorSpool {
  /// The tensors in the order in which they were written.
  private(set) var tensors: [DumpedTensor] = []
  private var places: [Range<Int>] = []
  private let handle: Int32
  private let callLimit: Int
  private var end = 0
  private var failure: CommandError?

  /// Makes the file in the folder for temporary files.
  ///
  /// - Parameter callLimit: How many calls of each subgraph are kept.
  /// - Throws: `CommandError.failure`.
  init(callLimit: Int) throws(CommandError) {
    self.callLimit = callLimit
    let name = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftlet-\(UUID().uuidString)").path
    handle = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard handle >= 0 else {
      throw .failure(
        .permissionDenied,
        "The temporary file \(name) cannot be made: \(SystemError(errno)); set TMPDIR.")
    }
    _ = unsafe unlink(name)
  }

  deinit { close(handle) }

  /// Keeps what a step wrote; a failure is kept for the end.
  func record(_ step: ObservedStep) {
    guard failure == nil, step.call < callLimit else { return }
    var written: Set<Int> = []
    for tensor in step.tensors
    where tensor.info.constant == nil && written.insert(tensor.index).inserted {
      let bytes = tensor.bytes
      if let error = unsafe bytes.withUnsafeBytes({ unsafe writeAll($0, to: handle) }) {
        failure = .failure(
          .resourceExhausted,
          "The temporary file for tensors cannot be written: \(SystemError(error)); set TMPDIR.")
        return
      }
      tensors.append(DumpedTensor(tensor, of: step))
      places.append(end..<end + bytes.count)
      end += bytes.count
    }
  }

  /// Throws what went wrong while the run was on.
  func check() throws(CommandError) {
    if let failure { throw failure }
  }

  /// The bytes of a tensor.
  func bytes(of index: Int) throws(CommandError) -> [UInt8] {
    let place = places[index]
    // The initializer would write to the storage that all empty arrays share.
    guard !place.isEmpty else { return [] }
    var error: Int32?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: place.count) { buffer, count in
      count = 0
      while count < place.count {
        let got = unsafe pread(
          handle, buffer.baseAddress.map { unsafe $0 + count }, place.count - count,
          off_t(place.lowerBound + count))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          error = got < 0 ? errno : EIO
          return
        }
        count += got
      }
    }
    if let error {
      throw .failure(
        .dataLoss, "The temporary file for tensors cannot be read: \(SystemError(error)).")
    }
    return bytes
  }
}
