internal import SwiftletFormat
internal import SwiftletTensor

/// `SKIP_GRAM`: groups of words of a text in their order, with some words between them left out.
struct SkipGram: InterpretedOperator {
  static let code = BuiltinOperator.skipGram
  static let elementTypes: [ElementType] = [.string]
  /// LiteRT's kernel puts another buffer in the place of its result.
  let announcesShapes = false
  private let options: SkipGramOptions
  /// What a short string takes in memory besides its bytes.
  private static let bytesPerString = 64

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let (input, output) = (try node.input(0), try node.output())
    try node.require(
      input.type == .string && output.type == .string, "has operands that are not strings")
    options = node.options(as: SkipGramOptions.self)
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    let input = try operand(0, of: inputs)
    guard let text = input.strings?.first else {
      throw .invalid("has an input without a string")
    }
    let words = Self.words(of: text)
    var grams: [[UInt8]] = []
    if options.ngramSize > 0, words.count >= options.ngramSize {
      try collect(words, into: &grams, byteLimit: min(host.resultByteLimit, Int(Int32.max)))
    }
    return [TensorValue(strings: grams, shape: [grams.count])]
  }

  /// Walks through all groups: `picks` are the words of the present one, `depth` of which count.
  ///
  /// Where shorter groups do not count, words that leave too few behind them are not tried: among
  /// many words there may be billions of beginnings without an end.
  private func collect(
    _ words: [ArraySlice<UInt8>], into grams: inout [[UInt8]], byteLimit: Int
  ) throws(OperatorError) {
    let size = options.ngramSize
    var picks = [Int](repeating: 0, count: size)
    let shortest = options.includeAllNgrams ? 1 : size
    var depth = 1
    var bytes = 8
    while depth >= 0 {
      if depth < size, picks[depth] + max(shortest - depth, 1) < words.count,
        depth == 0 || picks[depth] - picks[depth - 1] <= options.maxSkipSize
      {
        picks[depth] += 1
        depth += 1
        if depth < size { picks[depth] = picks[depth - 1] }
        continue
      }
      if depth >= shortest {
        let gram = picks[..<depth].map { words[$0] }.joined(separator: [0x20])
        grams.append(Array(gram))
        bytes += grams[grams.count - 1].count + Self.bytesPerString
        guard bytes <= byteLimit else {
          throw .invalid("gives strings of more than \(byteLimit) bytes")
        }
      }
      depth -= 1
    }
  }

  /// The words of a text; as in LiteRT, one space at its beginning belongs to the first word.
  private static func words(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    var start = 0
    for index in text.indices.dropFirst() where isSpace(text[index]) {
      if index > start, !isSpace(text[start]) { words.append(text[start..<index]) }
      start = index + 1
    }
    if start < text.count { words.append(text[start...]) }
    return words
  }

  /// A blank, or one of the characters from tab to carriage return.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D ~= byte) }
}
