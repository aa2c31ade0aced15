internal import SwiftletFormat
internal import SwiftletRuntime
internal import SwiftletTensor

/// Everything that `inspect` tells of a model, gathered once for all forms of output.
struct Inspection {
  let path: String
  let model: Model
  /// What does not hold in the model, if anything.
  let reading: ModelReading
  /// What the model's author wrote; nil where there is nothing, or nothing that can be read.
  let metadata: ModelMetadata?
  let files: [PackedFile]
  let file: ModelFileMap
  let plans: InspectedPlans
  let findings: [Finding]

  /// A file in the archive behind the model.
  struct PackedFile {
    let name: String
    let location: BufferLocation
    let content: PackedText
    fileprivate let bytes: TensorBytes

    /// The lines of a text, as a task reads its labels: without the line feed that ends each.
    var labels: [String]? {
      guard let count = content.lineCount else { return nil }
      let lines = bytes.elements(as: UInt8.self).split(
        separator: 10, omittingEmptySubsequences: false)
      return lines.prefix(count).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  init(path: String, _ reading: ModelReading, options: PlanOptions) {
    self.path = path
    self.reading = reading
    let model = reading.model
    self.model = model
    var list = FindingList()
    list.addFaults(of: reading)
    plans = InspectedPlans(of: reading, options: options)
    for failure in plans.failures { list.add(failure) }
    for node in plans.unreached { list.add(node, .unreachableOperator) }
    do throws(MetadataError) {
      metadata = try model.metadata()
    } catch {
      metadata = nil
      list.add(.damagedMetadata, Self.clause(error.description))
    }
    do throws(MetadataError) {
      let archive = try model.associatedFiles()
      files = archive.names.compactMap { name in
        archive.location(of: name).map { location in
          let bytes = model.bytes(of: location)
          return PackedFile(
            name: name, location: location, content: PackedText(bytes), bytes: bytes)
        }
      }
    } catch {
      files = []
      list.add(.damagedArchive, Self.clause(error.description))
    }
    file = ModelFileMap(of: model)
    list.checkMetadata(metadata, of: model, files: files)
    // What was loaded can be read again.
    if let forms = try? StoredForms(of: model) { list.checkTensors(of: model, forms: forms) }
    list.checkFile(of: model, file)
    findings = list.findings
  }

  /// A sentence without its final period.
  private static func clause(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// Whether anything was found that `--strict` does not accept.
  var isSound: Bool { findings.allSatisfy { $0.severity == .note } }
}

extension Node {
  /// The schema's name; for custom operators also theirs.
  var operatorName: String {
    code == .custom ? "CUSTOM:\(customName)" : operatorCode.name
  }
}
