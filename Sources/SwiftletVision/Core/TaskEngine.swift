internal import SwiftletImage

/// A task's model with everything before and after it, whichever way frames come.
protocol TaskGraph: Sendable {
  /// What the task finds.
  associatedtype Output: TaskResult

  /// What the model says about a part of an image.
  func result(
    _ image: Image, _ region: Region, _ rotationDegrees: Int, time: Int
  ) throws -> Output
}

/// What all vision tasks do with calls: modes, times, and the newest frame of a live stream.
final class TaskEngine<Graph: TaskGraph, Task: AnyObject & Sendable>: Sendable {
  private let graph: Graph
  private let clock: FrameClock
  private let counts = FrameCounter()
  private let frames: LiveStream<Frame, Graph.Output>?
  /// The task, once its initialiser is done.
  private let owner = Weak<Task>()

  private struct Frame: Sendable {
    let image: Image
    let region: Region
    let rotationDegrees: Int
    let time: Int
  }

  /// - Parameters:
  ///   - graph: The opened model.
  ///   - mode: How frames come.
  ///   - name: The task's name in the labels of its queues.
  ///   - delegate: Who receives a live stream's results; not kept alive, and nil in other modes.
  ///   - deliver: Hands the delegate the task, what became of a frame, and the frame's time.
  init<Receiver>(
    _ graph: Graph, mode: RunningMode, name: String, delegate: Receiver?,
    deliver: @escaping @Sendable (Receiver, Task, Graph.Output?, Int, (any Error)?) -> Void
  ) {
    self.graph = graph
    clock = FrameClock(mode)
    guard let delegate else {
      frames = nil
      return
    }
    let receiver = Weak<AnyObject>()
    receiver.object = delegate as AnyObject
    frames = LiveStream(name: name, counts: counts) { frame in
      try graph.result(frame.image, frame.region, frame.rotationDegrees, time: frame.time)
    } deliver: { [owner] frame, outcome in
      guard let task = owner.object, let receiver = receiver.object as? Receiver else {
        return false
      }
      switch outcome {
      case .success(let result): deliver(receiver, task, result, frame.time, nil)
      // Upstream has no time for a failure.
      case .failure(let error): deliver(receiver, task, nil, .min, error)
      }
      return true
    }
  }

  deinit { frames?.close() }

  /// What has become of the frames of live streams.
  var statistics: LiveStreamStatistics { counts.statistics }

  /// Tells whose results these are; to be called at the end of the task's initialiser.
  func belong(to task: Task) { owner.object = task }

  /// The result for a single image.
  func image(_ image: MPImage, _ processing: ImageProcessingOptions) throws -> Graph.Output {
    try clock.require(.image)
    let (region, degrees) = try processing.resolved(for: image)
    return try graph.result(image.pixels, region, degrees, time: clock.nextImage())
  }

  /// The result for a frame of a video.
  func videoFrame(
    _ image: MPImage, at time: Int, _ processing: ImageProcessingOptions
  ) throws -> Graph.Output {
    try clock.require(.video)
    let (region, degrees) = try processing.resolved(for: image)
    try clock.advance(to: time)
    return try graph.result(image.pixels, region, degrees, time: time)
  }

  /// Takes a frame of a live stream.
  func submit(_ image: MPImage, at time: Int, _ processing: ImageProcessingOptions) throws {
    try clock.require(.liveStream)
    let (region, degrees) = try processing.resolved(for: image)
    try frames?.submit(
      Frame(image: image.pixels, region: region, rotationDegrees: degrees, time: time)
    ) { try clock.advanceStream(to: time) }
  }

  /// The results for the newest frames of a sequence.
  func results<Frames: AsyncSequence & Sendable>(
    of frames: Frames
  ) -> LiveStreamResults<Graph.Output> where Frames.Element == VideoFrame {
    LiveStreamResults(of: frames, counts: counts) { [self] frame in
      try videoFrame(frame.image, at: frame.timestampInMilliseconds, frame.processing)
    }
  }
}
