/// From brightness and colour differences to red, green and blue, by ITU-R BT.601.
///
/// With K_r = 0.299, K_b = 0.114 and K_g = 1 − K_r − K_b (BT.601-7, 2.5.1), brightness Y in 0…1 and
/// differences in ±0.5:
///
///     R = Y + 2·(1 − K_r)·Cr
///     G = Y − 2·(1 − K_b)·K_b/K_g·Cb − 2·(1 − K_r)·K_r/K_g·Cr
///     B = Y + 2·(1 − K_b)·Cb
///
/// Video range stores 16 + 219·Y and 128 + 224·C (2.5.3), full range 255·Y and 128 + 255·C (JFIF 1.02).
/// In fixed point of 16 bits, rounded, and cut to 0…255.
struct ChromaMatrix {
  private let luma: Int32
  private let black: Int32
  private let redFromRed: Int32
  private let greenFromBlue: Int32
  private let greenFromRed: Int32
  private let blueFromBlue: Int32

  /// Brightness 16…235, differences 16…240.
  static let video = ChromaMatrix(black: 16, lumaSteps: 219, chromaSteps: 224)
  /// Brightness and differences 0…255.
  static let full = ChromaMatrix(black: 0, lumaSteps: 255, chromaSteps: 255)

  private init(black: Int32, lumaSteps: Double, chromaSteps: Double) {
    let (red, blue) = (0.299, 0.114)
    let green = 1 - red - blue
    func fixed(_ factor: Double, _ steps: Double) -> Int32 {
      Int32((factor * 255 / steps * 65536).rounded())
    }
    self.black = black
    luma = fixed(1, lumaSteps)
    redFromRed = fixed(2 * (1 - red), chromaSteps)
    greenFromBlue = fixed(2 * (1 - blue) * blue / green, chromaSteps)
    greenFromRed = fixed(2 * (1 - red) * red / green, chromaSteps)
    blueFromBlue = fixed(2 * (1 - blue), chromaSteps)
  }

  /// One pixel, red in the lowest byte.
  @inline(__always)
  func rgb(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> UInt32 {
    let light = (Int32(y) &- black) &* luma &+ 32768
    let (blue, red) = (Int32(cb) &- 128, Int32(cr) &- 128)
    return Self.byte(light &+ redFromRed &* red)
      | Self.byte(light &- greenFromBlue &* blue &- greenFromRed &* red) << 8
      | Self.byte(light &+ blueFromBlue &* blue) << 16
  }

  @inline(__always)
  private static func byte(_ fixed: Int32) -> UInt32 {
    UInt32(truncatingIfNeeded: max(0, min(255, fixed >> 16)))
  }
}
