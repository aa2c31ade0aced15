internal import Foundation
internal import SwiftletImage

/// The paths of images: operands, and lines of standard input in place of `-`.
struct ImagePaths {
  let operands: [String]

  /// Sees that standard input can be read if paths come from there.
  func check() throws(CommandError) {
    guard operands.contains("-") else { return }
    // Nothing is taken, but a closed input or a folder shows.
    guard read(STDIN_FILENO, nil, 0) == 0 else {
      throw Self.unreadable("\(SystemError(errno))")
    }
  }

  static func unreadable(_ reason: String) -> CommandError {
    .failure(.unknown, "The paths on standard input cannot be read: \(reason).")
  }
}

/// Gives the paths one by one, and reads standard input only as far as they are asked for.
struct ImagePathReader: ~Copyable {
  /// The longest path that the system takes, and its line end.
  private static let lineLimit = Int(PATH_MAX) + 1

  private var operands: ArraySlice<String>
  private var input = DescriptorReader(STDIN_FILENO, closesAtEnd: false)

  init(_ paths: ImagePaths) { operands = paths.operands[...] }

  /// The next path, or nil behind the last.
  mutating func next() throws(CommandError) -> String? {
    while let operand = operands.first {
      guard operand == "-" else { return operands.removeFirst() }
      while let line = try nextLine() {
        if !line.isEmpty { return line }
      }
      operands.removeFirst()
    }
    return nil
  }

  private mutating func nextLine() throws(CommandError) -> String? {
    let line: String?
    do throws(VideoError) { line = try input.line(limit: Self.lineLimit) } catch {
      throw ImagePaths.unreadable("the system refuses to read it")
    }
    guard let line else {
      guard input.isAtEnd else {
        throw ImagePaths.unreadable("a line has more than \(Self.lineLimit) bytes")
      }
      return nil
    }
    // Lists that other systems wrote end their lines in two characters.
    return line.last == "\r" ? String(line.dropLast()) : line
  }
}
