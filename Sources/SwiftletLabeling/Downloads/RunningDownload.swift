internal import Foundation
internal import Synchronization

/// A download that goes on, and those who wait for its end.
final class RunningDownload: Sendable {
  typealias Completion = @Sendable (Result<StoredModel, any Error>) -> Void

  private let model: RemoteModel
  private let flag = CancellationFlag()
  private let completions: Mutex<[Completion]>
  /// How far it is.
  let progress: Progress

  init(_ model: RemoteModel, _ completion: @escaping Completion) {
    self.model = model
    completions = Mutex([completion])
    // Never a part of whatever progress happens to be current on the caller's thread.
    progress = Progress.discreteProgress(totalUnitCount: 100)
    progress.isCancellable = true
    progress.cancellationHandler = { [flag] in flag.cancel() }
  }

  /// Has another caller wait for the end.
  func join(_ completion: @escaping Completion) {
    completions.withLock { $0.append(completion) }
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
    for completion in completions.withLock({ $0 }) { completion(result) }
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
