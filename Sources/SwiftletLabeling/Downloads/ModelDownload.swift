internal import Dispatch
internal import Foundation

/// Brings one model to its newest version, on a thread of its own.
///
/// An attempt asks for the whereabouts of the newest version, then for its file, going on where an
/// attempt before it stopped, checks what came and puts it in place. Failures that may pass lead to
/// further attempts after growing pauses.
struct ModelDownload {
  let hosting: ModelHosting
  let conditions: ModelDownloadConditions
  let folder: ModelFolder
  let flag: CancellationFlag
  let progress: Progress
  /// When everything has to be done.
  let deadline: DispatchTime

  init(
    _ folder: ModelFolder, _ hosting: ModelHosting, _ conditions: ModelDownloadConditions,
    _ flag: CancellationFlag, _ progress: Progress
  ) {
    self.folder = folder
    var hosting = hosting
    hosting.policy = hosting.policy.bounded
    self.hosting = hosting
    self.conditions = conditions
    self.flag = flag
    self.progress = progress
    deadline = .now() + hosting.policy.totalTimeout
  }

  /// Downloads the newest version, unless it is there.
  ///
  /// - Returns: The model that is in place.
  /// - Throws: An `NSError`; whatever was in place before still is.
  func run() throws -> StoredModel {
    do {
      // Without a way to ask, nothing is made on the disk.
      guard ModelManager.canDownload else { throw HTTPRequest.unavailable }
      guard let url = hosting.infoURL(of: folder.name), !hosting.project.isEmpty else {
        throw DownloadFault.lasting(serverMissing)
      }
      try folder.make()
      let lock = try transferLock()
      defer { withExtendedLifetime(lock) {} }
      try folder.tidy()
      return try attempts(url)
    } catch let fault as DownloadFault {
      throw flag.isCancelled ? cancelled : fault.error
    } catch let fault as FileFault {
      throw fault.error
    } catch {
      throw flag.isCancelled ? cancelled : NSError.mlKit(wrapping: error)
    }
  }

  private var serverMissing: NSError {
    .mlKit(
      .invalidArgument,
      "It is not known where to download the model \"\(folder.name)\" from; set "
        + "SWIFTLET_MODELS_PROJECT, and SWIFTLET_MODELS_URL unless the server is Firebase.",
      reason: "The server is \"\(hosting.serverURL)\", the project \"\(hosting.project)\".")
  }

  private var cancelled: NSError {
    .mlKit(.cancelled, "The download of the model \"\(folder.name)\" was cancelled.")
  }

  /// Waits until no other process downloads this model.
  private func transferLock() throws -> FolderLock {
    while true {
      do throws(FileFault) {
        if let lock = try folder.transferLock() { return lock }
      } catch {
        throw error.error
      }
      guard !flag.isCancelled else { throw cancelled }
      guard .now() < deadline else {
        throw NSError.mlKit(
          .unknown, "Failed to download the model from the server.",
          reason: "Another process has been downloading it for too long.")
      }
      flag.sleep(until: .now() + 0.05)
    }
  }

  private func attempts(_ url: URL) throws -> StoredModel {
    var failures = 0
    var reached = partialSize
    while true {
      do {
        return try attempt(url)
      } catch let fault as DownloadFault {
        let size = partialSize
        if size > reached { failures = 0 }
        reached = size
        guard fault.mayPass, failures < hosting.policy.retryCount, !flag.isCancelled else {
          throw fault
        }
        let next = DispatchTime.now() + pause(after: failures, asked: fault.retryAfter)
        guard next < deadline else { throw fault }
        failures += 1
        flag.sleep(until: next)
      }
    }
  }

  /// The seconds before the next attempt.
  private func pause(after failures: Int, asked: TimeInterval?) -> TimeInterval {
    let policy = hosting.policy
    let doubled = policy.firstRetryDelay * pow(2, Double(failures))
    let own = doubled * Double.random(in: 0.5...1)
    return max(min(max(own, asked ?? 0), policy.longestRetryDelay), 0)
  }

  private var partialSize: Int {
    (try? OpenFile(folder.partialPath, O_RDONLY).size()) ?? 0
  }

  private func attempt(_ url: URL) throws -> StoredModel {
    let installed = folder.model()
    let reader = ExchangeReader(flag: flag, deadline: deadline, policy: hosting.policy)
    let questions = InfoRequest(hosting: hosting, conditions: conditions, reader: reader)
    guard var info = try questions.newest(url, folder.name, installed) else {
      if let installed { return installed }
      throw DownloadFault.lasting(
        NSError.mlKit(.internal, "Server returned with HTTP error code: 304."))
    }
    if let installed, installed.tag == info.tag { return installed }
    let transfer = FileTransfer(
      folder: folder, hosting: hosting, conditions: conditions, reader: reader, progress: progress)
    var isResumed: Bool
    do {
      isResumed = try transfer.run(info)
    } catch let fault as DownloadFault where fault.mayHaveExpired {
      guard let expiry = info.expiry, Date().timeIntervalSince1970 > expiry,
        let fresh = try questions.newest(url, folder.name, nil)
      else { throw fault }
      info = fresh
      isResumed = try transfer.run(info)
    }
    do {
      try ModelCheck(folder: folder, flag: flag).run(info)
    } catch var fault as DownloadFault {
      // What an earlier attempt left may be the culprit, and has been removed.
      fault.mayPass = fault.mayPass || isResumed
      throw fault
    }
    return try folder.install(tag: info.tag, labels: info.labels)
  }
}
