/// How the two planes of colour lie under the plane of brightness.
struct ChromaLayout: Sendable, Equatable {
  /// Pixels that share a colour sample across; 0 without colour.
  let acrossStep: Int
  /// Pixels that share a colour sample down.
  let downStep: Int
  /// Whether a sample lies on the first of its pixels across, not in the middle of them.
  var isCositedAcross = false
  /// The same down.
  var isCositedDown = false
  /// Whether a plane of opacity follows, which is passed over.
  var hasAlpha = false

  /// The layout that a `C` parameter names.
  init(tag: String) throws(VideoError) {
    switch tag {
    case "420", "420jpeg": self.init(acrossStep: 2, downStep: 2)
    case "420mpeg2": self.init(acrossStep: 2, downStep: 2, isCositedAcross: true)
    case "420paldv":
      self.init(acrossStep: 2, downStep: 2, isCositedAcross: true, isCositedDown: true)
    case "411": self.init(acrossStep: 4, downStep: 1, isCositedAcross: true)
    case "422": self.init(acrossStep: 2, downStep: 1, isCositedAcross: true)
    case "444": self.init(acrossStep: 1, downStep: 1)
    case "444alpha": self.init(acrossStep: 1, downStep: 1, hasAlpha: true)
    case "mono": self.init(acrossStep: 0, downStep: 0)
    default:
      let digits = tag.hasPrefix("mono") ? tag.dropFirst(4) : tag.split(separator: "p").last ?? ""
      if let depth = Int(digits), (9...16).contains(depth) {
        throw .unsupported(
          reason: "C\(tag) has \(depth) bits a sample, and 8 are read; convert it with "
            + "\"ffmpeg -pix_fmt yuv420p\"")
      }
      throw .unsupported(
        reason: "its chroma layout C\(tag) is not known; convert it with "
          + "\"ffmpeg -pix_fmt yuv420p\"")
    }
  }

  private init(
    acrossStep: Int, downStep: Int, isCositedAcross: Bool = false, isCositedDown: Bool = false,
    hasAlpha: Bool = false
  ) {
    self.acrossStep = acrossStep
    self.downStep = downStep
    self.isCositedAcross = isCositedAcross
    self.isCositedDown = isCositedDown
    self.hasAlpha = hasAlpha
  }

  /// Columns of a plane of colour.
  func width(of width: Int) -> Int { acrossStep == 0 ? 0 : (width + acrossStep - 1) / acrossStep }

  /// Rows of a plane of colour.
  func height(of height: Int) -> Int { downStep == 0 ? 0 : (height + downStep - 1) / downStep }
}

/// Between which two colour samples each pixel of a line lies, and how near to the second.
///
/// Places are computed one by one: lists of them would grow with what a stream's first line claims.
struct ChromaPositions: Sendable {
  /// The place of a pixel between two samples.
  struct Place {
    let first: Int
    let second: Int
    /// The second's weight in quarters.
    let quarters: Int
  }

  /// The logarithm of the pixels a sample.
  private let shift: Int
  private let last: Int
  private let isCosited: Bool

  /// - Parameters:
  ///   - step: Pixels a sample, a power of two.
  ///   - samples: Samples of the line; pixels beyond the outer ones take theirs.
  ///   - isCosited: Whether samples lie on their first pixels.
  init(step: Int, samples: Int, isCosited: Bool) {
    shift = step.trailingZeroBitCount
    last = samples - 1
    self.isCosited = isCosited
  }

  /// Where a pixel lies.
  @inline(__always)
  func place(of x: Int) -> Place {
    // In quarters of a sample's distance: x / step, or (x + ½) / step − ½ for centres.
    let place = isCosited ? (4 * x) >> shift : ((4 * x + 2) >> shift) - 2
    let first = place >> 2
    return Place(
      first: min(max(first, 0), last), second: min(max(first + 1, 0), last), quarters: place & 3)
  }
}
