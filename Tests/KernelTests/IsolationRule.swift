/// What the objects of an instruction set's module may share with the rest of the program.
///
/// The linker keeps one copy of a weak function for the whole program. A copy that was compiled
/// for a wide set and is linked in place of the baseline's ends in an illegal instruction on an
/// older processor. So every weak function must carry the name of its module, which no other
/// module's copy does. A reference to a template shows that it was not specialised: it would run
/// as slow baseline code, with vectors in memory.
struct IsolationRule {
  let module: String

  /// The violations of one object, as sentences.
  func violations(_ symbols: [ObjectFile.Symbol]) -> [String] {
    symbols.compactMap { symbol in
      if symbol.isUndefined {
        // The mangled name of a generic function ends in `lF`.
        let isTemplate =
          symbol.name.hasPrefix("$s12SwiftletSIMD") && symbol.name.hasSuffix("lF")
        return isTemplate ? "\(module) refers to the template \(symbol.name)" : nil
      }
      guard symbol.isWeak, symbol.isFunction, !isAllowed(symbol.name) else { return nil }
      return "\(module) has the shared function \(symbol.name)"
    }
  }

  /// Names of the module, and the compiler's own accessor of metadata, which every object has and
  /// which contains scalar code only.
  private func isAllowed(_ name: String) -> Bool {
    name.hasPrefix("__swift_instantiate") || carriesModule(name)
  }

  /// Whether a mangled name has the module in it.
  ///
  /// A word that occurred before is replaced by `0` and a letter, so that `13KernelsAVX512` may
  /// also be `0D6AVX512`.
  private func carriesModule(_ name: String) -> Bool {
    if name.contains("\(module.count)\(module)") { return true }
    let prefix = "Kernels"
    guard module.hasPrefix(prefix) else { return false }
    let rest = module.dropFirst(prefix.count)
    let characters = Array(name)
    let pattern = Array("\(rest.count)\(rest)")
    guard characters.count > pattern.count + 2 else { return false }
    return (2...characters.count - pattern.count).contains { start in
      characters[start - 2] == "0" && characters[start - 1].isUppercase
        && Array(characters[start..<start + pattern.count]) == pattern
    }
  }
}
