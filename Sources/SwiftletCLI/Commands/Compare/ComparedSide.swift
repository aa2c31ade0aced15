internal import Foundation
internal import SwiftletFormat
internal import SwiftletOperators
internal import SwiftletRuntime
internal import SwiftletSIMD
internal import SwiftletTensor

/// One side of a comparison: a run whose tensors lie in a temporary file, or a folder of them.
struct ComparedSide {
  private enum Source {
    case run(TensorSpool, Plan)
    case folder(DumpFolder)
  }

  /// The path of the model or folder.
  let path: String
  /// The tensors in the order of writing.
  let tensors: [DumpedTensor]
  /// The subgraph that the caller runs.
  let main: Int
  private let source: Source

  /// Runs a model.
  init(
    model path: String, engine: EngineChoices, seed: UInt64, case: RunCase, callLimit: Int
  ) throws(CommandError) {
    self.path = path
    let spool = try TensorSpool(callLimit: callLimit)
    let session = try RunSession(path: path, engine: engine, seed: seed, keepsTensors: true)
    let (plan, main) = try session.run(`case`) { spool.record($0) }
    try spool.check()
    self.main = main
    tensors = spool.tensors
    source = .run(spool, plan)
  }

  /// Lists a folder.
  init(_ folder: DumpFolder) {
    path = folder.path
    tensors = folder.tensors
    main = folder.main
    source = .folder(folder)
  }

  /// How the tensors came about, where that is known.
  var settings: String? {
    switch source {
    case .run(_, let plan):
      "\(plan.isa.rawValue), \(countOfThreads(plan.options.threads)), "
        + plan.options.arithmetic.rawValue
    case .folder(let folder): folder.origin
    }
  }

  /// Whether it is known what wrote the tensors, and in which order.
  var knowsSteps: Bool { tensors.contains { $0.writer != nil } }

  /// The value of a tensor; nil where no array can hold the type.
  func content(of index: Int) throws(CommandError) -> TensorContent? {
    switch source {
    case .run(let spool, _): TensorContent(try spool.bytes(of: index), of: tensors[index])
    case .folder(let folder): try TensorContent(contentsOf: folder.file(of: index))
    }
  }

  /// A constant that a step reads, if there is a model to ask.
  func constant(_ tensor: Int, of subgraph: Int) -> TensorInfo? {
    guard case .run(_, let plan) = source, plan.reachedSubgraphs.contains(subgraph) else {
      return nil
    }
    let infos = plan.tensors(of: subgraph)
    guard infos.indices.contains(tensor), infos[tensor].constant != nil else { return nil }
    return infos[tensor]
  }

  /// Whether a tensor of a folder is a constant of the graph that the caller runs.
  func hasConstant(_ tensor: DumpedTensor) -> Bool {
    guard case .run(_, let plan) = source else { return false }
    let infos = plan.tensors(of: main)
    guard tensor.name.isEmpty else {
      let name = Pairing.fileName(tensor.name)
      return infos.contains { $0.constant != nil && Pairing.fileName($0.name) == name }
    }
    return infos.indices.contains(tensor.index) && infos[tensor.index].constant != nil
  }

  /// The tensors that are the caller's outputs, in the order of the file; none for a folder.
  var outputs: [Int] {
    guard case .run(_, let plan) = source else { return [] }
    return plan.model.subgraphs[main].outputs.compactMap { output in
      tensors.lastIndex { $0.subgraph == main && $0.index == output }
    }
  }

  /// The tensors that the caller fills, in the order of the file.
  var inputs: [Int] {
    tensors.indices.filter { tensors[$0].kind == .input && tensors[$0].subgraph == main }
  }

  /// What the inputs of this side are as reals, for those that are floats on the other; nil where
  /// there are none, or the inputs are too different.
  func realInputs(for other: ComparedSide) throws(CommandError) -> [Int: NPYArray]? {
    guard inputs.count == other.inputs.count else { return nil }
    var reals: [Int: NPYArray] = [:]
    for (position, pair) in zip(inputs, other.inputs).enumerated() {
      let (own, their) = (tensors[pair.0], other.tensors[pair.1])
      guard own.shape == their.shape, their.type == .float32, own.type != .float32,
        case .array(let array)? = try content(of: pair.0), let scale = AffineScale(own, array)
      else { continue }
      var numbers = array.numbers(0..<Shape(own.shape).elementCount)
      scale.apply(to: &numbers, from: 0)
      let bytes = numbers.flatMap { littleEndian(Float($0).bitPattern) }
      reals[position] = NPYArray(type: .float32, shape: own.shape, bytes: bytes)
    }
    return reals.isEmpty ? nil : reals
  }
}
