import Foundation
import SwiftletImage

/// Times the two halves of what happens to an image file before a model sees it: decoding, and
/// sampling the model's input out of the pixels.
///
///     swift run -c release Preprocessing IMAGE [SIDE [RUNS]]
///
/// Prints the median and the extremes of each, in milliseconds. The picture is decoded anew for
/// each run, so that sampling meets pixels that are as cold as they are in practice.
@main
struct Preprocessing {
  static func main() throws {
    let arguments = CommandLine.arguments
    let side = arguments.count > 2 ? Int(arguments[2]) ?? 224 : 224
    let runs = arguments.count > 3 ? Int(arguments[3]) ?? 20 : 20
    guard (2...4).contains(arguments.count), side > 0, runs > 0 else {
      FileHandle.standardError.write(Data("usage: Preprocessing IMAGE [SIDE [RUNS]]\n".utf8))
      exit(2)
    }
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[1])))
    var tensor = [UInt8](repeating: 0, count: 3 * side * side)
    var decoding: [Double] = []
    var sampling: [Double] = []
    var size = ""
    for _ in 0..<runs {
      var picture: FilePicture?
      decoding.append(try milliseconds { picture = FilePicture(try StoredImage(decoding: bytes)) })
      guard let picture else { break }
      sampling.append(
        try milliseconds {
          try picture.sample(into: &tensor, width: side, height: side, framing: Framing())
        })
      size = "\(picture.width) x \(picture.height)"
    }
    print("\(size) to \(side) x \(side), \(runs) runs")
    print("decode", summary(decoding))
    print("sample", summary(sampling))
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(body)
    return duration / .milliseconds(1)
  }

  private static func summary(_ times: [Double]) -> String {
    let sorted = times.sorted()
    let numbers = [sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1]]
    return zip(["median", "min", "max"], numbers)
      .map { $0 + String(format: " %.2f ms", $1) }.joined(separator: ", ")
  }
}
