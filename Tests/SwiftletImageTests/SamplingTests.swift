import Foundation
import SwiftletImage
import SwiftletTestSupport
import Testing

extension SplitMix64 {
  /// Noise.
  mutating func image(width: Int, height: Int) -> Image {
    Image(
      width: width, height: height,
      rgb: bytes(3 * width * height))
  }
}

@Suite("Region, rotation and resize")
struct SamplingTests {
  /// The sampling rule in real numbers: no half-pixel shift, bilinear, edges replicated.
  static func ideal(
    _ image: Image, width: Int, height: Int, region: Region, degrees: Int
  ) -> [Double] {
    let angle = -Double(degrees) * Double.pi / 180
    let (w, h) = (Double(image.width), Double(image.height))
    let cx = Double(region.left + region.right) / 2 * w
    let cy = Double(region.top + region.bottom) / 2 * h
    var (rw, rh) = (Double(region.right - region.left) * w, Double(region.bottom - region.top) * h)
    if degrees % 180 != 0 { swap(&rw, &rh) }
    var values: [Double] = []
    for j in 0..<height {
      for i in 0..<width {
        let u = (Double(i) / Double(width) - 0.5) * rw
        let v = (Double(j) / Double(height) - 0.5) * rh
        let x = cx + cos(angle) * u - sin(angle) * v
        let y = cy + sin(angle) * u + cos(angle) * v
        func pixel(_ x: Double, _ y: Double, _ channel: Int) -> Double {
          let column = Int(min(max(x, 0), w - 1))
          let row = Int(min(max(y, 0), h - 1))
          return Double(image.rgb[3 * (row * image.width + column) + channel])
        }
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        for channel in 0..<3 {
          let above =
            pixel(left, top, channel) * (1 - x + left) + pixel(left + 1, top, channel) * (x - left)
          let below =
            pixel(left, top + 1, channel) * (1 - x + left)
            + pixel(left + 1, top + 1, channel) * (x - left)
          values.append(above * (1 - y + top) + below * (y - top))
        }
      }
    }
    return values
  }

  @Test("Near the rule in real numbers", arguments: 0..<40)
  func nearIdeal(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let image = random.image(
      width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...40, using: &random))
    let (width, height) = (
      Int.random(in: 1...90, using: &random), Int.random(in: 1...50, using: &random)
    )
    let left = Float.random(in: 0..<0.6, using: &random)
    let top = Float.random(in: 0..<0.6, using: &random)
    let region = Region(
      left: left, top: top, right: Float.random(in: left + 0.2...1, using: &random),
      bottom: Float.random(in: top + 0.2...1, using: &random))
    let degrees = 90 * Int.random(in: -8...8, using: &random)
    var tensor = [UInt8](repeating: 0, count: 3 * width * height)
    try image.sample(
      into: &tensor, width: width, height: height, region: region, rotationDegrees: degrees)
    let ideal = Self.ideal(image, width: width, height: height, region: region, degrees: degrees)
    // A position is off by at most 1/64 pixel each way, a pixel differs by at most 255.
    for (value, exact) in zip(tensor, ideal) { #expect(abs(Double(value) - exact) <= 8.5) }
  }

  @Test("The same size is the same image")
  func identity() throws {
    var random = SplitMix64(seed: 1)
    for (width, height) in [(1, 1), (7, 5), (64, 48), (300, 2)] {
      let image = random.image(width: width, height: height)
      var tensor = [UInt8](repeating: 0, count: image.rgb.count)
      try image.sample(into: &tensor, width: width, height: height)
      #expect(tensor == image.rgb)
    }
  }

  @Test("A half turn starts one pixel beyond the far corner, which the edge fills")
  func halfTurn() throws {
    let image = Image(width: 3, height: 1, rgb: [1, 1, 1, 2, 2, 2, 3, 3, 3])
    var tensor = [UInt8](repeating: 0, count: 9)
    try image.sample(into: &tensor, width: 3, height: 1, rotationDegrees: 180)
    #expect(tensor == [3, 3, 3, 3, 3, 3, 2, 2, 2])
  }

  @Test(
    "Any number of full turns changes nothing visible", arguments: [360, -720, 36_000, 1 << 40])
  func fullTurns(_ degrees: Int) throws {
    var random = SplitMix64(seed: 3)
    let image = random.image(width: 20, height: 10)
    let turns = degrees.isMultiple(of: 90) ? degrees : degrees - degrees % 90
    var (turned, straight) = ([UInt8](repeating: 0, count: 600), [UInt8](repeating: 0, count: 600))
    try image.sample(into: &turned, width: 20, height: 10, rotationDegrees: turns)
    try image.sample(into: &straight, width: 20, height: 10, rotationDegrees: turns % 360)
    for (a, b) in zip(turned, straight) { #expect(abs(Int(a) - Int(b)) <= 8) }
  }

  @Test(
    "Regions without area are refused",
    arguments: [
      (Region(left: .nan, top: 0, right: 1, bottom: 1), "ROI contains NaN values."),
      (Region(left: 0.5, top: 0, right: 0.5, bottom: 1), "ROI width and height must be > 0."),
      (Region(left: 0, top: 0.6, right: 1, bottom: 0.4), "ROI width and height must be > 0."),
    ])
  func refused(_ region: Region, _ text: String) {
    let image = Image(width: 2, height: 2, rgb: [UInt8](repeating: 0, count: 12))
    var tensor = [UInt8](repeating: 0, count: 12)
    #expect(throws: ImageError.badRegion(reason: text)) {
      try image.sample(into: &tensor, width: 2, height: 2, region: region)
    }
  }

  @Test("Odd regions are sampled or refused, whatever their numbers", arguments: 0..<200)
  func hostileRegions(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) + 99)
    let image = random.image(width: 5, height: 4)
    let special: [Float] = [
      0, 1, -1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-20, 1e9,
    ]
    func pick(_ random: inout SplitMix64) -> Float {
      special.randomElement(using: &random) ?? 0
    }
    let region = Region(
      left: pick(&random), top: pick(&random), right: pick(&random), bottom: pick(&random))
    var tensor = [UInt8](repeating: 0, count: 3 * 6 * 7)
    do throws(ImageError) {
      try image.sample(
        into: &tensor, width: 6, height: 7, region: region, rotationDegrees: 90 * (seed % 4))
    } catch {
      #expect(!error.description.isEmpty)
    }
  }
}
