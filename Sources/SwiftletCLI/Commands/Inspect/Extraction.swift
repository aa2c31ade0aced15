internal import Foundation
internal import SwiftletFormat
internal import SwiftletRuntime
internal import SwiftletTensor

/// What `inspect --extract NAME` takes out of a model: an associated file, or a constant.
struct Extraction {
  /// The bytes of the new file.
  let bytes: [UInt8]
  /// The file that is written where none is named: it lies in the current folder, whatever the name
  /// in the model is.
  let fileName: String

  /// Finds an associated file by its name, or a constant by its tensor's name or index (`12`, or
  /// `1:12` in subgraph 1).
  init(_ name: String, from model: Model, at path: String) throws(CommandError) {
    if let archive = try? model.associatedFiles(), let file = try? archive.bytes(of: name) {
      bytes = file.elements(as: UInt8.self)
      fileName = Self.safeName(name, suffix: "")
      return
    }
    let (tensor, subgraph) = try Self.tensor(name, in: model, at: path)
    let place = place(ofTensor: tensor, subgraph: subgraph)
    guard let constant = model.constant(tensor) else {
      throw .failure(
        .invalidArgument,
        "\(path): \(place) is no constant, so that the file has no values of it; "
          + "\"swiftlet run --dump\" writes computed tensors.")
    }
    // What names no tensor is named by its number.
    let base = tensor.name.isEmpty ? "tensor-\(subgraph)-\(tensor.index)" : tensor.name
    let dense = tensor.sparsity == nil ? nil : SparseConstants.values(of: tensor, in: model)
    guard tensor.sparsity == nil || dense != nil else {
      throw .failure(
        .unimplemented,
        "\(path): \(place) is stored sparsely, and too large to be written with its zeros; "
          + "extract another one.")
    }
    let stored = dense ?? constant.elements(as: UInt8.self)
    if tensor.type == .string {
      guard let texts = StringTensor.texts(in: stored) else {
        throw .failure(.invalidArgument, "\(path): \(place) holds no strings; convert it again.")
      }
      bytes = Array((JSON.strings(texts).description + "\n").utf8)
      fileName = Self.safeName(base, suffix: ".json")
      return
    }
    // Constants may have more bytes than their shape needs.
    let needed = tensor.type.byteCount(elements: tensor.shape.elementCount) ?? stored.count
    guard
      let array = TensorConversion.array(
        Array(stored.prefix(needed)), type: tensor.type, shape: tensor.shape.dimensions)
    else {
      throw .failure(
        .unimplemented,
        "\(path): \(place) has the type \(tensor.type.name), which .npy files cannot hold; "
          + "extract another one.")
    }
    bytes = array.file
    fileName = Self.safeName(base, suffix: ".npy")
  }

  /// Writes the file and returns its path.
  ///
  /// A name from a model never replaces a file; one that the caller gives does.
  func write(to output: String?) throws(CommandError) -> String {
    if let output {
      try OutputFile.write(bytes, to: output)
      return output
    }
    guard !FileManager.default.fileExists(atPath: fileName),
      (try? FileManager.default.destinationOfSymbolicLink(atPath: fileName)) == nil
    else {
      throw .failure(
        .invalidArgument, "\(fileName) is there already; name the file to write with --output.")
    }
    try OutputFile.write(bytes, to: fileName)
    return fileName
  }

  /// The one tensor that a name or number means.
  private static func tensor(
    _ name: String, in model: Model, at path: String
  ) throws(CommandError) -> (Tensor, subgraph: Int) {
    var found: [(Tensor, subgraph: Int)] = []
    for (index, graph) in model.subgraphs.enumerated() {
      found += graph.tensors.filter { $0.name == name && !name.isEmpty }.map { ($0, index) }
    }
    let constants = found.filter { $0.0.isConstant }
    if !constants.isEmpty { found = constants }
    // Subgraphs that share weights give them the same name.
    if Set(found.map { "\($0.0.buffer) \($0.0.type) \($0.0.shape)" }).count > 1 {
      let numbers = found.prefix(8).map { "\($0.subgraph):\($0.0.index)" }
      throw .failure(
        .invalidArgument,
        "\(path): \(found.count) tensors have the name \"\(name)\"; choose by number among "
          + "\(numbers.joined(separator: ", ")).")
    }
    if let first = found.first { return first }
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    let numbers = parts.compactMap(\.self)
    if numbers.count == parts.count, (1...2).contains(numbers.count) {
      let (subgraph, index) = numbers.count == 1 ? (0, numbers[0]) : (numbers[0], numbers[1])
      if model.subgraphs.indices.contains(subgraph),
        model.subgraphs[subgraph].tensors.indices.contains(index)
      {
        return (model.subgraphs[subgraph].tensors[index], subgraph)
      }
    }
    throw .failure(
      .notFound,
      "\(path): there is no associated file and no tensor \"\(name)\"; "
        + "\"swiftlet inspect \(path)\" lists both.")
  }

  /// A file name for the current folder: no separators, no control characters, not hidden and not
  /// like a flag.
  static func safeName(_ name: String, suffix: String) -> String {
    let kept = name.unicodeScalars.map { scalar -> Character in
      let isBad =
        scalar == "/" || scalar == "\\" || scalar == ":" || scalar == "\u{FFFD}"
        || scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .format
      return isBad ? "_" : Character(scalar)
    }
    var text = String(kept)
    while let first = text.first, first == "." || first == "-" || first == " " {
      text.removeFirst()
    }
    // File systems allow 255 bytes, and a temporary name needs some of them.
    while text.utf8.count > 200 { text.removeLast() }
    return (text.isEmpty ? "extracted" : text) + suffix
  }
}
