import Foundation

/// The published models, images and golden results that many tests compare with.
///
/// They are too large for this repository. `SWIFTLET_CORPUS` names their folder, or is empty for
/// none; where it is not set they are looked for beside the checkout. Tests that need them are
/// skipped where they are absent: `@Test(.enabled(if: Corpus.isPresent, "\(Corpus.advice)"))`.
package enum Corpus {
  /// Why a test was skipped, and what to do.
  package static let advice = "The corpus is absent: set SWIFTLET_CORPUS to its folder."

  /// The corpus' folder, or nil where there is none.
  package static let folder: String? = {
    if let given = ProcessInfo.processInfo.environment["SWIFTLET_CORPUS"] {
      return given.isEmpty ? nil : given
    }
    var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    // Support, Tests, the checkout, and what is beside it.
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let folder = root.appendingPathComponent("shared/corpus/public").path
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }()

  /// Whether the corpus is there.
  package static var isPresent: Bool { folder != nil }

  /// The path of a file of the corpus, by its path in the folder.
  package static func path(_ relative: String) throws -> String {
    guard let folder else { throw TestSupportError("The corpus is absent.") }
    return "\(folder)/\(relative)"
  }

  /// The path of a model, by its file name.
  package static func model(_ file: String) throws -> String {
    try path("models/\(file)")
  }

  /// The bytes of a file.
  package static func bytes(_ relative: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: try path(relative))))
  }

  /// The names in a folder of the corpus, sorted; empty where it is absent.
  package static func names(in relative: String, suffix: String = "") -> [String] {
    guard let path = try? path(relative),
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    else { return [] }
    return names.filter { $0.hasSuffix(suffix) }.sorted()
  }

  /// The file names of all models, sorted.
  package static var models: [String] { names(in: "models", suffix: ".tflite") }
}

/// What a test helper could not do.
package struct TestSupportError: Error, CustomStringConvertible {
  /// One sentence.
  package let description: String

  /// Makes an error.
  package init(_ description: String) {
    self.description = description
  }
}
