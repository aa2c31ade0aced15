internal import Foundation

/// One run: which files fill which inputs, and where outputs go.
package struct RunCase: Sendable, Hashable {
  /// Files by input.
  package var inputs: [Assignment<String>] = []
  /// Values by position, for inputs without file.
  package var arrays: [Int: NPYArray] = [:]
  /// Shapes by input, set before files are looked at.
  package var resizes: [Assignment<[Int]>] = []
  /// The signature whose names are used; nil for the model's own.
  package var signature: String?
  /// Where outputs go; nil for nowhere.
  package var outputFolder: String?
  /// Where all tensors of the run go; nil for nowhere.
  package var dumpFolder: String?
  /// Whether variable tensors get their initial values before the run.
  package var resetsVariables = false

  /// A name or position with a value.
  package struct Assignment<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The readings of the text, the likeliest first: names may contain `=`.
    package let readings: [Reading]

    /// A name or position with a value.
    package struct Reading: Sendable, Hashable {
      package let key: String
      package let value: Value
    }

    package init(key: String, value: Value) {
      readings = [Reading(key: key, value: value)]
    }

    fileprivate init(readings: [Reading]) {
      self.readings = readings
    }
  }
}

extension RunCase.Assignment where Value == String {
  /// Reads `NAME_OR_INDEX=FILE`; nil where there is no `=`.
  package init?(_ text: String) {
    let ends = text.indices.filter { text[$0] == "=" }
    guard !ends.isEmpty else { return nil }
    self.init(
      readings: ends.map {
        Reading(key: String(text[..<$0]), value: String(text[text.index(after: $0)...]))
      })
  }
}

extension RunCase.Assignment where Value == [Int] {
  /// Reads `NAME_OR_INDEX=1,320,320,3`; nil where that is not its form.
  package init?(_ text: String) {
    guard let end = text.lastIndex(of: "=") else { return nil }
    let parts = text[text.index(after: end)...].split(
      separator: ",", omittingEmptySubsequences: false)
    let extents = parts.compactMap { Int($0) }
    guard extents.count == parts.count else { return nil }
    self.init(key: String(text[..<end]), value: extents)
  }
}

extension RunCase: Decodable {
  private struct Key: CodingKey, Hashable {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }

    static let inputs = Key(stringValue: "inputs")
    static let resize = Key(stringValue: "resize")
    static let signature = Key(stringValue: "signature")
    static let outputFolder = Key(stringValue: "outputDir")
    static let dump = Key(stringValue: "dump")
    static let reset = Key(stringValue: "reset")
    static let all: Set<Key> = [inputs, resize, signature, outputFolder, dump, reset]
  }

  /// Reads an element of a cases file; a key that is not known is an error, not ignored.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    if let unknown = values.allKeys.first(where: { !Key.all.contains($0) }) {
      throw DecodingError.dataCorruptedError(
        forKey: unknown, in: values,
        debugDescription: "a case has only inputs, resize, signature, reset, outputDir and dump")
    }
    let files = try values.decodeIfPresent([String: String].self, forKey: .inputs) ?? [:]
    inputs = files.sorted { $0.key < $1.key }.map { Assignment(key: $0.key, value: $0.value) }
    let shapes = try values.decodeIfPresent([String: [Int]].self, forKey: .resize) ?? [:]
    resizes = shapes.sorted { $0.key < $1.key }.map { Assignment(key: $0.key, value: $0.value) }
    signature = try values.decodeIfPresent(String.self, forKey: .signature)
    outputFolder = try values.decodeIfPresent(String.self, forKey: .outputFolder)
    dumpFolder = try values.decodeIfPresent(String.self, forKey: .dump)
    resetsVariables = try values.decodeIfPresent(Bool.self, forKey: .reset) ?? false
  }

  /// Reads a cases file.
  package static func list(in path: String) throws(CommandError) -> [RunCase] {
    let bytes = try InputFile.bytes(of: path, for: "The list of cases")
    do {
      return try JSONDecoder().decode([RunCase].self, from: Data(bytes))
    } catch {
      throw .failure(
        .invalidArgument,
        "The list of cases \(path) cannot be used: \(jsonReason(error)).")
    }
  }
}

/// What is wrong with a JSON text, in words without a final period.
func jsonReason(_ error: any Error) -> String {
  func place(_ path: [any CodingKey]) -> String {
    // The decoder calls an element of a list "Index 3", and gives keys that are digits a number too.
    let steps = path.map { key in
      key.stringValue.hasPrefix("Index ")
        ? "[\(key.intValue ?? 0)]" : "[\"\(key.stringValue)\"]"
    }
    return steps.isEmpty ? "" : " at \(steps.joined())"
  }
  guard let error = error as? DecodingError else { return "it is not JSON" }
  switch error {
  case .typeMismatch(let type, let context):
    return "the value\(place(context.codingPath)) is not of the type \(type)"
  case .valueNotFound(let type, let context):
    return "the value\(place(context.codingPath)) is null instead of \(type)"
  case .keyNotFound(let key, let context):
    return "the key \"\(key.stringValue)\" is missing\(place(context.codingPath))"
  case .dataCorrupted(let context):
    // Without a place it is the parser's own error, which is of few words.
    guard !context.codingPath.isEmpty else {
      return "it is not valid JSON, or has a fraction where a whole number belongs"
    }
    return "there is a fault\(place(context.codingPath)): \(context.debugDescription)"
  @unknown default:
    return "it is not of the expected form"
  }
}
