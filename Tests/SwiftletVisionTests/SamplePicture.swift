import Foundation
import SwiftletAppleStandIns
import SwiftletImage
import SwiftletTestSupport
import SwiftletVision

/// One picture in all formats that the tasks read.
struct SamplePicture {
  /// A pixel buffer's format, or the components of a `CGImage`.
  enum Kind: String, CaseIterable, Sendable {
    case bgra, rgba, argb, rgb, gray, videoBiplanar, fullBiplanar, fullPlanar
    case imageRGB, imageStraight, imagePremultiplied, imageWide

    /// Whether four pixels share a colour.
    var isSubsampled: Bool {
      switch self {
      case .videoBiplanar, .fullBiplanar, .fullPlanar: true
      default: false
      }
    }
  }

  let width: Int
  let height: Int
  /// Red, green, blue.
  private let colors: [[Int]]
  /// Whether alpha is the same everywhere.
  private var isEven = false

  private init(width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> [Int]) {
    self.width = width
    self.height = height
    colors = (0..<width * height).map { color($0 % width, $0 / width) }
  }

  /// Every pixel of its own; where `softened`, squares of 2 × 2 pixels of one colour.
  static func noisy(width: Int, height: Int, softened: Bool) -> SamplePicture {
    var random = SplitMix64(seed: UInt64(1000 * width + height))
    let noise = random.bytes(3 * width * height).map { Int($0) }
    return SamplePicture(width: width, height: height) { x, y in
      let pixel = softened ? y / 2 * 2 * width + x / 2 * 2 : y * width + x
      return Array(noise[3 * pixel..<3 * pixel + 3])
    }
  }

  /// Four quarters in four colours, so that no two ways up are alike.
  static func quadrants(width: Int, height: Int) -> SamplePicture {
    var picture = SamplePicture(width: width, height: height) { x, y in
      let colors = [[200, 40, 90], [30, 180, 60], [70, 110, 220], [240, 230, 20]]
      return colors[(2 * y < height ? 0 : 2) + (2 * x < width ? 0 : 1)]
    }
    picture.isEven = true
    return picture
  }

  /// What a kind holds of the picture, in plain red, green and blue, straight from the definitions.
  func plain(_ kind: Kind) -> Image {
    let pixels = (0..<width * height).map { index -> [Int] in
      let color = colors[index]
      switch kind {
      case .gray: return [color[1], color[1], color[1]]
      case .bgra, .rgba, .argb, .imageStraight, .imagePremultiplied:
        let alpha = Double(alpha(index))
        return color.map {
          let multiplied = (Double($0) * alpha / 255).rounded()
          return Int((multiplied * 255 / alpha).rounded())
        }
      case .videoBiplanar, .fullBiplanar, .fullPlanar:
        return decoded(kind, x: index % width, y: index / width)
      case .rgb, .imageRGB, .imageWide: return color
      }
    }
    return Image(width: width, height: height, rgb: pixels.joined().map { UInt8($0) })
  }

  /// The picture in a format, with rows that are `padding` bytes longer than they need be.
  func image(
    _ kind: Kind, padding: Int, _ orientation: ImageOrientation
  ) throws -> MPImage {
    switch kind {
    case .imageRGB, .imageStraight, .imagePremultiplied, .imageWide:
      guard let image = cgImage(kind, padding: padding) else { throw Failure() }
      return try MPImage(
        uiImage: UIImage(cgImage: image, scale: 1, orientation: .right), orientation: orientation)
    default:
      return try MPImage(pixelBuffer: buffer(kind, padding: padding), orientation: orientation)
    }
  }

  struct Failure: Error {}
}

// MARK: Packed

extension SamplePicture {
  /// An opacity for each pixel that leaves colours exact to within a level.
  private func alpha(_ index: Int) -> Int {
    isEven ? 200 : index % 3 == 0 ? 255 : 140 + index % 100
  }

  private func multiplied(_ value: Int, _ alpha: Int) -> UInt8 {
    UInt8((value * alpha + 127) / 255)
  }

  /// The components of a pixel in the order of a kind.
  private func components(_ kind: Kind, _ index: Int) -> [UInt8] {
    let color = colors[index]
    let alpha = alpha(index)
    let premultiplied = color.map { multiplied($0, alpha) }
    return switch kind {
    case .bgra: [premultiplied[2], premultiplied[1], premultiplied[0], UInt8(alpha)]
    case .rgba, .imagePremultiplied: premultiplied + [UInt8(alpha)]
    case .argb: [UInt8(alpha)] + premultiplied
    case .imageStraight: color.map { UInt8($0) } + [UInt8(alpha)]
    case .gray: [UInt8(color[1])]
    // The high byte alone would be as good; the low one shows that the order is right.
    case .imageWide: color.flatMap { [UInt8($0), UInt8($0)] }
    default: color.map { UInt8($0) }
    }
  }

  /// All rows, each followed by padding of another value.
  private func rows(_ kind: Kind, padding: Int) -> [UInt8] {
    (0..<height).flatMap { y in
      (0..<width).flatMap { components(kind, y * width + $0) }
        + [UInt8](repeating: 0xA5, count: padding)
    }
  }

