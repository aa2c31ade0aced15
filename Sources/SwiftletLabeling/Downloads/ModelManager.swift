public import Foundation
internal import SwiftletTensor

/// Downloads, finds and removes hosted models.
///
/// Models are kept on disk, where they outlive the process; processes may share the folder. Downloads
/// report their end by `.mlkitModelDownloadDidSucceed` and `.mlkitModelDownloadDidFail`, posted on
/// the main queue, so that a command line program has to run its main queue to see them; or use
/// `downloadModel(_:conditions:)`, which waits.
public final class ModelManager: NSObject, Sendable {
  private struct State {
    var hosting: ModelHosting
    var environmentError: NSError?
    /// Downloads that go on, by the folder of their model.
    var running: [String: RunningDownload] = [:]
  }

  private let state: Locked<State>

  /// The manager that labelers use unless told otherwise, set up by the environment.
  private static let shared: ModelManager = {
    do {
      return ModelManager(
        hosting: try ModelHosting(environment: ProcessInfo.processInfo.environment))
    } catch {
      let manager = ModelManager(hosting: ModelHosting())
      manager.state.withLock { $0.environmentError = NSError.mlKit(wrapping: error) }
      return manager
    }
  }()

  /// The manager of this process.
  public static func modelManager() -> ModelManager { shared }

  /// Whether this build can download models, that is, has the trait `Downloads`; not part of the
  /// upstream API.
  public static var canDownload: Bool {
    #if DOWNLOADS
    true
    #else
    false
    #endif
  }

  /// Another manager, with a server or folder of its own; not part of the upstream API.
  ///
  /// - Parameter hosting: Where models are downloaded from and kept.
  public init(hosting: ModelHosting) {
    state = Locked(State(hosting: hosting))
  }

  /// Where models are downloaded from and kept; not part of the upstream API.
  ///
  /// A change holds for downloads that begin after it.
  public var hosting: ModelHosting {
    get { state.withLock { $0.hosting } }
    set {
      state.withLock { state in
        state.hosting = newValue
        state.environmentError = nil
      }
    }
  }

  /// Whether some version of a model is on this device, whole.
  ///
  /// - Parameter remoteModel: The model.
  /// - Returns: False also where its files have gone.
  public func isModelDownloaded(_ remoteModel: RemoteModel) -> Bool {
    (try? storedModel(named: remoteModel.name)) != nil
  }

  /// Downloads the newest version of a model, unless it is there; returns at once.
  ///
  /// A notification tells the end. Asking again for a model that is being downloaded joins that
  /// download and gives its progress.
  ///
  /// - Parameters:
  ///   - remoteModel: The model.
  ///   - conditions: Under which conditions.
  /// - Returns: How far it is, in bytes once the size is known; cancelling it ends the download.
  @discardableResult
  public func download(
    _ remoteModel: RemoteModel, conditions: ModelDownloadConditions
  ) -> Progress {
    download(remoteModel, conditions: conditions) { _ in }
  }

