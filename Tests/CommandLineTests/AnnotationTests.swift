import Foundation
import SwiftletCLI
import SwiftletImage
import Testing

/// What is drawn on annotated pictures.
@Suite struct AnnotationTests {
  private func blank(_ width: Int, _ height: Int) throws -> Canvas {
    Canvas(
      try Image(
        width: width, height: height, format: .rgb,
        bytes: [UInt8](repeating: 0, count: 3 * width * height)))
  }

  private let white = Canvas.Color(0xFFFFFF)

  @Test func lettersCanBeToldApart() throws {
    var seen: [[UInt8]: Character] = [:]
    for code in UInt8(ascii: "!")...UInt8(ascii: "~") {
      let letter = Character(UnicodeScalar(code))
      var canvas = try blank(14, 20)
      canvas.write(String(letter), x: 2, y: 2, unit: 1.5, white)
      let pixels = canvas.image.rgb
      #expect(pixels.contains { $0 > 128 }, "\(letter)")
      #expect(seen.updateValue(letter, forKey: pixels) == nil, "\(letter)")
    }
  }

  @Test func accentsAreDroppedAndUnknownLettersAreBoxes() throws {
    func written(_ text: String) throws -> [UInt8] {
      var canvas = try blank(40, 20)
      canvas.write(text, x: 2, y: 2, unit: 1.5, white)
      return canvas.image.rgb
    }
    #expect(try written("né") == written("ne"))
    #expect(try written("猫") == written("犬"))
    #expect(try written("猫") != written("O"))
    #expect(try !written("猫").allSatisfy { $0 == 0 })
  }

  @Test func framesLieInsideTheirBoxes() throws {
    var canvas = try blank(20, 16)
    canvas.frame(3..<12, 4..<10, thickness: 2, white)
    for y in 0..<16 {
      for x in 0..<20 {
        let isOnFrame =
          (3..<12).contains(x) && (4..<10).contains(y)
          && !((5..<10).contains(x) && (6..<8).contains(y))
        #expect(canvas[x, y] == (isOnFrame ? white : Canvas.Color(0)), "\(x) \(y)")
      }
    }
  }

  @Test func whatLiesOutsideIsLeftOut() throws {
    var canvas = try blank(10, 10)
    canvas.frame(-5..<30, -5..<40, thickness: 2, white)
    canvas.frame(50..<60, 50..<60, thickness: 9, white)
    canvas.fill(20..<30, 0..<5, white)
    canvas.write("outside", x: 500, y: -300, unit: 4, white)
    canvas.write("above", x: -40, y: -30, unit: 3, white)
    #expect(canvas.image.rgb.allSatisfy { $0 == 0 })
    canvas.frame(8..<9, 8..<9, thickness: 5, white)
    #expect(canvas[8, 8] == white && canvas[9, 9] == Canvas.Color(0))
  }
}
