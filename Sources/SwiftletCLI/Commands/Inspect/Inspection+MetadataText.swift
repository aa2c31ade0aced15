internal import SwiftletFormat

/// Metadata and associated files for people.
extension Inspection {
  /// What the author wrote; long texts are cut unless `isFull`.
  func metadataLines(isFull: Bool) -> [String] {
    guard let metadata else { return [] }
    var lines = ["", "metadata"]
    var table = TextTable(.left)
    for (name, value) in [
      ("name", metadata.name), ("description", metadata.description),
      ("version", metadata.version), ("author", metadata.author), ("licence", metadata.license),
      ("parser", metadata.minimumParserVersion.map { "\($0) or later" }),
    ] {
      // Licences come in full at times.
      if let value, !value.isEmpty { table.append(name, shortened(value, unless: isFull)) }
    }
    lines += table.lines()
    for graph in metadata.subgraphs {
      for (kind, tensors) in [("input", graph.inputs), ("output", graph.outputs)] {
        for (index, tensor) in tensors.enumerated() {
          lines += self.lines(of: tensor, called: "\(kind) \(index)", isFull: isFull)
        }
      }
      for block in graph.customMetadata {
        lines.append(printable("  custom block \(block.name ?? "") of \(block.data.count) bytes"))
      }
    }
    return lines
  }

  private func lines(of tensor: TensorMetadata, called title: String, isFull: Bool) -> [String] {
    var table = TextTable(.left)
    if let description = tensor.description, !description.isEmpty {
      table.append("description", shortened(description, unless: isFull))
    }
    if let content = tensor.content { table.append("content", text(of: content.properties)) }
    for unit in tensor.processUnits { table.append(unit.schemaName, text(of: unit)) }
    if let statistics = tensor.statistics,
      !statistics.minimum.isEmpty || !statistics.maximum.isEmpty
    {
      table.append("range", "\(list(statistics.minimum)) to \(list(statistics.maximum))")
    }
    for file in tensor.associatedFiles {
      let locale = file.locale.map { " (\($0))" } ?? ""
      table.append("file", "\(file.name ?? "–"): \(file.type)\(locale)")
    }
    let name = tensor.name.map { " \"\($0)\"" } ?? ""
    return [printable("  \(title)\(name)")] + table.lines(indentation: 4)
  }

  private func text(of content: ContentProperties) -> String {
    switch content {
    case .image(let image):
      let size = image.defaultSize.map { ", best at \($0.width)×\($0.height)" } ?? ""
      return "image, \(image.colorSpace)\(size)"
    case .boundingBox(let box):
      return "boxes, \(box.type.schemaName), \(box.coordinateType.schemaName), order \(box.index)"
    case .audio(let audio):
      return "sound, \(audio.sampleRate) Hz, \(audio.channels) channels"
    case .none, .feature, .unknown: return content.schemaName
    }
  }

  private func text(of unit: ProcessUnit) -> String {
    switch unit {
    case .normalization(let mean, let std): "mean \(list(mean)) std \(list(std))"
    case .scoreCalibration(let transformation, let score): "\(transformation), default \(score)"
    case .scoreThresholding(let threshold): "at least \(threshold)"
    case .bertTokenizer(let vocabularies): names(vocabularies)
    case .sentencePieceTokenizer(let models, let vocabularies): names(models + vocabularies)
    case .regexTokenizer(let delimiter, let vocabularies):
      "\(delimiter ?? "") \(names(vocabularies))"
    case .none, .unknown: ""
    }
  }

  private func names(_ files: [AssociatedFile]) -> String {
    files.compactMap(\.name).joined(separator: ", ")
  }

  private func list(_ values: [Float]) -> String {
    let shown = values.prefix(4).map(\.description).joined(separator: ", ")
    return values.count > 4 ? "\(shown), …" : shown
  }

  private func shortened(_ text: String, unless isFull: Bool) -> String {
    let limit = isFull ? Int.max : 200
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > limit ? "\(line.prefix(limit))…" : line
  }

  var associatedFileLines: [String] {
    guard !files.isEmpty else { return [] }
    var table = TextTable(.left, .right, .right)
    for file in files {
      table.append(
        file.name, "\(file.location.count) bytes",
        file.content.lineCount.map { "\($0) lines" } ?? "no text",
        file.content.firstLines.joined(separator: " ⏎ "))
    }
    return ["", "associated files"] + table.lines()
  }
}
