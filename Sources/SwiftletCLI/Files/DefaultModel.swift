internal import Foundation

/// The model that image commands use when none is given.
enum DefaultModel {
  static let fileName = "efficientnet_lite0_int8.tflite"

  /// Where the model is: what the environment says, else in the working tree that the executable was
  /// built in, else where `make install` puts it, else in a working tree around the current folder.
  static func path(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    if let given = environment["SWIFTLET_DEFAULT_MODEL"], !given.isEmpty { return given }
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let folder = URL(fileURLWithPath: executable ?? CommandLine.arguments[0])
      .deletingLastPathComponent()
    let installed = folder.deletingLastPathComponent()
      .appendingPathComponent("share/swiftlet/\(fileName)").path
    let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let candidates = inTree(around: folder) + [installed] + inTree(around: current)
    return candidates.first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Where the model would be if a folder or one above it were the working tree.
  private static func inTree(around folder: URL) -> [String] {
    var candidates: [String] = []
    var folder = folder
    while true {
      candidates.append(folder.appendingPathComponent("Fixtures/models/\(fileName)").path)
      guard folder.path != "/" else { return candidates }
      folder.deleteLastPathComponent()
    }
  }
}
