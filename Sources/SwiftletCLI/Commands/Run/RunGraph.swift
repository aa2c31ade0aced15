internal import Foundation
internal import SwiftletFormat
internal import SwiftletRuntime
internal import SwiftletTensor

/// One subgraph of a model, run once or several times, its variables kept in between.
final class RunGraph {
  private let path: String
  private let graph: Subgraph
  private let seed: UInt64
  private let dump: TensorDump.Options
  let interpreter: Interpreter
  /// The shapes of the inputs as they are now.
  private var shapes: [Shape]

  /// What a run gives for an output.
  struct Output {
    let position: Int
    let name: String
    let type: ElementType
    let shape: Shape
    let content: Content

    enum Content {
      case array(NPYArray)
      case texts([String])
    }
  }

  init(_ interpreter: Interpreter, path: String, seed: UInt64, dump: TensorDump.Options) {
    self.path = path
    self.seed = seed
    self.dump = dump
    self.interpreter = interpreter
    let graph = interpreter.model.subgraphs[interpreter.subgraph]
    self.graph = graph
    shapes = graph.inputs.map { graph.tensors[$0].shape }
  }

  /// Runs one case.
  func run(_ case: RunCase, _ names: RunNames) throws(CommandError) -> [Output] {
    try prepare(`case`, names)
    if let folder = `case`.dumpFolder {
      try run(dumpingTo: folder)
    } else {
      do throws(RunError) { try interpreter.run() } catch { throw fault(error) }
    }
    return try outputs(names)
  }

  /// Brings the graph into a case's shapes and fills its inputs.
  func prepare(_ case: RunCase, _ names: RunNames) throws(CommandError) {
    for resize in `case`.resizes {
      let (input, extents) = try names.input(resize)
      try self.resize(input, to: Shape(extents), strict: false)
    }
    var files: [Int: [UInt8]] = [:]
    for assignment in `case`.inputs {
      let (input, file) = try names.input(assignment)
      files[input] = try load(file, into: input)
    }
    for (input, array) in `case`.arrays where files[input] == nil {
      files[input] = try load(array, named: "the array", into: input)
    }
    do throws(PlanError) { try interpreter.prepare() } catch { throw fault(error) }
    if `case`.resetsVariables { interpreter.resetVariables() }
    for input in shapes.indices {
      let bytes: [UInt8]
      if let file = files[input] { bytes = file } else { bytes = try seeded(input) }
      do throws(RunError) { try interpreter.writeInput(input, bytes) } catch { throw fault(error) }
    }
  }

  /// Runs on the present inputs and shows each step.
  func run(observing show: @escaping (ObservedStep) -> Void) throws(CommandError) -> Plan {
    let plan = try plan()
    do throws(RunError) { try interpreter.run(observing: show) } catch { throw fault(error) }
    return plan
  }

  private func run(dumpingTo folder: String) throws(CommandError) {
    let dump = try TensorDump(
      to: folder, plan: try plan(), main: interpreter.subgraph, options: dump)
    _ = try run { dump.record($0) }
    try dump.finish(model: path)
  }

  private func plan() throws(CommandError) -> Plan {
    do throws(PlanError) { return try interpreter.plan() } catch { throw fault(error) }
  }

  private func resize(_ input: Int, to shape: Shape, strict: Bool) throws(CommandError) {
    do throws(PlanError) {
      try interpreter.resizeInput(input, to: shape, strict: strict)
    } catch { throw fault(error) }
    shapes[input] = shape
  }

  private func tensor(_ input: Int) -> Tensor {
    graph.tensors[graph.inputs[input]]
  }

  /// The bytes of a file for an input, which takes the file's shape where the model allows it.
  private func load(_ file: String, into input: Int) throws(CommandError) -> [UInt8] {
    let type = tensor(input).type
    let purpose = "Input \(input)"
    let content = try InputFile.bytes(of: file, for: purpose)
    if type == .string { return try texts(content, file: file, into: input) }
    let array: NPYArray
    do throws(NPYError) { array = try NPYArray(file: content) } catch {
      throw .failure(.invalidArgument, "\(purpose): \(file) \(error.reason).")
    }
    return try load(array, named: file, into: input)
  }

