internal import SwiftletTensor

/// The header of a `.npy` file: a Python dictionary with three keys.
struct NPYHeader {
  private(set) var type = ElementType.float32
  private(set) var isBigEndian = false
  private(set) var isFortranOrder = false
  private(set) var shape: [Int] = []

  /// NumPy itself makes no array of more axes.
  private static let maximumRank = 64

  /// Reads the dictionary; other Python than NumPy writes there is refused.
  init(_ text: String) throws(NPYError) {
    var scanner = PythonScanner(text)
    var found: Set<String> = []
    try scanner.expect("{")
    while !scanner.take("}") {
      let key = try scanner.string()
      try scanner.expect(":")
      switch key {
      case "descr": try readDescriptor(&scanner)
      case "fortran_order": isFortranOrder = try scanner.boolean()
      case "shape": shape = try scanner.tuple(limit: Self.maximumRank)
      default: throw NPYError(reason: "has an unknown key \"\(key)\" in its header")
      }
      guard found.insert(key).inserted else {
        throw NPYError(reason: "has the key \"\(key)\" twice in its header")
      }
      guard !scanner.take(",") else { continue }
      try scanner.expect("}")
      break
    }
    guard found.count == 3 else {
      throw NPYError(reason: "lacks one of descr, fortran_order and shape in its header")
    }
  }

  private mutating func readDescriptor(_ scanner: inout PythonScanner) throws(NPYError) {
    guard !scanner.take("[") else {
      throw NPYError(reason: "has elements of several fields, which no tensor has")
    }
    let text = try scanner.string()
    var rest = Substring(text)
    if let order = rest.first, "<>|=".contains(order) {
      isBigEndian = order == ">"
      rest = rest.dropFirst()
    }
    guard let kind = rest.popFirst(), let byteCount = Int(rest),
      let type = NPYArray.type(kind: kind, byteCount: byteCount)
    else { throw NPYError(reason: "has elements of NumPy's type \"\(text)\", which no tensor has") }
    self.type = type
  }
}

/// Reads the few forms of Python literals that `.npy` headers contain.
private struct PythonScanner {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) { rest = Substring(text).unicodeScalars }

  private mutating func skipSpace() {
    while let scalar = rest.first, scalar.properties.isWhitespace { rest.removeFirst() }
  }

  /// Takes a character if it comes next.
  mutating func take(_ expected: Unicode.Scalar) -> Bool {
    skipSpace()
    guard rest.first == expected else { return false }
    rest.removeFirst()
    return true
  }

  mutating func expect(_ expected: Unicode.Scalar) throws(NPYError) {
    guard take(expected) else { throw NPYError(reason: "has a header without \"\(expected)\"") }
  }

  /// A string in either kind of quotation marks; NumPy's need no escapes.
  mutating func string() throws(NPYError) -> String {
    skipSpace()
    guard let quote = rest.popFirst(), quote == "'" || quote == "\"",
      let end = rest.firstIndex(of: quote)
    else { throw NPYError(reason: "has a header with a text out of place") }
    let text = String(String.UnicodeScalarView(rest[..<end]))
    rest = rest[end...].dropFirst()
    return text
  }

  mutating func boolean() throws(NPYError) -> Bool {
    switch word() {
    case "True": return true
    case "False": return false
    default: throw NPYError(reason: "has a header whose fortran_order is neither True nor False")
    }
  }

  /// A tuple of sizes; Python 2 wrote them with an `L` behind.
  mutating func tuple(limit: Int) throws(NPYError) -> [Int] {
    try expect("(")
    var sizes: [Int] = []
    while !take(")") {
      var digits = word()
      if digits.last == "L" { digits.removeLast() }
      guard let size = Int(digits), size >= 0 else {
        throw NPYError(reason: "has a header whose shape is not a tuple of sizes")
      }
      guard sizes.count < limit else { throw NPYError(reason: "has more than \(limit) axes") }
      sizes.append(size)
      guard !take(",") else { continue }
      try expect(")")
      break
    }
    return sizes
  }

  private mutating func word() -> String {
    skipSpace()
    var word = ""
    while let scalar = rest.first, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
      word.unicodeScalars.append(scalar)
      rest.removeFirst()
    }
    return word
  }
}
