internal import Foundation

/// A comparison, to be printed.
struct ComparisonReport {
  let comparison: Comparison
  /// Whether equal tensors have lines, too.
  let showsAll: Bool

  private var rows: [Comparison.Row] { comparison.rows }

  /// The object for `--json`.
  var json: JSON {
    let different = rows.indices.filter { rows[$0].difference.isDifferent }
    return [
      "a": Self.json(comparison.a), "b": Self.json(comparison.b),
      "equal": .bool(comparison.areEqual),
      "tolerance": .double(comparison.tolerance.absolute),
      "relativeTolerance": .double(comparison.tolerance.relative),
      "compared": .integer(rows.count), "different": .integer(different.count),
      "first": different.first.map(JSON.integer) ?? .null,
      "origins": .integers(rows.indices.filter { rows[$0].isOrigin }),
      "tensors": .array(rows.map(Self.json)),
      "onlyInA": .array(comparison.onlyA.map(Self.json)),
      "onlyInB": .array(comparison.onlyB.map(Self.json)),
    ]
  }

  private static func json(_ side: ComparedSide) -> JSON {
    ["path": .string(side.path), "settings": .optional(side.settings)]
  }

  private static func json(_ tensor: DumpedTensor) -> JSON {
    [
      "subgraph": .integer(tensor.subgraph), "call": .integer(tensor.call),
      "index": tensor.index < 0 ? .null : .integer(tensor.index), "name": .string(tensor.name),
    ]
  }

  private static func json(_ row: Comparison.Row) -> JSON {
    let difference = row.difference
    let isCounted = difference.count != nil && difference.unit != .texts
    func number(_ value: Double) -> JSON { isCounted ? .double(value) : .null }
    return [
      "a": json(row.a), "b": json(row.b), "pairedBy": .string(row.pair.reason.rawValue),
      "step": row.writer.map { .integer($0.position) } ?? .null,
      "op": .optional(row.writer?.operatorName), "kernelA": .optional(row.a.writer?.kernel),
      "kernelB": .optional(row.b.writer?.kernel), "shapeA": .integers(difference.shapes.a),
      "shapeB": .integers(difference.shapes.b), "unit": .string(difference.unit.rawValue),
      "equal": .bool(!difference.isDifferent), "maxAbs": number(difference.maximum),
      "maxRel": number(difference.relativeMaximum), "meanAbs": number(difference.mean),
      "differing": difference.count == nil ? .null : .integer(difference.differing),
      "share": .double(difference.share),
      "firstIndex": difference.firstPlace.map(JSON.integers) ?? .null,
      "firstA": isCounted ? difference.first.map { .double($0.a) } ?? .null : .null,
      "firstB": isCounted ? difference.first.map { .double($0.b) } ?? .null : .null,
      "origin": .bool(row.isOrigin), "readsUnpaired": .bool(row.readsUnpaired),
      "differingConstants": .strings(row.differingConstants),
    ]
  }

  /// The same for people.
  var text: String {
    var sides = TextTable(.left)
    for (letter, side) in [("A", comparison.a), ("B", comparison.b)] {
      sides.append(letter, side.path, side.settings ?? "arrays")
    }
    let different = rows.filter { $0.difference.isDifferent }
    let tolerance = comparison.tolerance
    let within =
      tolerance == TensorDifference.Tolerance()
      ? "" : " within \(tolerance.absolute) + \(tolerance.relative) · |value|"
    var lines = sides.lines(indentation: 0)
    lines.append(
      different.isEmpty
        ? "All \(rows.count) pairs of tensors are equal\(within)."
        : "\(different.count) of \(rows.count) pairs of tensors differ\(within).")
    let shown = showsAll ? rows : different
    if !shown.isEmpty { lines += table(shown) }
    if let first = different.first { lines.append("First difference: \(words(first))") }
    for row in rows where row.isOrigin { lines.append(origin(row)) }
    for (letter, tensors) in [("A", comparison.onlyA), ("B", comparison.onlyB)]
    where !tensors.isEmpty {
      lines.append("Only in \(letter): \(list(tensors))")
    }
    return lines.joined(separator: "\n")
  }

  private func table(_ rows: [Comparison.Row]) -> [String] {
    var table = TextTable(.right, .left, .left, .left, .right, .right, .right, .right)
    table.append(
      "step", "operator", "tensor", "shape", "max abs", "max rel", "mean abs", "differ", "")
    for row in rows {
      let difference = row.difference
      let isCounted = difference.count != nil && difference.unit != .texts
      func number(_ value: Double) -> String { isCounted ? String(format: "%.3g", value) : "" }
      let shapes = difference.shapes
      table.append(
        row.writer.map { "\($0.position)" } ?? "", row.writer?.operatorName ?? row.a.kind.rawValue,
        name(row), shape(shapes.a) + (shapes.a == shapes.b ? "" : " / " + shape(shapes.b)),
        number(difference.maximum), number(difference.relativeMaximum), number(difference.mean),
        difference.isDifferent ? String(format: "%.2f %%", 100 * difference.share) : "equal",
        row.isOrigin ? "begins here" : difference.unit == .reals ? "as reals" : "")
    }
    return table.lines()
  }

  private func shape(_ extents: [Int]) -> String {
    extents.isEmpty ? "scalar" : extents.map(String.init).joined(separator: "×")
  }

  /// A name for people: converters join the names of all operators that became one.
  private func short(_ tensor: DumpedTensor) -> String {
    let name = tensor.name.split(separator: ";").first.map(String.init) ?? ""
    guard !name.isEmpty else { return "tensor \(tensor.index)" }
    let limit = 44
    return name.count > limit ? "…" + name.suffix(limit - 1) : name
  }

  private func name(_ row: Comparison.Row) -> String {
    let text = short(row.a.name.isEmpty ? row.b : row.a)
    let call = row.a.subgraph == comparison.a.main ? "" : ", call \(row.a.call)"
    return call.isEmpty ? text : "\(text) (subgraph \(row.a.subgraph)\(call))"
  }

  private func words(_ row: Comparison.Row) -> String {
    let difference = row.difference
    guard difference.count != nil, difference.unit != .texts, let first = difference.first,
      let place = difference.firstPlace
    else {
      let shapes = difference.shapes
      guard shapes.a != shapes.b else { return "\(name(row))." }
      return "\(name(row)): \(shape(shapes.a)) in A, \(shape(shapes.b)) in B."
    }
    return "\(name(row)) at \(place): \(first.a) in A, \(first.b) in B."
  }

  private func origin(_ row: Comparison.Row) -> String {
    guard let writer = row.writer else { return "It begins at the input \(name(row))." }
    let constants = row.differingConstants
    let cause =
      constants.isEmpty
      ? row.readsUnpaired ? "what it reads has no partner" : "what it reads agrees"
      : "its tensors agree, its constants do not: \(constants.joined(separator: ", "))"
    let kernels = [row.a.writer?.kernel, row.b.writer?.kernel].compactMap { $0 }
    let used =
      kernels.count == 2 && kernels[0] != kernels[1] ? " (\(kernels[0]) / \(kernels[1]))" : ""
    return
      "It begins at step \(writer.position), \(writer.operatorName), \(name(row))\(used); \(cause)."
  }

  private func list(_ tensors: [DumpedTensor]) -> String {
    let limit = 8
    let names = tensors.prefix(limit).map { short($0) }
    let more = tensors.count > limit ? " and \(tensors.count - limit) more" : ""
    return names.joined(separator: ", ") + more
  }
}
