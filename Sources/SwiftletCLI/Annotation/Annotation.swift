internal import Foundation
internal import SwiftletImage
internal import SwiftletVision

/// Draws what a detector found on the picture that it looked at.
enum Annotation {
  /// Colours that differ for most eyes; classes beyond the eighth share them.
  private static let palette = [
    0xE6_9F_00, 0x56_B4_E9, 0x00_9E_73, 0xF0_E4_42, 0x00_72_B2, 0xD5_5E_00, 0xCC_79_A7, 0xFF_FF_FF,
  ].map(Canvas.Color.init)

  /// The picture with a frame around each object, its names and its scores, and its keypoints.
  ///
  /// The best object is drawn last, on top of the others.
  static func drawn(_ detections: [Detection], on image: Image) -> Image {
    var canvas = Canvas(image)
    let size = Float(min(image.width, image.height))
    let unit = max(size / 270, 1.25)
    for detection in detections.reversed() {
      draw(detection, on: &canvas, unit: unit)
    }
    return canvas.image
  }

  private static func draw(_ detection: Detection, on canvas: inout Canvas, unit: Float) {
    let index = detection.categories.first?.index ?? 0
    let color = palette[((index % palette.count) + palette.count) % palette.count]
    let box = detection.boundingBox
    let (left, top) = (Int(box.origin.x), Int(box.origin.y))
    let columns = left..<left + max(Int(box.size.width), 1)
    let rows = top..<top + max(Int(box.size.height), 1)
    let thickness = max(Int(unit.rounded()), 2)
    canvas.frame(columns, rows, thickness: thickness, color)
    for point in detection.keypoints ?? [] {
      // Models may say anything; what lies outside is not drawn, and not a number of pixels either.
      let (across, down) = (Double(point.location.x), Double(point.location.y))
      guard (0...1).contains(across), (0...1).contains(down) else { continue }
      let x = Int(across * Double(canvas.width))
      let y = Int(down * Double(canvas.height))
      canvas.fill(x - thickness..<x + thickness, y - thickness..<y + thickness, color)
    }
    for (line, category) in detection.categories.enumerated() {
      let name = category.displayName ?? category.categoryName ?? "class \(category.index)"
      let text = "\(name) \(String(format: "%.2f", category.score))"
      tag(text, line, columns.lowerBound, rows.lowerBound, color, unit, &canvas)
    }
  }

  /// Writes on a plate above a box, or inside it where there is no room above.
  private static func tag(
    _ text: String, _ line: Int, _ left: Int, _ top: Int, _ color: Canvas.Color, _ unit: Float,
    _ canvas: inout Canvas
  ) {
    let margin = Int((1.5 * unit).rounded(.up))
    let height = Int((Float(StrokeFont.rows) * unit).rounded(.up)) + 2 * margin
    let width = Canvas.width(of: text, unit: unit) + 2 * margin
    // The first name stands next to the frame.
    let y = top >= height * (line + 1) ? top - height * (line + 1) : top + height * line
    let x = max(0, min(left, canvas.width - width))
    canvas.fill(x..<x + width, y..<y + height, color)
    canvas.write(text, x: x + margin, y: y + margin, unit: unit, color.contrast)
  }
}
