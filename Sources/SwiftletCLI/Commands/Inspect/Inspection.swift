internal import SwiftletFormat
internal import SwiftletRuntime

/// Everything that `inspect` tells of a model, gathered once for both forms of output.
struct Inspection {
  let path: String
  let model: Model
  /// What the model's author wrote; nil where there is nothing, or nothing that can be read.
  let metadata: ModelMetadata?
  let files: [PackedFile]
  let file: ModelFileMap
  let findings: [Finding]

  /// A file in the archive behind the model.
  struct PackedFile {
    let name: String
    let location: BufferLocation
    let content: PackedText
  }

  init(path: String, model: Model, options: PlanOptions) {
    self.path = path
    self.model = model
    var findings = Finding.support(of: model, options: options)
    do throws(MetadataError) {
      metadata = try model.metadata()
    } catch {
      metadata = nil
      findings.append(Finding(severity: .warning, place: nil, message: error.description))
    }
    do throws(MetadataError) {
      let archive = try model.associatedFiles()
      files = archive.names.compactMap { name in
        archive.location(of: name).map { location in
          PackedFile(
            name: name, location: location, content: PackedText(model.bytes(of: location)))
        }
      }
    } catch {
      files = []
      findings.append(Finding(severity: .warning, place: nil, message: error.description))
    }
    findings += Finding.missingFiles(in: metadata, among: files.map(\.name))
    file = ModelFileMap(of: model)
    self.findings = findings
  }
}

extension Node {
  /// The schema's name; for custom operators also theirs.
  var operatorName: String {
    code == .custom ? "CUSTOM:\(customName)" : operatorCode.name
  }
}
