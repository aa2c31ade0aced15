internal import SwiftletFormat
internal import SwiftletTensor

/// What metadata and associated files say about inputs and outputs.
extension FindingList {
  mutating func checkMetadata(
    _ metadata: ModelMetadata?, of model: Model, files: [Inspection.PackedFile]
  ) {
    guard let metadata, let graph = model.subgraphs.first else { return }
    checkFiles(of: metadata, among: files)
    guard let described = metadata.subgraphs.first else { return }
    for (kind, tensors, indices) in [
      ("inputs", described.inputs, graph.inputs), ("outputs", described.outputs, graph.outputs),
    ] where !tensors.isEmpty && tensors.count != indices.count {
      add(
        .metadataTensors,
        "The metadata describes \(tensors.count) \(kind), but the model has \(indices.count)")
    }
    for (position, (input, index)) in zip(described.inputs, graph.inputs).enumerated() {
      checkNormalization(of: input, graph.tensors[index], at: "input \(position)")
    }
    let isImageModel = described.inputs.contains { $0.isImage }
    for (position, (output, index)) in zip(described.outputs, graph.outputs).enumerated() {
      let place = "output \(position)"
      let classes = graph.tensors[index].classCount
      let labels = output.associatedFiles.filter { $0.type == .tensorAxisLabels }
      for label in labels {
        guard let file = files.first(where: { $0.name == label.name }) else { continue }
        checkCount(of: file, classes, at: "\(place), file \"\(file.name)\"")
      }
      let hasLabels = output.associatedFiles.contains {
        $0.type == .tensorAxisLabels || $0.type == .tensorValueLabels
      }
      let isClassification = graph.outputs.count == 1 && !output.isFeature && (classes ?? 0) > 1
      if isImageModel, isClassification, !hasLabels {
        add(.missingLabels, at: place, "has \(classes ?? 0) classes without names")
      }
    }
    checkLabels(in: metadata, files)
  }

  private mutating func checkFiles(
    of metadata: ModelMetadata, among files: [Inspection.PackedFile]
  ) {
    let names = Set(files.map { Array($0.name.utf8) })
    for file in metadata.allFiles {
      guard let name = file.name, !names.contains(Array(name.utf8)) else { continue }
      add(.missingFile, at: "file \"\(name)\"", "is named by the metadata and not in the archive")
    }
  }

  private mutating func checkNormalization(
    of input: TensorMetadata, _ tensor: Tensor, at place: String
  ) {
    let hasIt = input.processUnits.contains {
      if case .normalization = $0 { true } else { false }
    }
    if input.isImage, tensor.type == .float32, !hasIt {
      add(
        .missingNormalization, at: place, "takes pictures as float32 without mean and deviation")
    }
  }

  private mutating func checkCount(
    of file: Inspection.PackedFile, _ classes: Int?, at place: String
  ) {
    guard let classes, let lines = file.labels else { return }
    if lines.count != classes {
      add(
        .labelCount, at: place,
        "has \(counted(lines.count, "label")) for \(classes) classes")
    }
  }

  /// Files of labels line by line.
  private mutating func checkLabels(
    in metadata: ModelMetadata, _ files: [Inspection.PackedFile]
  ) {
    let names = Set(
      metadata.allFiles.filter {
        $0.type == .tensorAxisLabels || $0.type == .tensorValueLabels
      }.compactMap(\.name))
    for file in files where names.contains(file.name) {
      guard let lines = file.labels else { continue }
      let place = "file \"\(file.name)\""
      let returns = lines.count { $0.hasSuffix("\r") }
      if returns > 0 {
        add(.labelLineEndings, at: place, "ends \(counted(returns, "line")) with CR LF")
      }
      let labels = lines.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }
      if let empty = labels.firstIndex(of: "") {
        add(.labelEmpty, at: place, "has no text in line \(empty + 1)")
      }
      let counts = labels.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      for (label, count) in counts.sorted(by: { $0.key < $1.key }) where count > 1 && label != "" {
        add(.labelDuplicate, at: place, "has the label \"\(label)\" \(count) times")
      }
    }
  }
}

extension ModelMetadata {
  /// All files that are named anywhere, each name once.
  fileprivate var allFiles: [AssociatedFile] {
    var files = associatedFiles
    for graph in subgraphs {
      files += graph.associatedFiles
      files += (graph.inputs + graph.outputs).flatMap(\.associatedFiles)
    }
    var seen: Set<[UInt8]> = []
    return files.filter { seen.insert(Array(($0.name ?? "").utf8)).inserted }
  }
}

extension TensorMetadata {
  fileprivate var isImage: Bool {
    if case .image? = content?.properties { true } else { false }
  }

  fileprivate var isFeature: Bool {
    if case .feature? = content?.properties { true } else { false }
  }
}

extension Tensor {
  /// The extent of the last axis, if it is known.
  fileprivate var classCount: Int? {
    guard let last = (shapeSignature ?? shape).dimensions.last, last >= 0 else { return nil }
    return last
  }
}
