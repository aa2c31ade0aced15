internal import SwiftletFormat
internal import SwiftletTensor

/// Sums over all operators of a model.
struct ModelTotals {
  /// Multiplications with accumulation in one run of each subgraph.
  let multiplyAccumulates: [Int]
  /// The elements of all constants that are parameters; shared ones count once.
  let parameters: Int
  /// The bytes that they take in the file.
  let parameterBytes: Int

  init(_ inspection: Inspection) {
    let model = inspection.model
    var buffers: Set<Int> = []
    var (parameters, bytes) = (0, 0)
    multiplyAccumulates = model.subgraphs.enumerated().map { index, graph in
      graph.operators.reduce(0) { sum, node in
        let work = OperatorWork(node, in: graph)
        for tensor in work.parameters where buffers.insert(tensor.buffer).inserted {
          parameters += tensor.shape.elementCount
          bytes += model.buffers[tensor.buffer].count
        }
        let macs = inspection.plans.multiplyAccumulates(of: node, in: index, work)
        let (result, overflow) = sum.addingReportingOverflow(macs)
        return overflow ? .max : result
      }
    }
    self.parameters = parameters
    parameterBytes = bytes
  }
}

/// A count with a thousand's prefix, as in `3.49 M`.
func scaled(_ count: Int) -> String {
  for (factor, prefix) in [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]
  where Double(count) >= factor {
    let value = Double(count) / factor
    let digits = value < 10 ? 100.0 : value < 100 ? 10 : 1
    return "\(shortest((value * digits).rounded() / digits)) \(prefix)"
  }
  return "\(count)"
}

private func shortest(_ value: Double) -> String {
  value == value.rounded() ? "\(Int(value))" : "\(value)"
}
