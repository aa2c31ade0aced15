extension ImageClassifier {
  /// What has become of the frames of a live stream so far, through the delegate or `results(of:)`.
  public var liveStreamStatistics: LiveStreamStatistics { engine.statistics }

  /// The results for the newest frames of a sequence; not part of the upstream API.
  ///
  /// This is a live stream for Swift concurrency: while a frame is worked on the newest one waits and
  /// others are dropped. The classifier has to be in video mode, as results are returned and not delivered.
  ///
  ///     let options = ImageClassifierOptions()
  ///     options.baseOptions.modelAssetPath = "model.tflite"
  ///     options.runningMode = .video
  ///     let classifier = try ImageClassifier(options: options)
  ///     for try await result in classifier.results(of: frames) {
  ///       print(result.timestampInMilliseconds, result)
  ///     }
  ///
  /// A camera's callback feeds an `AsyncStream<VideoFrame>` made with the policy
  /// `.bufferingNewest(1)`. To see every frame of a file, call
  /// `classify(videoFrame:timestampInMilliseconds:)` in a loop instead.
  ///
  /// - Parameter frames: The frames, with increasing times.
  /// - Returns: A sequence of results; nothing is read before it is iterated.
  public func results<Frames: AsyncSequence & Sendable>(
    of frames: Frames
  ) -> LiveStreamResults<ImageClassifierResult> where Frames.Element == VideoFrame {
    engine.results(of: frames)
  }
}
