import Foundation
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite("Score calibration and label files")
struct CalibrationTests {
  static func scores(_ transformation: Int8, _ text: String) throws -> [Float] {
    let model = ErrorCatalogueTests.calibration(text).with {
      $0.outputs = [
        .tensor(
          "p", units: [.calibration(transformation, defaultScore: 0.125)],
          files: [.file("calibration.txt", type: 4)])
      ]
    }
    let categories = try ImageClassifier(model).classify(
      image: sampleImage([0, 25, 51, 76, 102, 127, 153, 178, 204, 229, 255, 1])
    ).classificationResult.classifications[0].categories
    return categories.sorted { $0.index < $1.index }.map(\.score)
  }

  static let inputs = [0, 25, 51, 76, 102, 127, 153, 178, 204, 229, 255, 1].map {
    Double(Float($0) * (Float(1) / 255))
  }

  @Test("Each transformation, slope and offset", arguments: [Int8(0), 1, 2])
  func sigmoid(_ transformation: Int8) throws {
    let lines = (0..<12).map { "0.9,\(Double($0) - 4),\(0.5 * Double($0) - 2)" }
    let found = try Self.scores(transformation, lines.joined(separator: "\n"))
    func clampedLog(_ x: Double) -> Double {
      x < 1e-16 ? 2 * log(1e-16) - log(2e-16 - x) : log(x)
    }
    for (k, x) in Self.inputs.enumerated() {
      let g =
        switch transformation {
        case 1: clampedLog(x)
        case 2: clampedLog(x) - clampedLog(1 - x)
        default: x
        }
      let t = g * (Double(k) - 4) + 0.5 * Double(k) - 2
      #expect(abs(Double(found[k]) - 0.9 / (1 + exp(-t))) < 1e-5, "class \(k)")
    }
  }

  @Test("Empty lines and scores below the minimum give the default score")
  func defaults() throws {
    let lines = ["1,0,0,0.1", "1,0,0,0.05", ""] + [String](repeating: "2,0,0", count: 9)
    let found = try Self.scores(0, lines.joined(separator: "\n"))
    #expect(found == [0.125, 0.5, 0.125] + [Float](repeating: 1, count: 9))
  }

  @Test("Far arguments stay between 0 and the scale")
  func extremes() throws {
    let lines = (0..<12).map { $0 % 2 == 0 ? "1,1000,500" : "1,-1000,-500" }
    let found = try Self.scores(0, lines.joined(separator: "\n"))
    for (k, score) in found.enumerated() { #expect(score == (k % 2 == 0 ? 1 : 0)) }
  }

  @Test("One line break at the end is allowed for; other counts fail at the first image")
  func counts() throws {
    let twelve = [String](repeating: "1,1,1", count: 12).joined(separator: "\n")
    #expect(try Self.scores(0, twelve + "\n") == Self.scores(0, twelve))
    for (text, count) in [(twelve + "\n\n", 14), ("1,1,1", 1), (twelve + "\n1,1,1", 13)] {
      let error = #expect(throws: NSError.self) { try Self.scores(0, text) }
      #expect(error?.code == 3)
      #expect(
        error?.localizedDescription
          == "INVALID_ARGUMENT: Mismatch between number of sigmoids (\(count)) and number of "
          + "elements in the input scores tensor (12).")
    }
  }

  @Test("Numbers may have blanks around them")
  func blanks() throws {
    let line = " 1 ,\t0,0 \r"
    let found = try Self.scores(0, [String](repeating: line, count: 12).joined(separator: "\n"))
    #expect(found == [Float](repeating: 0.5, count: 12))
  }
}
