/// The one fact that is wanted from EXIF data: which way up the picture is.
enum EXIF {
  /// Tag 0x0112 of the first directory of a TIFF block, `up` where it is absent or nonsense.
  ///
  /// Cameras write the tag as a SHORT; LONG and BYTE occur and are understood. Whatever else is
  /// wrong with the block concerns nobody here, so nothing throws.
  static func orientation(tiff: ArraySlice<UInt8>) -> ImageOrientation {
    value(tiff).flatMap(ImageOrientation.init(exif:)) ?? .up
  }

  private static func value(_ tiff: ArraySlice<UInt8>) -> Int? {
    var cursor = ByteCursor(tiff)
    guard let order = cursor.bigEndian(2), order == 0x4949 || order == 0x4D4D else { return nil }
    let little = order == 0x4949
    func number(_ size: Int) -> Int? {
      little ? cursor.littleEndian(size) : cursor.bigEndian(size)
    }
    guard number(2) == 42, let directory = number(4), cursor.seek(directory) != nil,
      let entries = number(2)
    else { return nil }
    for _ in 0..<entries {
      guard let tag = number(2), let type = number(2), let count = number(4) else { return nil }
      let next = cursor.position + 4
      if tag == 0x0112 {
        guard count == 1 else { return nil }
        switch type {
        case 1: return number(1)
        case 3: return number(2)
        case 4: return number(4)
        default: return nil
        }
      }
      guard cursor.seek(next) != nil else { return nil }
    }
    return nil
  }
}
