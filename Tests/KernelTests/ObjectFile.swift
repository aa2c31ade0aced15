/// The symbol table of a relocatable ELF file with 64-bit little-endian fields.
struct ObjectFile {
  /// One entry of the table.
  struct Symbol: Hashable {
    var name: String
    /// Whether another object's definition may replace it, or be replaced by it.
    var isWeak = false
    var isFunction = false
    /// Whether the object needs it and does not have it.
    var isUndefined = false
  }

  /// What is wrong with the bytes.
  struct Damage: Error, Equatable {
    let reason: String
  }

  let symbols: [Symbol]

  init(_ bytes: [UInt8]) throws {
    func integer(_ offset: Int, _ count: Int) throws -> Int {
      guard offset >= 0, offset <= bytes.count - count else {
        throw Damage(reason: "ends before byte \(offset)")
      }
      return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    func string(_ offset: Int) throws -> String {
      guard offset < bytes.count else { throw Damage(reason: "ends before byte \(offset)") }
      return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
    }
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else {
      throw Damage(reason: "is no 64-bit little-endian ELF file")
    }
    let sections = try integer(0x28, 8)
    let sectionSize = try integer(0x3A, 2)
    var sectionCount = try integer(0x3C, 2)
    // Where the count does not fit 16 bits, section 0 has it in place of its size.
    if sectionCount == 0 { sectionCount = try integer(sections + 0x20, 8) }
    var symbols: [Symbol] = []
    for section in 0..<sectionCount {
      let header = sections + section * sectionSize
      guard try integer(header + 4, 4) == 2 else { continue }
      let table = try integer(header + 0x18, 8)
      let size = try integer(header + 0x20, 8)
      let names = try integer(
        sections + integer(header + 0x28, 4) * sectionSize + 0x18, 8)
      for entry in stride(from: table, to: table + size, by: 24) {
        let info = try integer(entry + 4, 1)
        symbols.append(
          Symbol(
            name: try string(names + integer(entry, 4)), isWeak: info >> 4 == 2,
            isFunction: info & 15 == 2, isUndefined: try integer(entry + 6, 2) == 0))
      }
    }
    self.symbols = symbols
  }
}
