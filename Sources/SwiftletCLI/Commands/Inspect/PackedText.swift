internal import SwiftletTensor

/// The first lines of a file in a model's archive, if it is text.
struct PackedText {
  /// The first lines.
  let firstLines: [String]
  /// The number of lines; nil for what is no text.
  let lineCount: Int?

  /// Lines that are kept, and how many bytes of each.
  private static let limits = (lines: 3, bytes: 80)

  init(_ bytes: TensorBytes) {
    let all = bytes.elements(as: UInt8.self)
    guard !all.contains(where: { $0 < 0x20 && !(9...13).contains($0) }) else {
      firstLines = []
      lineCount = nil
      return
    }
    let lines = all.split(separator: 10, omittingEmptySubsequences: false)
    // A line feed at the end ends the last line and begins none.
    lineCount = lines.last?.isEmpty == true ? lines.count - 1 : lines.count
    firstLines = lines.prefix(min(Self.limits.lines, lineCount ?? 0)).map { line in
      String(decoding: line.prefix(Self.limits.bytes), as: UTF8.self)
        .trimmingSuffix(while: \.isNewline) + (line.count > Self.limits.bytes ? "…" : "")
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    var text = Substring(self)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return String(text)
  }
}