  /// The bytes of an array for an input.
  private func load(
    _ array: NPYArray, named file: String, into input: Int
  ) throws(CommandError) -> [UInt8] {
    let type = tensor(input).type
    let purpose = "Input \(input)"
    guard let expected = TensorConversion.arrayType(for: type), array.type == expected else {
      let expected = TensorConversion.arrayType(for: type)?.name ?? "no array"
      throw .failure(
        .invalidArgument,
        "\(purpose): \(file) holds \(array.type.name), but the input of type \(type.name) takes "
          + "\(expected).")
    }
    guard let bytes = TensorConversion.bytes(of: array, as: type) else {
      throw .failure(
        .invalidArgument, "\(purpose): \(file) has values that do not fit the type \(type.name).")
    }
    try resize(input, to: Shape(array.shape), strict: true)
    return bytes
  }

  /// The bytes of a string tensor from a JSON list; a list of another length than the tensor's
  /// resizes inputs of one axis.
  private func texts(
    _ content: [UInt8], file: String, into input: Int
  ) throws(CommandError) -> [UInt8] {
    let texts: [String]
    do {
      texts = try JSONDecoder().decode([String].self, from: Data(content))
    } catch {
      throw .failure(
        .invalidArgument,
        "Input \(input): \(file) has to be a JSON list of strings, but \(jsonReason(error)).")
    }
    if texts.count != shapes[input].checkedElementCount {
      guard shapes[input].rank == 1 else {
        throw .failure(
          .invalidArgument,
          "Input \(input): \(file) has \(texts.count) strings, but the input has the shape "
            + "\(shapes[input]).")
      }
      try resize(input, to: Shape([texts.count]), strict: true)
    }
    guard let bytes = StringTensor.bytes(of: texts) else {
      throw .failure(.resourceExhausted, "Input \(input): \(file) has more than 4 GiB of text.")
    }
    return bytes
  }

  private func seeded(_ input: Int) throws(CommandError) -> [UInt8] {
    let type = tensor(input).type
    let values = SeededValues.bytes(
      type: type, count: shapes[input].elementCount, seed: seed &+ UInt64(input))
    guard let values else {
      throw .failure(
        .unimplemented,
        ModelFile.located(
          "Input \(input) has the type \(type.name), for which there are no values.", at: path))
    }
    return values
  }

  private func outputs(_ names: RunNames) throws(CommandError) -> [Output] {
    let descriptions: [TensorDescription]
    do throws(PlanError) { descriptions = try interpreter.outputs() } catch {
      throw fault(error)
    }
    var outputs: [Output] = []
    for (position, source) in names.outputs.enumerated() {
      let description = descriptions[source.position]
      let bytes: [UInt8]
      do throws(RunError) { bytes = try interpreter.readOutput(source.position) } catch {
        throw fault(error)
      }
      outputs.append(
        Output(
          position: position, name: source.name ?? description.name, type: description.type,
          shape: description.shape, content: try content(bytes, of: description, at: position)))
    }
    return outputs
  }

  private func content(
    _ bytes: [UInt8], of description: TensorDescription, at position: Int
  ) throws(CommandError) -> Output.Content {
    if description.type == .string {
      if let texts = StringTensor.texts(in: bytes) { return .texts(texts) }
    } else if let array = TensorConversion.array(
      bytes, type: description.type, shape: description.shape.dimensions)
    {
      return .array(array)
    }
    throw .failure(
      .unimplemented,
      ModelFile.located(
        "Output \(position) has the type \(description.type.name), which no file can hold.",
        at: path))
  }

  private func fault(_ error: PlanError) -> CommandError { CommandError(error, model: path) }

  private func fault(_ error: RunError) -> CommandError { CommandError(error, model: path) }
}
