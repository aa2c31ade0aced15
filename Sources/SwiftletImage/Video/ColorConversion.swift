/// Brightness and two colour differences to red, green and blue, after ITU-R BT.601.
///
/// With R, G, B and Y in 0…1 and the colour differences in −½…½:
/// R = Y + 1.402 Cr, G = Y − 0.344136 Cb − 0.714136 Cr, B = Y + 1.772 Cb. Television's range keeps Y in
/// 16…235 and the differences in 16…240. Products are tabulated with 16 fractional bits.
struct ColorConversion: Sendable {
  private let brightness: [Int32]
  private let redFromCr: [Int32]
  private let greenFromCr: [Int32]
  private let greenFromCb: [Int32]
  private let blueFromCb: [Int32]

  /// Television's range.
  static let video = ColorConversion(isFullRange: false)
  /// All levels, as in JPEG.
  static let full = ColorConversion(isFullRange: true)

  init(isFullRange: Bool) {
    let one = 65536.0
    let (black, scaleY, scaleC) =
      isFullRange ? (0.0, 1.0, 1.0) : (16.0, 255.0 / 219, 255.0 / 224)
    func table(_ factor: Double, from zero: Double) -> [Int32] {
      (0..<256).map { Int32((factor * (Double($0) - zero) * one).rounded()) }
    }
    // Half a unit, so that the shift rounds.
    brightness = table(scaleY, from: black).map { $0 + 32768 }
    redFromCr = table(1.402 * scaleC, from: 128)
    greenFromCr = table(-0.714136 * scaleC, from: 128)
    greenFromCb = table(-0.344136 * scaleC, from: 128)
    blueFromCb = table(1.772 * scaleC, from: 128)
  }

  /// A pixel of a picture with colour.
  @inline(__always)
  func rgb(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> (UInt8, UInt8, UInt8) {
    let (y, cb, cr) = (brightness[Int(y)], Int(cb), Int(cr))
    return (
      Self.byte(y + redFromCr[cr]), Self.byte(y + greenFromCb[cb] + greenFromCr[cr]),
      Self.byte(y + blueFromCb[cb])
    )
  }

  /// A pixel of a picture without colour.
  @inline(__always)
  func gray(_ y: UInt8) -> UInt8 { Self.byte(brightness[Int(y)]) }

  @inline(__always)
  private static func byte(_ value: Int32) -> UInt8 { UInt8(clamping: value >> 16) }
}
