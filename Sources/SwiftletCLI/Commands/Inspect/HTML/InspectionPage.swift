internal import SwiftletFormat

/// The page that `inspect --html` writes: one file, which needs nothing else and loads nothing.
///
/// What comes from the model travels as JSON in a script element that is not executed, and the
/// script puts it into the page as text only.
struct InspectionPage {
  private let inspection: Inspection

  init(_ inspection: Inspection) { self.inspection = inspection }

  /// The whole file.
  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <title>swiftlet inspect</title>
    <style>
    \(PageStyle.text)
    </style>
    </head>
    <body>
    \(PageStyle.skeleton)
    <script type="application/json" id="model">\(Self.embedded(data))</script>
    <script>
    "use strict";
    (() => {
    \(Self.scripts.joined(separator: "\n"))
    })();
    </script>
    </body>
    </html>

    """
  }

  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    + "base-uri 'none'; form-action 'none'"

  private static let scripts = [
    PageScript.core, PageScript.graph, PageScript.pointer, PageScript.details, PageScript.search,
    PageScript.memory, PageScript.tables, PageScript.file, PageScript.start,
  ]

  private var data: JSON {
    let drawings = inspection.model.subgraphs.indices.map {
      GraphDrawing(ofSubgraph: $0, in: inspection).json
    }
    guard case .object(let members) = inspection.json else { return .null }
    return .object(members + [.init(key: "drawings", value: .array(drawings))])
  }

  /// A JSON text that may stand in a script element: there only `<` could end the element or begin a
  /// comment, and JSON has it in strings alone.
  static func embedded(_ json: JSON) -> String {
    var text = ""
    for scalar in json.description.unicodeScalars {
      switch scalar {
      case "<": text += "\\u003c"
      case ">": text += "\\u003e"
      case "&": text += "\\u0026"
      case "\u{2028}": text += "\\u2028"
      case "\u{2029}": text += "\\u2029"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// The parts of the page's script, which share one scope.
enum PageScript {}
