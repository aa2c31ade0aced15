import Foundation
import SwiftletImage
import SwiftletTestSupport
import Testing

@Suite(
  "The corpus: decoded pixels and preprocessed tensors, to the byte",
  .enabled(if: Corpus.isPresent, "\(Corpus.advice)"),
  .enabled(if: ImageFormat.jpeg.isReadable))
struct CorpusImageTests {
  struct Manifest: Decodable {
    struct Entry: Decodable, Sendable, CustomTestStringConvertible {
      let file: String
      let width: Int
      let height: Int
      let rgb_sha256_pil: String

      var testDescription: String { file }
    }
    let images: [Entry]
  }

  static let images: [Manifest.Entry] = {
    guard let bytes = try? Corpus.bytes("MANIFEST.json"),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(bytes))
    else { return [] }
    return manifest.images
  }()

  /// One row of what MediaPipe fed to a model that returns its input.
  struct Probe: Decodable, Sendable, CustomTestStringConvertible {
    struct Edges: Decodable, Sendable {
      let left: Float
      let top: Float
      let right: Float
      let bottom: Float
    }
    let model: String
    let image: String?
    let region_of_interest: Edges?
    let rotation_degrees: Int?
    let file: String?

    var testDescription: String { "\(file ?? "") \(model) \(image ?? "")" }

    var region: Region {
      region_of_interest.map {
        Region(left: $0.left, top: $0.top, right: $0.right, bottom: $0.bottom)
      } ?? .whole
    }
  }

  static let probes: [Probe] = {
    guard let bytes = try? Corpus.bytes("golden/_preprocess/index.json"),
      let probes = try? JSONDecoder().decode([Probe].self, from: Data(bytes))
    else { return [] }
    return probes.filter { $0.file != nil }
  }()

  /// Each image of the probes, decoded once.
  static let decoded: [String: Image] = Dictionary(
    uniqueKeysWithValues: Set(probes.compactMap(\.image)).compactMap { name in
      (try? Image(contentsOf: Corpus.path("images/\(name)"))).map { (name, $0) }
    })

  @Test("The corpus has its images and probes")
  func present() {
    #expect(Self.images.count == 29)
    #expect(Self.probes.count == 222)
  }

  @Test("Photos decode to Pillow's pixels", arguments: images)
  func pixels(_ entry: Manifest.Entry) throws {
    let image = try Image(contentsOf: Corpus.path("images/\(entry.file)"))
    #expect((image.width, image.height) == (entry.width, entry.height))
    #expect(SHA256.hex(image.rgb) == entry.rgb_sha256_pil)
  }

  @Test("Tensors are MediaPipe's", arguments: probes)
  func tensor(_ probe: Probe) throws {
    let image = try #require(Self.decoded[probe.image ?? ""])
    let expected = try NPY(contentsOf: Corpus.path("golden/_preprocess/\(probe.file ?? "")"))
    let (height, width) = (expected.shape[0], expected.shape[1])
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    try image.sample(
      into: &pixels, width: width, height: height, region: probe.region,
      rotationDegrees: probe.rotation_degrees ?? 0)
    guard probe.model.contains("f32") else {
      #expect(pixels == expected.bytes)
      return
    }
    let scaling =
      probe.model.contains("raw")
      ? PixelScaling(mean: 0, deviation: 1) : PixelScaling(mean: 127.5, deviation: 127.5)
    var values = [Float](repeating: .nan, count: pixels.count)
    var span = values.mutableSpan
    var bytes = span.mutableBytes
    scaling.write(pixels, asFloat: &bytes)
    let doubles = stride(from: 0, to: expected.bytes.count, by: 8).map { at in
      Double(
        bitPattern: expected.bytes[at..<at + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
    #expect(values.map(Double.init) == doubles)
  }
}