  /// Downloads the newest version of a model, unless it is there, and waits for it; not part of the
  /// upstream API.
  ///
  /// Cancelling the task ends the download, unless others wait for it too.
  ///
  /// - Parameters:
  ///   - remoteModel: The model.
  ///   - conditions: Under which conditions.
  /// - Throws: An `NSError` that says why there is no newer version; an older one stays.
  public func downloadModel(
    _ remoteModel: RemoteModel, conditions: ModelDownloadConditions = ModelDownloadConditions()
  ) async throws {
    let membership = Locked(Membership())
    let cancelled = NSError.mlKit(
      .cancelled, "The download of the model \"\(remoteModel.name)\" was cancelled.")
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        let (running, number) = begin(remoteModel, conditions) { result in
          continuation.resume(with: result.map { _ in })
        }
        let isCancelled = membership.withLock { membership in
          membership.leave = {
            if running.leave(number) { continuation.resume(throwing: cancelled) }
          }
          return membership.isCancelled
        }
        if isCancelled { membership.withLock { $0.leave }?() }
      }
    } onCancel: {
      let leave = membership.withLock { membership in
        membership.isCancelled = true
        return membership.leave
      }
      leave?()
    }
  }

  /// How a task takes part in a download that others may take part in as well.
  private struct Membership: Sendable {
    var isCancelled = false
    /// Ends the task's part, at most once.
    var leave: (@Sendable () -> Void)?
  }

  /// Removes a downloaded model; labelers that have opened it go on.
  ///
  /// - Parameters:
  ///   - remoteModel: The model.
  ///   - completion: Called on the main queue, with an error where there was nothing to remove.
  public func deleteDownloadedModel(
    _ remoteModel: RemoteModel, completion: @escaping ((any Error)?) -> Void
  ) {
    let call = MainQueueCall(completion)
    DispatchQueue.global().async {
      do {
        try self.delete(named: remoteModel.name)
        call(nil)
      } catch {
        call(error)
      }
    }
  }

  /// Removes a downloaded model; labelers that have opened it go on.
  ///
  /// - Parameter remoteModel: The model.
  /// - Throws: An `NSError` where there is nothing to remove.
  public func deleteDownloadedModel(_ remoteModel: RemoteModel) async throws {
    try delete(named: remoteModel.name)
  }

  /// Downloads a model, unless it is there.
  ///
  /// - Parameters:
  ///   - remoteModel: The model.
  ///   - conditions: Under which conditions.
  ///   - completion: Called from the download's thread, before the notification is posted.
  /// - Returns: How far it is.
  package func download(
    _ remoteModel: RemoteModel, conditions: ModelDownloadConditions,
    completion: @escaping @Sendable (Result<StoredModel, any Error>) -> Void
  ) -> Progress {
    begin(remoteModel, conditions, completion).running.progress
  }

  /// Begins a download, or joins the one that goes on.
  private func begin(
    _ remoteModel: RemoteModel, _ conditions: ModelDownloadConditions,
    _ completion: @escaping RunningDownload.Completion
  ) -> (running: RunningDownload, number: Int) {
    let mine = RunningDownload(remoteModel)
    do {
      let (hosting, folder) = try folder(of: remoteModel.name)
      let (running, number) = state.withLock { state in
        // One that was cancelled is left to end, and the new one waits for that.
        if let running = state.running[folder.path], !running.isCancelled {
          return (running, running.join(completion))
        }
        state.running[folder.path] = mine
        return (mine, mine.join(completion))
      }
      if running === mine { start(mine, folder, hosting, conditions) }
      return (running, number)
    } catch {
      let number = mine.join(completion)
      mine.finish(.failure(error))
      return (mine, number)
    }
  }

  private func start(
    _ running: RunningDownload, _ folder: ModelFolder, _ hosting: ModelHosting,
    _ conditions: ModelDownloadConditions
  ) {
    let thread = Thread {
      let result = Result { try running.run(folder, hosting, conditions) }
      // From here on a further call begins a new download.
      self.state.withLock { state in
        if state.running[folder.path] === running { state.running[folder.path] = nil }
      }
      running.finish(result)
    }
    thread.name = "model download"
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// How models are hosted now, and the folder of one.
  private func folder(of name: String) throws -> (ModelHosting, ModelFolder) {
    let (hosting, error) = state.withLock { ($0.hosting, $0.environmentError) }
    if let error { throw error }
    return (hosting, try ModelStore(directory: hosting.directory).folder(of: name))
  }

  /// A downloaded model, or an error that says that it is not there.
  package func storedModel(named name: String) throws -> StoredModel {
    guard let model = try folder(of: name).1.model() else {
      throw NSError.mlKit(
        .notFound,
        "The model \"\(name)\" is not downloaded; download it with ModelManager, or with \"swiftlet "
          + "models download\".")
    }
    return model
  }

  /// All downloaded models, by name.
  package func storedModels() throws -> [StoredModel] {
    let (hosting, error) = state.withLock { ($0.hosting, $0.environmentError) }
    if let error { throw error }
    return ModelStore(directory: hosting.directory).models()
  }

  /// Removes a downloaded model.
  package func delete(named name: String) throws {
    try folder(of: name).1.delete()
  }
}
