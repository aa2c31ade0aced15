#if !canImport(CoreMedia)
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A numerator of time.
public typealias CMTimeValue = Int64
/// Parts of a second.
public typealias CMTimeScale = Int32
/// Tells timelines apart.
public typealias CMTimeEpoch = Int64

/// What kind of time a `CMTime` is.
public struct CMTimeFlags: OptionSet, Sendable {
  /// The flags as a number.
  public let rawValue: UInt32

  /// Flags from a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A time at all.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// The value was rounded.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// Later than every number.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// Earlier than every number.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// Not known.
  public static let indefinite = CMTimeFlags(rawValue: 16)
}

/// A time as a fraction: `value / timescale` seconds.
public struct CMTime: Sendable, Hashable {
  /// The numerator.
  public var value: CMTimeValue
  /// The denominator: parts of a second.
  public var timescale: CMTimeScale
  /// What kind of time it is.
  public var flags: CMTimeFlags
  /// Tells timelines apart.
  public var epoch: CMTimeEpoch

  /// An invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// A time from its parts.
  public init(
    value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch
  ) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// A valid time.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
  }

  /// The nearest time to a number of seconds; invalid when it cannot be expressed.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    let scaled = (seconds * Double(preferredTimescale)).rounded()
    guard preferredTimescale > 0, let value = CMTimeValue(exactly: scaled) else {
      self.init()
      return
    }
    self.init(value: value, timescale: preferredTimescale)
  }

  /// No time.
  public static let invalid = CMTime()
  /// The start.
  public static let zero = CMTime(value: 0, timescale: 1)

  /// Whether it is a time at all.
  public var isValid: Bool { flags.contains(.valid) }

  /// Whether it is a number of seconds.
  public var isNumeric: Bool {
    isValid && flags.isDisjoint(with: [.positiveInfinity, .negativeInfinity, .indefinite])
  }

  /// In seconds; not a number for times that are not numbers.
  public var seconds: Double {
    if !isValid || flags.contains(.indefinite) { return .nan }
    if flags.contains(.positiveInfinity) { return .infinity }
    if flags.contains(.negativeInfinity) { return -.infinity }
    return Double(value) / Double(timescale)
  }
}

extension CMTimeFlags: Hashable {}

/// A valid time.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// The nearest time to a number of seconds.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// A time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// When a sample is shown, decoded, and for how long.
public struct CMSampleTimingInfo: Sendable, Hashable {
  /// How long.
  public var duration: CMTime
  /// When it is shown.
  public var presentationTimeStamp: CMTime
  /// When it is decoded.
  public var decodeTimeStamp: CMTime

  /// Invalid times.
  public init() {
    self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
  }

  /// Three times.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }
}
#endif
