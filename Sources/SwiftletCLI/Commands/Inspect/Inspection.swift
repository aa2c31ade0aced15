internal import SwiftletFormat
internal import SwiftletRuntime
internal import SwiftletTensor

/// Everything that `inspect` tells of a model, gathered once for both forms of output.
struct Inspection {
  let path: String
  let model: Model
  let findings: [Finding]
  let fileMap: FileMap

  init(path: String, model: Model, options: PlanOptions) {
    self.path = path
    self.model = model
    findings = Finding.support(of: model, options: options)
    fileMap = FileMap(of: model)
  }
}

extension Node {
  /// The schema's name; for custom operators also theirs.
  var operatorName: String {
    code == .custom ? "CUSTOM:\(customName)" : code.schemaName
  }
}
