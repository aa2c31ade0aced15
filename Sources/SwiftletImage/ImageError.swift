/// Why an image could not be read or resampled; its description is one sentence.
public enum ImageError: Error, Equatable, CustomStringConvertible {
  /// The file could not be read; `errno` is the system's error number, 0 where it reports none.
  case unreadable(errno: Int32, reason: String)
  /// The bytes are in no format that is read here; `found` names it where it is known.
  case unknownFormat(found: String?)
  /// The bytes break the rules of their format.
  case damaged(ImageFormat, reason: String)
  /// The format allows it, this decoder does not.
  case unsupported(ImageFormat, reason: String)
  /// The package was built without the library that reads this format.
  case codecMissing(ImageFormat)
  /// An image without pixels.
  case emptySize(width: Int, height: Int)
  /// More pixels than the caller allows.
  case tooLarge(width: Int, height: Int, limit: Int)
  /// The system has no memory for the pixels.
  case noMemory(width: Int, height: Int)
  /// The caller's buffer does not hold what its description says.
  case badBuffer(reason: String)
  /// The region to sample has no area, or is not a number.
  case badRegion(reason: String)
  /// Any of the above, in the file at `path`.
  indirect case file(path: String, ImageError)

  /// One sentence: what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .unreadable(_, let reason):
      "The image cannot be read: \(reason)."
    case .unknownFormat(let found?):
      "This is \(found), which is not read; give a JPEG, PNG, BMP, PPM, PGM or PBM image."
    case .unknownFormat(nil):
      "This is not an image in a known format; give a JPEG, PNG, BMP, PPM, PGM or PBM image."
    case .damaged(let format, let reason):
      "The \(format.rawValue) image is damaged: \(reason)."
    case .unsupported(let format, let reason):
      "This kind of \(format.rawValue) image is not supported: \(reason)."
    case .codecMissing(let format):
      "\(format.rawValue) images need the package trait ImageCodecs, which this build leaves out; "
        + "enable it, or give a BMP, PPM, PGM or PBM image."
    case .emptySize(let width, let height):
      "The image has no pixels: its size is \(width) x \(height)."
    case .tooLarge(let width, let height, let limit):
      "The image is too large: \(width) x \(height) is more than the limit of \(limit) pixels."
    case .noMemory(let width, let height):
      "The image of \(width) x \(height) pixels does not fit the memory that is left; give the "
        + "process more, or a smaller image."
    case .badBuffer(let reason):
      "The pixel buffer does not fit its description: \(reason)."
    case .badRegion(let reason):
      reason
    case .file(let path, let error):
      "\(path): \(error.description)"
    }
  }
}
