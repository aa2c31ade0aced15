internal import SwiftletFormat

extension FileMap {
  /// The value of the key `fileMap`.
  var json: JSON {
    .array(
      regions.map { region in
        [
          "offset": .integer(region.offset), "length": .integer(region.length),
          "kind": .string(region.kind.rawValue), "label": .optional(region.label),
        ]
      })
  }
}
