/// Why a video could not be read; its description is one sentence.
public enum VideoError: Error, Equatable, CustomStringConvertible {
  /// The file could not be read; `errno` is the system's error number.
  case unreadable(errno: Int32, reason: String)
  /// The bytes are no Y4M stream.
  case notY4M
  /// The bytes break the rules of the format.
  case damaged(reason: String)
  /// The format allows it, this reader does not.
  case unsupported(reason: String)
  /// The stream ends before a frame does; frames count from 0.
  case truncated(frame: Int)
  /// A frame has more pixels than the limit.
  case tooLarge(width: Int, height: Int, limit: Int)

  /// One sentence: what is wrong and what to do.
  public var description: String {
    switch self {
    case .unreadable(_, let reason):
      "The video cannot be read: \(reason)."
    case .notY4M:
      "This is not a Y4M video; make one with \"ffmpeg -i VIDEO -pix_fmt yuv420p FILE.y4m\"."
    case .damaged(let reason):
      "The Y4M video is damaged: \(reason)."
    case .unsupported(let reason):
      "This kind of Y4M video is not supported: \(reason)."
    case .truncated(let frame):
      "The Y4M video ends in the middle of frame \(frame)."
    case .tooLarge(let width, let height, let limit):
      "The video is too large: \(width) x \(height) is more than the limit of \(limit) pixels."
    }
  }
}
