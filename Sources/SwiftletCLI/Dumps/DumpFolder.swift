internal import Foundation
internal import SwiftletTensor

/// A folder of tensors: a dump with its manifest, or plain `.npy` files that are named by a tensor's
/// index or name.
struct DumpFolder {
  let path: String
  /// The tensors, of a dump in the order of writing, else sorted by index and name.
  let tensors: [DumpedTensor]
  /// The subgraph that the caller ran.
  let main: Int
  /// How the run was made, if there is a manifest.
  let origin: String?
  private let files: [String]

  /// Lists a folder; files other than tensors are passed over.
  init(_ path: String) throws(CommandError) {
    self.path = path
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw .failure(.notFound, "The folder \(path) cannot be read; check path and permissions.")
    }
    if names.contains("manifest.json") {
      let manifest = try Manifest(contentsOf: "\(path)/manifest.json")
      tensors = manifest.tensors.map(\.tensor)
      files = manifest.tensors.map(\.file)
      main = manifest.subgraph
      origin = "\(manifest.isa), \(countOfThreads(manifest.threads)), \(manifest.arithmetic)"
      return
    }
    struct Plain {
      let index: Int?
      let stem: String
    }
    var plain: [Plain] = []
    for name in names where name.hasSuffix(".npy") {
      let stem = String(name.dropLast(4))
      plain.append(Plain(index: Int(stem).flatMap { $0 >= 0 ? $0 : nil }, stem: stem))
    }
    plain.sort { ($0.index ?? .max, $0.stem) < ($1.index ?? .max, $1.stem) }
    guard !plain.isEmpty else {
      throw .failure(
        .invalidArgument,
        "The folder \(path) holds neither manifest.json nor .npy files; give a dump, or arrays named "
          + "by the index or name of their tensor.")
    }
    tensors = plain.map { DumpedTensor(fileIndex: $0.index, name: $0.stem) }
    files = plain.map { "\($0.stem).npy" }
    main = 0
    origin = nil
  }

  /// The file of a tensor.
  func file(of index: Int) -> String {
    path.hasSuffix("/") ? path + files[index] : "\(path)/\(files[index])"
  }
}

/// A number of threads in words.
func countOfThreads(_ count: Int) -> String { count == 1 ? "1 thread" : "\(count) threads" }

extension DumpedTensor {
  /// A tensor of which there is only an array, named by its index or its name.
  init(fileIndex: Int?, name: String) {
    self.init(
      kind: .result, subgraph: 0, call: 0, index: fileIndex ?? -1,
      name: fileIndex == nil ? name : "", type: .float32, shape: [], quantization: nil,
      writer: nil, sharedWith: nil, isElided: false)
  }
}

/// What `manifest.json` says.
private struct Manifest: Decodable {
  let format: String
  let version: Int
  let isa: String
  let threads: Int
  let arithmetic: String
  let subgraph: Int
  let tensors: [Entry]

  struct Entry: Decodable {
    let tensor: DumpedTensor
    let file: String

    private enum Key: String, CodingKey {
      case kind, subgraph, call, index, name, type, shape, quantization, step, op, kernel, inputs
      case elided, sharesMemoryOf, file
    }

    private struct Pairs: Decodable {
      let scales: [Float]
      let zeroPoints: [Int]
      let axis: Int
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      func text<Value>(_ key: Key, _ value: (String) -> Value?) throws -> Value {
        let text = try values.decode(String.self, forKey: key)
        guard let value = value(text) else {
          throw DecodingError.dataCorruptedError(
            forKey: key, in: values, debugDescription: "\"\(text)\" is not known here")
        }
        return value
      }
      let pairs = try values.decodeIfPresent(Pairs.self, forKey: .quantization)
      // A manifest names files beside itself, never elsewhere.
      file = try text(.file) { $0.contains("/") || $0.isEmpty ? nil : $0 }
      tensor = DumpedTensor(
        kind: try text(.kind) { DumpedTensor.Kind(rawValue: $0) },
        subgraph: try values.decode(Int.self, forKey: .subgraph),
        call: try values.decode(Int.self, forKey: .call),
        index: try values.decode(Int.self, forKey: .index),
        name: try values.decode(String.self, forKey: .name),
        type: try text(.type) { name in ElementType.allCases.first { $0.name == name } },
        shape: try values.decode([Int].self, forKey: .shape),
        quantization: pairs.map {
          Quantization(scales: $0.scales, zeroPoints: $0.zeroPoints, axis: $0.axis)
        },
        writer: try values.decodeIfPresent(Int.self, forKey: .step).map { position in
          DumpedTensor.Writer(
            position: position,
            operatorName: try values.decodeIfPresent(String.self, forKey: .op) ?? "",
            kernel: try values.decodeIfPresent(String.self, forKey: .kernel) ?? "",
            inputs: try values.decodeIfPresent([Int].self, forKey: .inputs) ?? [])
        }, sharedWith: try values.decodeIfPresent(Int.self, forKey: .sharesMemoryOf),
        isElided: try values.decodeIfPresent(Bool.self, forKey: .elided) ?? false)
    }
  }

  init(contentsOf path: String) throws(CommandError) {
    let bytes = try InputFile.bytes(of: path, for: "The manifest")
    do {
      self = try JSONDecoder().decode(Manifest.self, from: Data(bytes))
    } catch {
      throw .failure(
        .invalidArgument, "The manifest \(path) cannot be used: \(jsonReason(error)).")
    }
    guard format == "swiftlet-dump", version == 1 else {
      throw .failure(
        .invalidArgument,
        "The manifest \(path) is \"\(format)\" of version \(version); make the dump again with this "
          + "version.")
    }
  }
}
