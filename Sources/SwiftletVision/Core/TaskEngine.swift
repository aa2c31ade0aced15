internal import SwiftletImage

/// A task's model with everything before and after it, whichever way frames come.
protocol TaskGraph: Sendable {
  /// What the task finds.
  associatedtype Output: TaskResult

  /// What the model says about a part of an image.
  func result(_ image: any PixelSource, _ framing: Framing, time: Int) throws -> Output
}

/// What all vision tasks do with calls: modes, times, and the newest frame of a live stream.
final class TaskEngine<Graph: TaskGraph, Task: AnyObject & Sendable>: Sendable {
  private let graph: Graph
  private let clock: FrameClock
  private let acceptsMirrored: Bool
  private let counts = FrameCounter()
  private let frames: LiveStream<Frame, Graph.Output>?
  /// The task, once its initialiser is done.
  private let owner = Weak<Task>()

  private struct Frame: Sendable {
    let image: any PixelSource
    let framing: Framing
    let time: Int
  }

  /// - Parameters:
  ///   - graph: The opened model.
  ///   - mode: How frames come.
  ///   - acceptsMirrored: Whether images may be stored mirrored.
  ///   - name: The task's name in the labels of its queues.
  ///   - delegate: Who receives a live stream's results; not kept alive, and nil in other modes.
  ///   - deliver: Hands the delegate the task, what became of a frame, and the frame's time.
  init<Receiver>(
    _ graph: Graph, mode: RunningMode, acceptsMirrored: Bool, name: String, delegate: Receiver?,
    deliver: @escaping @Sendable (Receiver, Task, Graph.Output?, Int, (any Error)?) -> Void
  ) {
    self.graph = graph
    self.acceptsMirrored = acceptsMirrored
    clock = FrameClock(mode)
    guard let delegate else {
      frames = nil
      return
    }
    let receiver = Weak<AnyObject>()
    receiver.object = delegate as AnyObject
    frames = LiveStream(name: name, counts: counts) { frame in
      try graph.result(frame.image, frame.framing, time: frame.time)
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
    let (source, framing) = try opened(image, processing)
    return try graph.result(source, framing, time: clock.nextImage())
  }

  /// The result for a frame of a video.
  func videoFrame(
    _ image: MPImage, at time: Int, _ processing: ImageProcessingOptions
  ) throws -> Graph.Output {
    try clock.require(.video)
    let (source, framing) = try opened(image, processing)
    try clock.advance(to: time)
    return try graph.result(source, framing, time: time)
  }

  /// Takes a frame of a live stream.
  func submit(_ image: MPImage, at time: Int, _ processing: ImageProcessingOptions) throws {
    try clock.require(.liveStream)
    let (source, framing) = try opened(image, processing)
    // Whoever lends a buffer may write the next frame into it as soon as this call returns.
    let kept = try MPImage.reading { () throws(ImageError) in try source.frozen() }
    try frames?.submit(Frame(image: kept, framing: framing, time: time)) {
      try clock.advanceStream(to: time)
    }
  }

  /// What a call looks at, once everything about it is in order.
  private func opened(
    _ image: MPImage, _ processing: ImageProcessingOptions
  ) throws -> (any PixelSource, Framing) {
    let framing = try processing.resolved(for: image, acceptsMirrored: acceptsMirrored)
    return (try image.source(), framing)
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
