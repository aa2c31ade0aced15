internal import Foundation
internal import SwiftletCLI

/// The command `swiftlet`.
@main
struct Swiftlet {
  static func main() {
    exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
  }
}