  private func cgImage(_ kind: Kind, padding: Int) -> CGImage? {
    let bytes = rows(kind, padding: padding)
    let (bits, count, alpha): (Int, Int, CGImageAlphaInfo) =
      switch kind {
      case .imageStraight: (8, 4, .last)
      case .imagePremultiplied: (8, 4, .premultipliedLast)
      case .imageWide: (16, 3, .none)
      default: (8, 3, .none)
      }
    return CGDataProvider(data: Data(bytes)).flatMap {
      CGImage(
        width: width, height: height, bitsPerComponent: bits, bitsPerPixel: bits * count,
        bytesPerRow: bytes.count / height, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue), provider: $0, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent)
    }
  }
}

// MARK: Pixel buffers

extension SamplePicture {
  private func buffer(_ kind: Kind, padding: Int) throws -> CVPixelBuffer {
    let format: OSType
    switch kind {
    case .bgra: format = kCVPixelFormatType_32BGRA
    case .rgba: format = kCVPixelFormatType_32RGBA
    case .argb: format = kCVPixelFormatType_32ARGB
    case .rgb: format = kCVPixelFormatType_24RGB
    case .gray: format = kCVPixelFormatType_OneComponent8
    default: return try planar(kind, padding: padding)
    }
    let bytes = rows(kind, padding: padding)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 1)
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    var buffer: CVPixelBuffer?
    CVPixelBufferCreateWithBytes(
      kCFAllocatorDefault, width, height, format, memory, bytes.count / height,
      { _, address in UnsafeMutableRawPointer(mutating: address)?.deallocate() }, nil, nil,
      &buffer)
    guard let buffer else { throw Failure() }
    return buffer
  }

  /// Zero, and the levels for whole brightness and whole colour differences.
  private func levels(_ kind: Kind) -> (black: Double, light: Double, chroma: Double) {
    kind == .videoBiplanar ? (16, 219, 224) : (0, 255, 255)
  }

  private func level(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }

  private func brightness(_ color: [Int]) -> Double {
    (0.299 * Double(color[0]) + 0.587 * Double(color[1]) + 0.114 * Double(color[2])) / 255
  }

  /// Y of BT.601, straight from its definition.
  private func luma(_ kind: Kind, x: Int, y: Int) -> UInt8 {
    let levels = levels(kind)
    return level(levels.black + levels.light * brightness(colors[y * width + x]))
  }

  /// Cr for channel 0, Cb for channel 2, of a square of 2 × 2 pixels.
  private func difference(_ kind: Kind, x: Int, y: Int, channel: Int) -> UInt8 {
    let color = colors[2 * y * width + 2 * x]
    let range = 2 * (1 - (channel == 0 ? 0.299 : 0.114))
    let share = (Double(color[channel]) / 255 - brightness(color)) / range
    return level(128 + levels(kind).chroma * share)
  }

  /// Back from the levels to a colour: the definition solved for red, blue and green.
  private func decoded(_ kind: Kind, x: Int, y: Int) -> [Int] {
    let levels = levels(kind)
    let light = (Double(luma(kind, x: x, y: y)) - levels.black) / levels.light
    func color(_ channel: Int, _ weight: Double) -> Double {
      let stored = Double(difference(kind, x: x / 2, y: y / 2, channel: channel))
      return light + (stored - 128) / levels.chroma * 2 * (1 - weight)
    }
    let (red, blue) = (color(0, 0.299), color(2, 0.114))
    let green = (light - 0.299 * red - 0.114 * blue) / 0.587
    return [red, green, blue].map { Int(level($0 * 255)) }
  }

  private func planar(_ kind: Kind, padding: Int) throws -> CVPixelBuffer {
    let (columns, halfRows) = ((width + 1) / 2, (height + 1) / 2)
    let gap = [UInt8](repeating: 0x5A, count: padding)
    let first = (0..<height).flatMap { y in
      (0..<width).map { luma(kind, x: $0, y: y) } + gap
    }
    func plane(_ channels: [Int]) -> [UInt8] {
      (0..<halfRows).flatMap { y in
        (0..<columns).flatMap { x in
          channels.map { difference(kind, x: x, y: y, channel: $0) }
        } + gap
      }
    }
    let planes = kind == .fullPlanar ? [first, plane([2]), plane([0])] : [first, plane([2, 0])]
    let addresses = planes.map { plane in
      let memory = UnsafeMutableRawPointer.allocate(byteCount: plane.count, alignment: 1)
      memory.copyMemory(from: plane, byteCount: plane.count)
      return memory
    }
    var bases: [UnsafeMutableRawPointer?] = addresses
    var widths = [width, columns, columns]
    var heights = [height, halfRows, halfRows]
    var strides = zip(planes, heights).map { $0.count / $1 }
    let format =
      switch kind {
      case .fullPlanar: kCVPixelFormatType_420YpCbCr8PlanarFullRange
      case .fullBiplanar: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
      default: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
      }
    var buffer: CVPixelBuffer?
    CVPixelBufferCreateWithPlanarBytes(
      kCFAllocatorDefault, width, height, format, nil, 0, planes.count, &bases, &widths, &heights,
      &strides,
      { _, _, _, count, addresses in
        for index in 0..<count {
          UnsafeMutableRawPointer(mutating: addresses?[index])?.deallocate()
        }
      }, nil, nil, &buffer)
    guard let buffer else { throw Failure() }
    return buffer
  }
}
