internal import SwiftletFormat
internal import SwiftletRuntime
internal import SwiftletTensor

/// Memory, constants and bytes for people.
extension Inspection {
  /// The arena's size, and with `isFull` what lies in it.
  func arenaLines(_ report: GraphReport, isFull: Bool) -> [String] {
    let memory = report.memory
    guard report.isFixed else {
      return ["  run node by node, as shapes depend on values", "    \(memory.naiveBytes) bytes"]
    }
    var lines = [
      "  arena of \(memory.plannedBytes) bytes "
        + "(\(memory.naiveBytes) unshared, at least \(memory.lowerBoundBytes))"
    ]
    guard isFull else { return lines }
    var table = TextTable(.right, .right, .right)
    for placement in report.placements.sorted(by: {
      ($0.offset, $0.lifetime.lowerBound) < ($1.offset, $1.lifetime.lowerBound)
    }) {
      table.append(
        "\(placement.offset)", "\(placement.byteCount) bytes",
        "steps \(placement.lifetime.lowerBound)–\(placement.lifetime.upperBound)",
        placement.tensor.map { "tensor \($0) \(placement.name)" } ?? "temporary")
    }
    lines += table.lines(indentation: 4)
    return lines
  }

  /// Statistics of constants, and scales by channel.
  func constantLines(of graph: Subgraph) -> [String] {
    let constants = graph.tensors.filter(\.isConstant)
    guard !constants.isEmpty else { return [] }
    var table = TextTable(.right)
    for tensor in constants {
      let text = ConstantStatistics(tensor, of: model)?.text ?? "no statistics"
      table.append("\(tensor.index)", tensor.name, text)
    }
    var lines = section("constants (\(constants.count))", table)
    let perChannel = graph.tensors.filter { $0.quantization?.isPerChannel == true }
    guard !perChannel.isEmpty else { return lines }
    var scales = TextTable(.right)
    for tensor in perChannel {
      guard let quantization = tensor.quantization else { continue }
      scales.append(
        "\(tensor.index)", tensor.name,
        quantization.scales.map(\.description).joined(separator: " "))
    }
    lines += section("scales by channel", scales)
    return lines
  }

  /// The bytes of each kind of region.
  var fileMapLines: [String] {
    var table = TextTable(.left, .right, .right)
    for total in file.map.totals {
      table.append(
        total.kind.rawValue, "\(total.bytes) bytes",
        total.count == 1 ? "1 region" : "\(total.count) regions")
    }
    return ["", "file"] + table.lines()
  }

  /// Every region of the file.
  var regionLines: [String] {
    var table = TextTable(.right, .right, .left, .left)
    for region in file.map.regions {
      table.append(
        "\(region.offset)", "\(region.length)", region.kind.rawValue, region.label ?? "")
    }
    return ["", "regions (offset, length, kind)"] + table.lines()
  }
}
