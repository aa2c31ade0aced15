/// The first line of a Y4M stream.
struct Y4MHeader: Sendable {
  static let magic = "YUV4MPEG2"

  let width: Int
  let height: Int
  /// Frames a second, as a fraction; both above 0.
  let rate: (numerator: Int, denominator: Int)
  let chroma: ChromaLayout
  /// Whether the samples use all values 0…255 instead of those of television.
  let isFullRange: Bool

  /// Reads a line without its end; parameters that are not known are passed over.
  init(_ line: String) throws(VideoError) {
    var words = line.split(separator: " ")[...]
    guard words.popFirst() == Substring(Self.magic) else { throw .notY4M }
    var (width, height) = (0, 0)
    // What readers assume for a stream that does not say, as for 0:0.
    var rate = (numerator: 25, denominator: 1)
    var chroma = Substring("420")
    var isFullRange = false
    for word in words {
      let value = word.dropFirst()
      switch word.first {
      case "W": width = try Self.extent(value, "width")
      case "H": height = try Self.extent(value, "height")
      case "F": rate = try Self.rate(value) ?? rate
      case "C": chroma = value
      case "X" where value.hasPrefix("COLORRANGE="): isFullRange = value.hasSuffix("=FULL")
      default: break
      }
    }
    guard width > 0, height > 0 else {
      throw .damaged(reason: "its first line gives no \(width > 0 ? "height" : "width")")
    }
    do {
      try Image.checkSize(width: width, height: height, limit: Image.defaultMaximumPixelCount)
    } catch {
      throw .tooLarge(width: width, height: height, limit: Image.defaultMaximumPixelCount)
    }
    self.width = width
    self.height = height
    self.rate = rate
    self.chroma = try ChromaLayout(tag: String(chroma))
    self.isFullRange = isFullRange
  }

  private static func extent(_ text: Substring, _ name: String) throws(VideoError) -> Int {
    guard let value = Int32(text), value > 0 else {
      throw .damaged(reason: "its \(name) is \"\(text)\"")
    }
    return Int(value)
  }

  /// A fraction, a frame a day at least; nil for 0:0, which says that the rate is not known.
  private static func rate(
    _ text: Substring
  ) throws(VideoError) -> (numerator: Int, denominator: Int)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
    guard parts.count == 2, let numerator = parts[0], let denominator = parts[1],
      numerator >= 0, denominator >= 0, (numerator == 0) == (denominator == 0),
      Int(denominator) <= 86400 * Int(numerator)
    else { throw .damaged(reason: "its frame rate is \"\(text)\"") }
    return numerator == 0 ? nil : (Int(numerator), Int(denominator))
  }

  /// Bytes of a frame: the planes in full.
  var frameBytes: Int {
    width * height * (chroma.hasAlpha ? 2 : 1)
      + 2 * chroma.width(of: width) * chroma.height(of: height)
  }
}
