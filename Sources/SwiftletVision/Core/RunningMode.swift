internal import Foundation

/// What kind of input a task works on.
public enum RunningMode: UInt, Sendable {
  /// Single images; calls block until the result is there.
  case image = 0
  /// The decoded frames of a video, with increasing timestamps; calls block.
  case video = 1
  /// A live stream of frames, with results delivered to a delegate.
  case liveStream = 2

  /// The name in error texts.
  var displayName: String {
    switch self {
    case .image: "Image"
    case .video: "Video"
    case .liveStream: "Live Stream"
    }
  }

  /// Refuses a delegate where results are returned, and its absence where they are delivered.
  static func check(_ mode: RunningMode, hasDelegate: Bool) throws {
    if mode == .liveStream, !hasDelegate {
      throw NSError.task(
        .invalidArgumentError,
        "The vision task is in live stream mode. An object must be set as the delegate of the "
          + "task in its options to ensure asynchronous delivery of results.")
    }
    if mode != .liveStream, hasDelegate {
      throw NSError.task(
        .invalidArgumentError,
        "The vision task is in image or video mode. The delegate must not be set in the task's "
          + "options.")
    }
  }
}
