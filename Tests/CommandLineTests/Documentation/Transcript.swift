import Foundation

/// What a block shows of a shell: commands, and what they print.
struct Transcript {
  /// One command with its output.
  struct Step {
    /// The command without prompt, its continued lines joined.
    var command: String
    /// The lines that the page shows behind it; nil if it is no transcript but a list of commands.
    var output: [String]?
  }

  private(set) var steps: [Step] = []

  /// - Parameter block: Of the kind `console`, where commands stand behind `$ `, or `sh`.
  init(_ block: DocumentedBlock) {
    let hasPrompts = block.kind == "console"
    var isContinued = false
    for line in block.lines {
      let isCommand = isContinued || !hasPrompts || line.hasPrefix("$ ")
      guard isCommand else {
        if !steps.isEmpty { steps[steps.count - 1].output?.append(line) }
        continue
      }
      let text = hasPrompts && !isContinued ? String(line.dropFirst(2)) : line
      let piece = text.hasSuffix("\\") ? String(text.dropLast()) : text
      if isContinued {
        steps[steps.count - 1].command += piece
      } else if !piece.trimmingCharacters(in: .whitespaces).isEmpty, !piece.hasPrefix("#") {
        steps.append(Step(command: piece, output: hasPrompts ? [] : nil))
      }
      isContinued = text.hasSuffix("\\")
    }
  }

  /// Whether an output is the one that a page shows.
  ///
  /// An ellipsis stands for what a line has there, and, alone on a line, for any lines. The name of
  /// an instruction set stands for the machine's.
  static func shows(_ lines: [String], _ output: String) -> Bool {
    let pattern = lines.map { line in
      if line.trimmingCharacters(in: .whitespaces) == "…" { return "(?:[^\\n]*\\n)*?" }
      let pieces = line.components(separatedBy: "…").map(NSRegularExpression.escapedPattern)
      return pieces.joined(separator: "[^\\n]*?")
        .replacingOccurrences(
          of: "\\b(avx512|avx2|portable)\\b", with: "(?:avx512|avx2|portable)",
          options: .regularExpression) + "\\n"
    }
    return output.range(of: "\\A\(pattern.joined())\\z", options: .regularExpression) != nil
  }
}
