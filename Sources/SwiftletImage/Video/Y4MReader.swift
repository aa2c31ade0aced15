#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Reads the frames of an uncompressed video in the format Y4M, from a file or a pipe.
///
///     var video = try Y4MReader(contentsOf: "street.y4m")
///     while let frame = try video.nextFrame() {
///       print(frame.timestampInMilliseconds, frame.image.width)
///     }
///
/// All layouts of 8-bit samples are read: 4:2:0 in its three sitings, 4:1:1, 4:2:2, 4:4:4 and grey.
/// Colours are converted after ITU-R BT.601, of television's range unless the stream says
/// `XCOLORRANGE=FULL`. Interlaced frames are taken as they are, both fields woven. One frame is held in
/// memory, however long the video is.
public struct Y4MReader: ~Copyable {
  /// A frame with its time.
  public struct Frame: Sendable {
    /// The picture.
    public let image: Image
    /// Frames before this one.
    public let index: Int
    /// The time since the first frame, from the frame rate, rounded down; each is above the last.
    public let timestampInMilliseconds: Int
  }

  /// Columns of every frame.
  public var width: Int { header.width }
  /// Rows of every frame.
  public var height: Int { header.height }
  /// Frames a second; 25 where the stream does not say.
  public var framesPerSecond: Double {
    Double(header.rate.numerator) / Double(header.rate.denominator)
  }

  private let header: Y4MHeader
  private let decoder: Y4MDecoder
  private var input: DescriptorReader
  private var count = 0
  private var lastTime = -1

  /// Opens a video and reads its first line.
  ///
  /// - Parameter path: A file, which may be a pipe.
  /// - Throws: `VideoError` when the file cannot be read or is no Y4M video.
  public init(contentsOf path: String) throws(VideoError) {
    let descriptor = FileOpening.forReading(path)
    guard descriptor >= 0 else { throw DescriptorReader.failure(errno) }
    try self.init(DescriptorReader(descriptor, closesAtEnd: true))
  }

  /// Reads a video's first line from an open file.
  ///
  /// - Parameter descriptor: The file, for instance 0 for standard input; it is not closed.
  /// - Throws: `VideoError` when it cannot be read or is no Y4M video.
  public init(fileDescriptor descriptor: Int32) throws(VideoError) {
    try self.init(DescriptorReader(descriptor, closesAtEnd: false))
  }

  private init(_ input: consuming DescriptorReader) throws(VideoError) {
    var input = input
    guard let line = try input.line(limit: Self.lineLimit) else { throw .notY4M }
    let header = try Y4MHeader(line)
    self.header = header
    self.input = input
    decoder = Y4MDecoder(header)
  }

  /// The longest first line of a stream or a frame.
  private static let lineLimit = 4096

  /// The next frame, or nil at the end.
  ///
  /// - Throws: `VideoError` when a frame is damaged or incomplete; the reader is of no use then.
  public mutating func nextFrame() throws(VideoError) -> Frame? {
    guard let line = try input.line(limit: Self.lineLimit) else {
      guard input.isAtEnd else {
        throw .damaged(reason: "frame \(count) does not begin with FRAME")
      }
      return nil
    }
    guard line == "FRAME" || line.hasPrefix("FRAME ") else {
      throw input.isAtEnd && !line.isEmpty && "FRAME".hasPrefix(line)
        ? .truncated(frame: count)
        : .damaged(reason: "frame \(count) does not begin with FRAME")
    }
    guard let bytes = try input.bytes(header.frameBytes) else { throw .truncated(frame: count) }
    defer { count += 1 }
    lastTime = max(time(of: count), lastTime + 1)
    return Frame(
      image: decoder.image(bytes), index: count, timestampInMilliseconds: lastTime)
  }

  /// When a frame is due, in whole milliseconds.
  private func time(of index: Int) -> Int {
    let (numerator, denominator) = header.rate
    // Below 2⁶³, as the header admits no rate below a frame a day.
    return numerator.dividingFullWidth(index.multipliedFullWidth(by: 1000 * denominator)).quotient
  }
}
