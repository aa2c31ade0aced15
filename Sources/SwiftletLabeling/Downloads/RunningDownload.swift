internal import Foundation
internal import SwiftletTensor

/// A download that goes on, and those who wait for its end.
final class RunningDownload: Sendable {
  typealias Completion = @Sendable (Result<StoredModel, any Error>) -> Void

  /// Those who wait for the end.
  private struct Waiting {
    var completions: [Int: Completion] = [:]
    var count = 0
  }

  private let model: RemoteModel
  private let flag = CancellationFlag()
  private let waiting: Locked<Waiting>
  /// How far it is.
  let progress: Progress

  init(_ model: RemoteModel) {
    self.model = model
    waiting = Locked(Waiting())
    // Never a part of whatever progress happens to be current on the caller's thread.
    progress = Progress.discreteProgress(totalUnitCount: 100)
    progress.isCancellable = true
    progress.cancellationHandler = { [flag] in flag.cancel() }
  }

  /// Whether it is about to end without a model, so that nobody should join any more.
  ///
  /// The handler of a progress may be called some time after its cancellation.
  var isCancelled: Bool { progress.isCancelled || flag.isCancelled }

  /// Has a caller wait for the end.
  ///
  /// - Parameter completion: What to call then.
  /// - Returns: A number to leave with.
  func join(_ completion: @escaping Completion) -> Int {
    waiting.withLock { waiting in
      waiting.count += 1
      waiting.completions[waiting.count] = completion
      return waiting.count
    }
  }

  /// Lets a caller go; the last one ends the download.
  ///
  /// - Parameter number: What `join` gave.
  /// - Returns: Whether the completion will not be called any more.
  func leave(_ number: Int) -> Bool {
    let (hasLeft, isLast) = waiting.withLock { waiting in
      (waiting.completions.removeValue(forKey: number) != nil, waiting.completions.isEmpty)
    }
    if hasLeft, isLast { progress.cancel() }
    return hasLeft
  }

  /// Downloads.
  func run(
    _ folder: ModelFolder, _ hosting: ModelHosting, _ conditions: ModelDownloadConditions
  ) throws -> StoredModel {
    let stored = try ModelDownload(folder, hosting, conditions, flag, progress).run()
    progress.totalUnitCount = Int64(stored.sizeBytes)
    progress.completedUnitCount = Int64(stored.sizeBytes)
    return stored
  }

  /// Tells the end to everybody.
  func finish(_ result: Result<StoredModel, any Error>) {
    let completions = waiting.withLock { waiting in
      let completions = waiting.completions.values
      waiting.completions = [:]
      return Array(completions)
    }
    for completion in completions { completion(result) }
    DispatchQueue.main.async { [self] in
      var info: [AnyHashable: Any] = [ModelDownloadUserInfoKey.remoteModel.rawValue: model]
      var name = Notification.Name.mlkitModelDownloadDidSucceed
      if case .failure(let error) = result {
        name = .mlkitModelDownloadDidFail
        info[ModelDownloadUserInfoKey.error.rawValue] = NSError.mlKit(wrapping: error)
      }
      NotificationCenter.default.post(name: name, object: self, userInfo: info)
    }
  }
}
