package import SwiftletImage

/// A picture that is drawn on.
///
/// What lies outside is left out.
package struct Canvas {
  /// A colour.
  package struct Color: Sendable, Hashable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    /// Makes a colour from 0xRRGGBB.
    package init(_ value: Int) {
      red = UInt8(truncatingIfNeeded: value >> 16)
      green = UInt8(truncatingIfNeeded: value >> 8)
      blue = UInt8(truncatingIfNeeded: value)
    }

    /// Black or white, whichever can be read on this colour.
    var contrast: Color {
      let brightness = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
      return Color(brightness > 140_000 ? 0x000000 : 0xFFFFFF)
    }
  }

  package let width: Int
  package let height: Int
  private var rgb: [UInt8]

  /// A canvas that shows an image.
  package init(_ image: Image) {
    width = image.width
    height = image.height
    rgb = image.rgb
  }

  /// What the canvas shows.
  package var image: Image { Image(width: width, height: height, rgb: rgb) }

  /// The colour of a pixel inside.
  package subscript(x: Int, y: Int) -> Color {
    let index = 3 * (y * width + x)
    return Color(Int(rgb[index]) << 16 | Int(rgb[index + 1]) << 8 | Int(rgb[index + 2]))
  }

  /// Covers a share of a pixel, 0…1.
  private mutating func cover(_ x: Int, _ y: Int, _ color: Color, _ share: Float = 1) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    let index = 3 * (y * width + x)
    for (offset, value) in [color.red, color.green, color.blue].enumerated() {
      let old = Float(rgb[index + offset])
      rgb[index + offset] = UInt8((old + (Float(value) - old) * share).rounded())
    }
  }

  /// Fills the pixels of both ranges.
  package mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ color: Color) {
    for y in rows.clamped(to: 0..<height) {
      for x in columns.clamped(to: 0..<width) { cover(x, y, color) }
    }
  }

  /// Draws a frame whose outer edges are the ranges', inwards.
  package mutating func frame(
    _ columns: Range<Int>, _ rows: Range<Int>, thickness: Int, _ color: Color
  ) {
    let across = min(thickness, columns.count)
    let down = min(thickness, rows.count)
    fill(columns, rows.lowerBound..<rows.lowerBound + down, color)
    fill(columns, rows.upperBound - down..<rows.upperBound, color)
    fill(columns.lowerBound..<columns.lowerBound + across, rows, color)
    fill(columns.upperBound - across..<columns.upperBound, rows, color)
  }

  /// Draws a line of text.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - x: The left edge.
  ///   - y: The top of capitals.
  ///   - unit: Pixels from one point of the font's grid to the next.
  ///   - color: The colour of the lines.
  package mutating func write(_ text: String, x: Int, y: Int, unit: Float, _ color: Color) {
    for (place, letter) in StrokeFont.letters(of: text).enumerated() {
      let left = Float(x) + Float(place * StrokeFont.advance) * unit
      guard left < Float(width) else { return }
      for line in StrokeFont.lines(of: letter) {
        let points = line.map { (left + Float($0.column) * unit, Float(y) + Float($0.row) * unit) }
        for index in points.indices.dropLast(points.count > 1 ? 1 : 0) {
          stroke(points[index], points[min(index + 1, points.count - 1)], unit, color)
        }
      }
    }
  }

  /// How many pixels wide a text is.
  package static func width(of text: String, unit: Float) -> Int {
    Int((Float(text.count * StrokeFont.advance - 1) * unit).rounded(.up))
  }

  /// Draws a line with round ends and smooth edges.
  private mutating func stroke(
    _ start: (x: Float, y: Float), _ end: (x: Float, y: Float), _ thickness: Float, _ color: Color
  ) {
    let radius = max(thickness, 1) / 2
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    let reach = radius + 1
    let rows =
      Int(
        (min(start.y, end.y) - reach).rounded(.down))...Int(
        (max(start.y, end.y) + reach).rounded(.up))
    let columns =
      Int(
        (min(start.x, end.x) - reach).rounded(.down))...Int(
        (max(start.x, end.x) + reach).rounded(.up))
    for y in rows {
      for x in columns {
        let (px, py) = (Float(x) + 0.5 - start.x, Float(y) + 0.5 - start.y)
        let along = square > 0 ? min(max((px * dx + py * dy) / square, 0), 1) : 0
        let (ax, ay) = (px - along * dx, py - along * dy)
        let distance = (ax * ax + ay * ay).squareRoot()
        let share = radius + 0.5 - distance
        if share > 0 { cover(x, y, color, min(share, 1)) }
      }
    }
  }
}
