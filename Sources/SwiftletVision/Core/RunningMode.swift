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
}
