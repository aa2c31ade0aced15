import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Whatever happens to the bytes of a model, loading ends, in a model or in an error.
@Suite struct RobustnessTests {
  static let samples: [Sample] = [
    Sample(name: "convolution", bytes: SampleModels.convolution().build()),
    Sample(name: "loop", bytes: SampleModels.loop().build()),
    Sample(name: "with metadata", bytes: MetadataSamples.model().build()),
  ]

  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }
  }

  /// Loads bytes and reads all that can be read; false for those that are refused.
  @discardableResult
  private func load(_ bytes: [UInt8]) -> Bool {
    guard let model = try? Model(bytes: bytes) else { return false }
    for graph in model.subgraphs {
      for tensor in graph.tensors { _ = model.constant(tensor)?.count }
      for node in graph.operators {
        _ = node.options.map(describe)
        _ = try? model.flexOptions(of: node)
      }
    }
    if let metadata = try? model.metadata() {
      for subgraph in metadata.subgraphs { _ = try? model.detectorMetadata(of: subgraph) }
    }
    if let files = try? model.associatedFiles() {
      for name in files.names { _ = try? files.text(of: name) }
    }
    let told = ModelFileMap(of: model).map.regions.reduce(0) { $0 + $1.length }
    #expect(told == bytes.count)
    return true
  }

  @Test(arguments: samples)
  func truncations(_ sample: Sample) {
    #expect(load(sample.bytes))
    var accepted = 0
    for count in 0..<sample.bytes.count where load(Array(sample.bytes.prefix(count))) {
      accepted += 1
    }
    // Only what lies behind the last table can be missing.
    #expect(accepted < 16)
  }

  @Test(arguments: samples)
  func flippedBits(_ sample: Sample) {
    var refused = 0
    var bytes = sample.bytes
    for index in bytes.indices {
      // The last sample is large and mostly metadata; there one bit of each byte must do.
      for bit in sample.bytes.count > 2_000 ? [index % 8] : Array(0..<8) {
        bytes[index] ^= 1 << bit
        if !load(bytes) { refused += 1 }
        bytes[index] ^= 1 << bit
      }
    }
    #expect(refused > 200)
  }

  @Test(arguments: samples)
  func overwrittenWords(_ sample: Sample) {
    var generator = SplitMix64(seed: 3)
    for offset in stride(from: 8, to: sample.bytes.count - 4, by: 4) {
      let near = UInt32(truncatingIfNeeded: generator.next() & 0xFFF)
      for word: UInt32 in [0, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, near] {
        var bytes = sample.bytes
        for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
        load(bytes)
      }
    }
  }

  @Test func randomBytesAreRefused() {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<2_000 {
      let bytes = [24, 0, 0, 0] + Array("TFL3".utf8) + generator.bytes(generator.integer(0, 200))
      #expect(!load(bytes))
    }
  }
}
