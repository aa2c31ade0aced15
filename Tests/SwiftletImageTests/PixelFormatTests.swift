import SwiftletImage
import Testing

@Suite("Callers' buffers")
struct PixelFormatTests {
  /// Two rows of two pixels with three bytes of padding after each row.
  static func buffer(_ format: PixelFormat, alpha: UInt8) -> [UInt8] {
    let pixels: [[UInt8]] = [[10, 20, 30], [40, 50, 60], [70, 80, 90], [100, 110, 120]]
    let coded = pixels.map { pixel -> [UInt8] in
      switch format {
      case .rgb: pixel
      case .rgba: pixel + [alpha]
      case .bgra: pixel.reversed() + [alpha]
      case .argb: [alpha] + pixel
      case .gray: [pixel[0]]
      }
    }
    let gap: [UInt8] = [1, 2, 3]
    return coded[0] + coded[1] + gap + coded[2] + coded[3]
  }

  @Test("Every format and a row stride", arguments: PixelFormat.allCases)
  func formats(_ format: PixelFormat) throws {
    let stride = 2 * format.bytesPerPixel + 3
    let image = try Image(
      width: 2, height: 2, format: format, rowBytes: stride,
      bytes: Self.buffer(format, alpha: 200))
    let gray: [UInt8] = [10, 10, 10, 40, 40, 40, 70, 70, 70, 100, 100, 100]
    let color: [UInt8] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]
    #expect(image.rgb == (format == .gray ? gray : color))
  }

  @Test("Premultiplied colours are divided by alpha", arguments: [PixelFormat.rgba, .bgra, .argb])
  func premultiplied(_ format: PixelFormat) throws {
    for alpha in UInt8.min...UInt8.max {
      let image = try Image(
        width: 2, height: 2, format: format, rowBytes: 11, alpha: .premultiplied,
        bytes: Self.buffer(format, alpha: alpha))
      let expected = stride(from: 10, through: 120, by: 10).map { color in
        alpha == 0 ? 0 : min(255, (Double(min(color, Int(alpha))) * 255 / Double(alpha)).rounded())
      }
      #expect(image.rgb.map(Double.init) == expected)
    }
  }

  @Test("Sizes and strides that do not fit are refused")
  func refused() {
    func make(_ width: Int, _ height: Int, _ stride: Int?, count: Int) throws(ImageError) {
      _ = try Image(
        width: width, height: height, format: .rgba, rowBytes: stride,
        bytes: [UInt8](repeating: 0, count: count))
    }
    #expect(throws: ImageError.emptySize(width: 0, height: 3)) { try make(0, 3, nil, count: 9) }
    #expect(throws: ImageError.emptySize(width: 2, height: -3)) { try make(2, -3, nil, count: 9) }
    #expect(throws: ImageError.self) { try make(.max, .max, nil, count: 9) }
    #expect(throws: ImageError.self) { try make(2, 2, .max, count: 64) }
    #expect(
      throws: ImageError.badBuffer(
        reason: "a row of 2 pixels takes 8 bytes, the row stride is 7")
    ) { try make(2, 2, 7, count: 64) }
    #expect(
      throws: ImageError.badBuffer(reason: "2 rows of 8 bytes are needed, 15 bytes were given")
    ) { try make(2, 2, nil, count: 15) }
    #expect(throws: Never.self) { try make(2, 2, 100, count: 108) }
  }

  @Test("Raw values are UIKit's, numbers are EXIF's")
  func orientations() {
    #expect(ImageOrientation.allCases.map(\.rawValue) == Array(0...7))
    #expect(ImageOrientation.allCases.map(\.exif) == [1, 3, 8, 6, 2, 4, 5, 7])
    for exif in 1...8 { #expect(ImageOrientation(exif: exif)?.exif == exif) }
    #expect(ImageOrientation(exif: 0) == nil && ImageOrientation(exif: 9) == nil)
    #expect(ImageOrientation.allCases.filter(\.isMirrored).map(\.rawValue) == [4, 5, 6, 7])
    #expect(ImageOrientation.allCases.filter(\.swapsAxes).map(\.rawValue) == [2, 3, 6, 7])
  }
}
