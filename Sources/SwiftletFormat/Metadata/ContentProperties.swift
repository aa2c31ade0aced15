/// What kind of content a tensor holds.
public enum ContentProperties: Sendable, Hashable {
  /// Nothing is said.
  case none
  /// Values without a further meaning.
  case feature
  /// Pixels.
  case image(ImageProperties)
  /// Boxes.
  case boundingBox(BoundingBoxProperties)
  /// Samples.
  case audio(AudioProperties)
  /// A kind that came after this schema, by its number.
  case unknown(Int)

  /// The name of the kind in the metadata schema.
  public var schemaName: String {
    switch self {
    case .none: "NONE"
    case .feature: "FeatureProperties"
    case .image: "ImageProperties"
    case .boundingBox: "BoundingBoxProperties"
    case .audio: "AudioProperties"
    case .unknown(let number): "\(number)"
    }
  }
}

/// How an image is stored.
public struct ImageProperties: Sendable, Hashable {
  /// The meaning of the channels.
  public let colorSpace: ColorSpace
  /// The size that suits the model, or nil where nothing says so.
  public let defaultSize: Size?

  /// The meaning of the channels, numbered as in the metadata schema.
  public enum ColorSpace: Int, Sendable, Hashable {
    /// Unknown.
    case unknown
    /// Red, green, blue.
    case rgb
    /// Brightness.
    case grayscale
  }

  /// A size in pixels.
  public struct Size: Sendable, Hashable {
    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int
  }
}

/// How a box is stored.
public struct BoundingBoxProperties: Sendable, Hashable {
  /// For each coordinate of a box, where it stands among the four values.
  public let index: [Int]
  /// Which coordinates are stored.
  public let type: BoxType
  /// In which unit.
  public let coordinateType: CoordinateType

  /// Which coordinates describe a box, numbered as in the metadata schema.
  public enum BoxType: Int, Sendable, Hashable {
    /// Unknown.
    case unknown
    /// Left, top, right, bottom.
    case boundaries
    /// Left, top, width, height.
    case upperLeft
    /// Centre, width, height.
    case center

    /// The name in the metadata schema.
    public var schemaName: String {
      switch self {
      case .unknown: "UNKNOWN"
      case .boundaries: "BOUNDARIES"
      case .upperLeft: "UPPER_LEFT"
      case .center: "CENTER"
      }
    }
  }

  /// In which unit coordinates are, numbered as in the metadata schema.
  public enum CoordinateType: Int, Sendable, Hashable {
    /// Parts of the image's width and height.
    case ratio
    /// Pixels.
    case pixel

    /// The name in the metadata schema.
    public var schemaName: String { self == .ratio ? "RATIO" : "PIXEL" }
  }
}

/// How sound is stored.
public struct AudioProperties: Sendable, Hashable {
  /// Samples per second.
  public let sampleRate: Int
  /// The number of channels.
  public let channels: Int
}
