internal import SwiftletFormat

/// What callers call the inputs and outputs of a model: by position, by name, or as a signature
/// names them.
struct RunNames {
  /// An output: its position in the model's list, and the name that a signature gives it.
  struct Output {
    let position: Int
    let name: String?
  }

  /// The subgraph that is run.
  let subgraph: Int
  /// Outputs in the order in which they are printed.
  let outputs: [Output]
  private let path: String
  private let signature: String?
  private let inputNames: [(name: String, position: Int)]
  private let inputCount: Int

  init(model: Model, signature key: String?, path: String) throws(CommandError) {
    self.path = path
    signature = key
    guard let key else {
      let graph = model.subgraphs[0]
      subgraph = 0
      inputCount = graph.inputs.count
      inputNames = graph.inputs.enumerated().map { (graph.tensors[$1].name, $0) }
      outputs = graph.outputs.indices.map { Output(position: $0, name: nil) }
      return
    }
    guard let found = model.signatures.first(where: { $0.key == key }) else {
      let keys = model.signatures.map { "\"\($0.key)\"" }.joined(separator: ", ")
      let offer = keys.isEmpty ? "it has none at all" : "it has \(keys)"
      throw Self.wrong("The model has no signature \"\(key)\"; \(offer).", path)
    }
    subgraph = found.subgraph
    let graph = model.subgraphs[found.subgraph]
    inputCount = graph.inputs.count
    var inputs: [(String, Int)] = []
    for alias in found.inputs {
      guard let position = graph.inputs.firstIndex(of: alias.tensor) else {
        throw Self.wrong(
          "The signature \"\(key)\" names \"\(alias.name)\", which is no input of the graph.", path)
      }
      inputs.append((alias.name, position))
    }
    var outputs: [Output] = []
    for alias in found.outputs {
      guard let position = graph.outputs.firstIndex(of: alias.tensor) else {
        throw Self.wrong(
          "The signature \"\(key)\" names \"\(alias.name)\", which is no output of the graph.", path
        )
      }
      outputs.append(Output(position: position, name: alias.name))
    }
    inputNames = inputs
    self.outputs = outputs
  }

  /// The input that an assignment means, and the value for it.
  ///
  /// Signatures are asked for names first, since names are what they are for; models for positions
  /// first, since their names are not unique.
  func input<Value>(
    _ assignment: RunCase.Assignment<Value>
  ) throws(CommandError) -> (position: Int, value: Value) {
    for reading in assignment.readings {
      let index = Int(reading.key).flatMap { (0..<inputCount).contains($0) ? $0 : nil }
      let name = inputNames.first { $0.name == reading.key }?.position
      if let position = signature == nil ? index ?? name : name ?? index {
        return (position, reading.value)
      }
    }
    let key = assignment.readings.first?.key ?? ""
    let names = inputNames.map { "\($0.position) \"\($0.name)\"" }.joined(separator: ", ")
    throw Self.wrong("There is no input \"\(key)\"; the inputs are \(names).", path)
  }

  private static func wrong(_ sentence: String, _ path: String) -> CommandError {
    .failure(.invalidArgument, ModelFile.located(sentence, at: path))
  }
}
