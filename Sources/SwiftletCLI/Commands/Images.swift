internal import Foundation
internal import SwiftletImage
internal import SwiftletVision

/// Does something of the task API, whose errors carry code and sentence.
func taskResult<Result>(_ work: () throws -> Result) throws(CommandError) -> Result {
  do {
    return try work()
  } catch {
    let error = error as NSError
    throw .failure(Failure(code: error.code, message: error.sentence))
  }
}

extension NSError {
  /// The text of an error, with the reason that some of the labeler's leave to a field of its own.
  var sentence: String {
    let text = localizedDescription
    guard let reason = userInfo[NSLocalizedFailureReasonErrorKey] as? String else { return text }
    let start = text.hasSuffix(".") ? String(text.dropLast()) : text
    return "\(start): \(reason)"
  }
}

/// An image, or a frame of a video, that a command looks at.
struct Picture {
  /// The path as the caller wrote it.
  let name: String
  let image: MPImage
  /// A frame's time in milliseconds; nil for an image.
  let time: Int?
  /// Pictures before this one.
  let index: Int

  /// How the line of JSON begins.
  var members: [JSON.Member] {
    [.init(key: "image", value: .string(name))]
      + (time.map { [.init(key: "timestampInMilliseconds", value: .integer($0))] } ?? [])
  }

  /// The heading of the text.
  var heading: String {
    printable(name) + (time.map { String(format: " at %.3f s", Double($0) / 1000) } ?? "")
  }
}

/// Prints what becomes of each image or frame.
///
/// An image that fails is reported and does not stop the others; a frame that fails ends its video, as
/// those after it would fail as well.
///
/// - Returns: Whether none failed, and how many images there were.
/// - Throws: What concerns the command as a whole.
func forEachPicture(
  _ images: ImageChoices, json: Bool, _ result: (Picture) throws(CommandError) -> String
) throws(CommandError) -> (succeeded: Bool, images: Int) {
  if let video = images.video {
    guard let (failure, time) = try forEachFrame(of: video, result) else { return (true, 0) }
    let stamp = time.map { JSON.integer($0) } ?? .null
    try report(
      failure, of: video, json: json,
      with: [.init(key: "timestampInMilliseconds", value: stamp)])
    return (false, 0)
  }
  var outcome = (succeeded: true, images: 0)
  var paths = ImagePathReader(images.paths)
  while let path = try paths.next() {
    let index = outcome.images
    outcome.images += 1
    let line = try attempt { () throws(CommandError) in
      let image = try taskResult { try MPImage(contentsOf: path) }
      return try result(Picture(name: path, image: image, time: nil, index: index))
    }
    switch line {
    case .success(let line): try Console.print(line)
    case .failure(let failure):
      outcome.succeeded = false
      try report(failure, of: path, json: json)
    }
  }
  return outcome
}

/// Works on the frames of a video, one in memory at a time.
///
/// - Returns: Why it ended before its end and at which frame's time, if that is known; or nil.
private func forEachFrame(
  of path: String, _ result: (Picture) throws(CommandError) -> String
) throws(CommandError) -> (Failure, time: Int?)? {
  let opened = try attempt { () throws(CommandError) in try VideoFrames(path) }
  let frames: VideoFrames
  switch opened {
  case .success(let found): frames = found
  case .failure(let failure): return (failure, nil)
  }
  var progress = ProgressLine()
  let start = ContinuousClock.now
  while true {
    var time: Int?
    let step = try attempt { () throws(CommandError) -> (Picture, String)? in
      guard let picture = try frames.next() else { return nil }
      time = picture.time
      return (picture, try result(picture))
    }
    switch step {
    case .failure(let failure): return (failure, time)
    case .success(nil): return nil
    case .success(let (picture, line)?):
      progress.clear()
      try Console.print(line)
      progress.update(describe(picture, since: start))
    }
  }
}

/// How far a video is, for a person who waits.
private func describe(_ picture: Picture, since start: ContinuousClock.Instant) -> String {
  let rate = Double(picture.index + 1) / ((ContinuousClock.now - start) / .seconds(1))
  return String(
    format: "frame %d, %.1f s of video, %.1f frames a second", picture.index + 1,
    Double(picture.time ?? 0) / 1000, rate)
}

/// The frames of a video as pictures.
private final class VideoFrames {
  private let path: String
  private var reader: Y4MReader

  init(_ path: String) throws(CommandError) {
    self.path = path
    do throws(VideoError) {
      reader =
        path == "-"
        ? try Y4MReader(fileDescriptor: STDIN_FILENO) : try Y4MReader(contentsOf: path)
    } catch { throw CommandError(error) }
  }

  func next() throws(CommandError) -> Picture? {
    let frame: Y4MReader.Frame?
    do throws(VideoError) { frame = try reader.nextFrame() } catch { throw CommandError(error) }
    return frame.map { frame in
      Picture(
        name: path, image: MPImage(frame.image), time: frame.timestampInMilliseconds,
        index: frame.index)
    }
  }
}

extension CommandError {
  /// A video that cannot be read.
  fileprivate init(_ error: VideoError) {
    let code: Failure.Code =
      switch error {
      case .unreadable(ENOENT, _), .unreadable(ENOTDIR, _): .notFound
      case .unreadable(EACCES, _), .unreadable(EPERM, _): .permissionDenied
      case .unreadable: .unknown
      case .unsupported: .unimplemented
      case .tooLarge: .resourceExhausted
      case .truncated: .dataLoss
      case .notY4M, .damaged: .invalidArgument
      }
    self = .failure(code, error.description)
  }
}

/// What concerns one picture becomes a result; what concerns the command as a whole is thrown.
private func attempt<Value>(
  _ work: () throws(CommandError) -> Value
) throws(CommandError) -> Result<Value, Failure> {
  do throws(CommandError) {
    return .success(try work())
  } catch {
    guard case .failure(let failure) = error else { throw error }
    return .failure(failure)
  }
}

/// Tells people and scripts about a picture that failed.
private func report(
  _ failure: Failure, of path: String, json: Bool, with more: [JSON.Member] = []
) throws(CommandError) {
  Console.report(ModelFile.located(failure.message, at: path == "-" ? "standard input" : path))
  guard json else { return }
  let image = JSON.Member(key: "image", value: .string(path))
  try Console.print(.object([image] + more + [.init(key: "error", value: failure.json)]))
}
