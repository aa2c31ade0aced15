internal import Foundation

/// A task's results for the newest frames of a sequence.
///
/// One frame is worked on while the sequence is asked for its next result, and the newest frame
/// since then waits; a frame that comes while another waits replaces it. Nothing else is stored, so
/// that memory stays bounded however fast frames come and however slowly results are read. Results
/// come in the order of their frames, and the last frame always has one.
///
/// The sequence ends after the last frame, or as soon as its reader is cancelled or leaves its loop;
/// it then reads no more frames. A frame that is refused or fails ends it with that error; the task
/// stays usable. Reading starts with each loop anew.
public struct LiveStreamResults<Output: Sendable>: AsyncSequence, Sendable {
  /// A result for a frame.
  public typealias Element = Output

  private let pump: @Sendable (NewestFrame) async throws -> Void
  private let process: @Sendable (VideoFrame) throws -> Output
  private let counts: FrameCounter

  init<Frames: AsyncSequence & Sendable>(
    of frames: Frames, counts: FrameCounter,
    process: @escaping @Sendable (VideoFrame) throws -> Output
  ) where Frames.Element == VideoFrame {
    pump = { newest in
      for try await frame in frames { newest.put(frame) }
    }
    self.process = process
    self.counts = counts
  }

  /// Starts to read frames.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(Reading(pump, counts), process, counts)
  }

  /// Waits for frames and works on them.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private let reading: Reading
    private let process: @Sendable (VideoFrame) throws -> Output
    private let counts: FrameCounter

    fileprivate init(
      _ reading: Reading, _ process: @escaping @Sendable (VideoFrame) throws -> Output,
      _ counts: FrameCounter
    ) {
      self.reading = reading
      self.process = process
      self.counts = counts
    }

    /// The result for the newest frame, or nil at the end.
    ///
    /// - Throws: What the frames' sequence throws, or an `NSError` of the task when it is not in video
    ///   mode, the time does not increase or the frame cannot be used.
    public mutating func next() async throws -> Output? {
      guard let frame = try await reading.newest.take() else { return nil }
      let outcome = await reading.perform { [process] in try process(frame) }
      counts.deliver()
      if case .failure = outcome { reading.stop() }
      return try outcome.get()
    }
  }
}

/// The reading of a sequence of frames, which ends with the object.
private final class Reading: Sendable {
  let newest: NewestFrame
  private let pumping: Task<Void, Never>
  /// Work blocks its thread, which must not be one of those that all asynchronous functions share.
  private let queue = DispatchQueue(label: "com.mediapipe.tasks.vision.results")

  init(_ pump: @escaping @Sendable (NewestFrame) async throws -> Void, _ counts: FrameCounter) {
    let newest = NewestFrame(counts: counts)
    self.newest = newest
    pumping = Task {
      do {
        try await pump(newest)
        newest.finish(.success(()))
      } catch {
        newest.finish(.failure(error))
      }
    }
  }

  deinit { stop() }

  func stop() {
    pumping.cancel()
    newest.close()
  }

  func perform<Output: Sendable>(
    _ work: @escaping @Sendable () throws -> Output
  ) async -> Result<Output, any Error> {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result { try work() }) }
    }
  }
}
