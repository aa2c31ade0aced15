import Foundation
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Published models load, and broken ones are refused where they should be.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.advice)"))
struct CorpusTests {
  /// Models that other engines do not survive either.
  private static let refused = [
    // The reference runtime crashes: the blocks' scales are absent.
    "litert_blockwise_quantized.tflite":
      "Operator 0 (ADD) of subgraph 0 reads tensor 2 \"quantized_tensor\" as input 1, which has no "
      + "data and which nothing writes; convert the model again."
  ]

  @Test(arguments: Corpus.models)
  func loads(_ file: String) throws {
    guard let words = Self.refused[file] else {
      let model = try Model(contentsOf: Corpus.model(file))
      #expect(!model.subgraphs.isEmpty)
      #expect(model.byteCount == (try Corpus.bytes("models/\(file)")).count)
      return
    }
    let error = #expect(throws: ModelError.self) {
      _ = try Model(contentsOf: Corpus.model(file))
    }
    #expect(error?.description == words)
  }

  /// Counts, types and names as the corpus' own list states them.
  @Test func modelsAreAsListed() throws {
    let list = try JSONDecoder().decode(
      Manifest.self, from: Data(try Corpus.bytes("MANIFEST.json")))
    for entry in list.models where Self.refused[entry.file] == nil {
      let model = try Model(contentsOf: Corpus.model(entry.file))
      let nodes = model.subgraphs.flatMap(\.operators)
      #expect(nodes.count == entry.operatorCount, "\(entry.file)")
      let names = Set(
        nodes.map { $0.code == .custom ? "CUSTOM:\($0.customName)" : $0.code.schemaName })
      #expect(names == Set(entry.ops.map(\.op)), "\(entry.file)")
      #expect(
        model.metadataEntries.map(\.name).sorted() == entry.metadataEntries.sorted(),
        "\(entry.file)")
      #expect(model.subgraphs.map(\.tensors.count) == entry.subgraphs.map(\.tensorCount))
      for (graph, listed) in zip(model.subgraphs, entry.subgraphs) {
        #expect(graph.inputs == listed.inputs.map(\.index), "\(entry.file)")
        #expect(graph.outputs == listed.outputs.map(\.index), "\(entry.file)")
        for end in listed.inputs + listed.outputs {
          let tensor = graph.tensors[end.index]
          #expect(tensor.name == end.name ?? "" && tensor.shape.dimensions == end.shape)
          #expect(tensor.type.name.uppercased() == end.type)
        }
      }
      let hasMetadata = entry.group == "bad-metadata" ? nil : try model.metadata() != nil
      #expect(hasMetadata == nil || hasMetadata == entry.hasMetadata, "\(entry.file)")
      #expect(
        try model.associatedFiles().names.sorted() == entry.associatedFiles.map(\.name).sorted())
      for file in entry.associatedFiles {
        #expect(try model.associatedFiles().bytes(of: file.name).count == file.bytes)
      }
    }
  }

  private struct Manifest: Decodable {
    let models: [Entry]

    struct Entry: Decodable {
      let file: String
      let group: String
      let operatorCount: Int
      let ops: [Operator]
      let metadataEntries: [String]
      let hasMetadata: Bool
      let associatedFiles: [File]
      let subgraphs: [Graph]

      enum CodingKeys: String, CodingKey {
        case file, group, ops, subgraphs
        case operatorCount = "n_ops"
        case metadataEntries = "metadata_entries"
        case hasMetadata = "has_tflite_metadata"
        case associatedFiles = "associated_files"
      }
    }

    struct Operator: Decodable { let op: String }

    struct File: Decodable {
      let name: String
      let bytes: Int
    }

    struct Graph: Decodable {
      let tensorCount: Int
      let inputs: [End]
      let outputs: [End]

      enum CodingKeys: String, CodingKey {
        case inputs, outputs
        case tensorCount = "n_tensors"
      }
    }

    struct End: Decodable {
      let index: Int
      let name: String?
      let type: String
      let shape: [Int]
    }
  }

  /// Each prefix of a small model, and some of a large one, load or are refused.
  @Test(arguments: [
    "op_tiny_cnn_i8.tflite", "mobilenet_v1_0.25_128_quant.tflite", "op_gru_while_f32.tflite",
  ])
  func truncations(_ file: String) throws {
    let bytes = try Corpus.bytes("models/\(file)")
    // Metadata and files behind the model may be missing; its own last bytes may be padding.
    let model = try Model(bytes: bytes)
    let step = max(1, bytes.count / 600)
    let near = Array(max(0, bytes.count - 64)..<bytes.count)
    var refused = 0
    for count in Array(stride(from: 0, to: bytes.count, by: step)) + near {
      do {
        let cut = try Model(bytes: Array(bytes.prefix(count)))
        #expect(cut.subgraphs.count == model.subgraphs.count)
      } catch { refused += 1 }
    }
    #expect(refused > 300)
  }

  /// Each byte of the tables of a real model, changed at random.
  @Test func changedBytes() throws {
    let bytes = try Corpus.bytes("models/op_tiny_cnn_i8.tflite")
    var generator = SplitMix64(seed: 17)
    var refused = 0
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] = UInt8(truncatingIfNeeded: generator.next())
      if (try? Model(bytes: damaged)) == nil { refused += 1 }
    }
    #expect(refused > bytes.count / 8)
  }
}
