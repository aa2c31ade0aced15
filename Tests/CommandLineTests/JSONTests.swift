import Foundation
import SwiftletCLI
import SwiftletTestSupport
import Testing

@Suite struct JSONTests {
  @Test func keepsTheOrderOfMembers() {
    let value: JSON = ["b": .integer(1), "a": .null, "c": [:], "d": .array([.bool(true)])]
    #expect(value.description == #"{"b":1,"a":null,"c":{},"d":[true]}"#)
  }

  @Test func printsTheShortestDigitsThatRoundTrip() throws {
    for (number, text) in [
      (0.1, "0.1"), (1, "1.0"), (0.77343750, "0.7734375"), (1e-7, "1e-07"),
      (16_777_216, "16777216.0"), (-0.0, "-0.0"), (3.4028235e38, "3.4028235e+38"),
    ] as [(Float, String)] {
      #expect(JSON.float(number).description == text)
    }
    var generator = SplitMix64(seed: 4)
    for _ in 0..<1000 {
      let bits = UInt32.random(in: .min ... .max, using: &generator)
      let number = Float(bitPattern: bits)
      guard number.isFinite else { continue }
      let parsed = try JSONDecoder().decode(
        [Float].self, from: Data("[\(JSON.float(number))]".utf8))
      #expect(parsed == [number], "bit pattern \(bits)")
    }
  }

  @Test func hasNoWordForWhatIsNoNumber() {
    #expect(JSON.float(.nan).description == "null")
    #expect(JSON.double(-.infinity).description == "null")
  }

  @Test func escapesEveryCharacterThatJSONForbids() throws {
    let scalars = (0...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{2029}", "🐦"]
    let text = String(String.UnicodeScalarView(scalars))
    let line = JSON.array([.string(text)]).description
    #expect(!line.contains { $0.isNewline })
    #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    #expect(try JSONDecoder().decode([String].self, from: Data(line.utf8)) == [text])
  }
}
