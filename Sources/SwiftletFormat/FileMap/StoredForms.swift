import SwiftletFlatBuffers
import SwiftletTensor

/// What a file says in ways that loading smooths over: older forms, and numbers that are corrected.
package struct StoredForms: Sendable {
  /// A tensor's place.
  package struct Place: Sendable, Hashable {
    package let subgraph: Int
    package let tensor: Int

    package init(subgraph: Int, tensor: Int) {
      self.subgraph = subgraph
      self.tensor = tensor
    }
  }

  /// Operator codes whose number is only in the byte that is deprecated.
  package private(set) var byteOperatorCodes: [Int] = []
  /// Tensors of one axis whose scales are said to change along another.
  package private(set) var correctedAxes: [Place: Int] = [:]
  /// Tensors with observed bounds but without scales, as quantisation-aware training left them.
  package private(set) var boundsWithoutScales: [Place] = []

  /// Reads a model's file again.
  ///
  /// - Throws: A `ModelError` where the file is damaged, which a model that was loaded is not.
  package init(of model: Model) throws(ModelError) {
    let loader = try ModelLoader(
      bytes: model.storage.bytes, limits: ModelLimits(), faults: ModelFaults())
    if let codes = try loader.root.tables(1, "operator_codes", name: "OperatorCode") {
      for index in 0..<codes.count {
        let code = try codes.table(at: index)
        // Zero, the default of both, is ADD and stored in neither.
        let old = try code.int(0, "deprecated_builtin_code", as: .int8)
        let isNew = try code.has(3, "builtin_code")
        if old != 0, !isNew { byteOperatorCodes.append(index) }
      }
    }
    guard let graphs = try loader.root.tables(2, "subgraphs", name: "SubGraph") else { return }
    for graph in 0..<graphs.count {
      guard let tensors = try graphs.table(at: graph).tables(0, "tensors", name: "Tensor") else {
        continue
      }
      for index in 0..<tensors.count {
        let tensor = try tensors.table(at: index)
        guard
          let quantization = try tensor.table(
            4, "quantization", name: "QuantizationParameters")
        else { continue }
        let rank = model.subgraphs[graph].tensors[index].shape.rank
        try note(quantization, rank: rank, at: Place(subgraph: graph, tensor: index))
      }
    }
  }

  private mutating func note(
    _ quantization: borrowing SchemaTable<ModelError>, rank: Int, at place: Place
  ) throws(ModelError) {
    let scales = try quantization.floats(2, "scale").count
    let axis = try quantization.int(6, "quantized_dimension", as: .int32)
    if scales > 1, rank == 1, axis != 0 { correctedAxes[place] = axis }
    let hasBounds = try !quantization.floats(0, "min").isEmpty
    let hasDetails = try quantization.int(4, "details_type", as: .uint8) != 0
    if scales == 0, hasBounds, !hasDetails { boundsWithoutScales.append(place) }
  }
}
