import Foundation
import SwiftletTestSupport
import Testing

@Suite struct IsolationTests {
  static let modules: [String] = {
    #if arch(x86_64)
    ["KernelsPortable", "KernelsAVX2", "KernelsAVX512"]
    #else
    ["KernelsPortable"]
    #endif
  }()

  /// The objects of a module, which the build leaves beside the test program.
  static func objects(of module: String) throws -> [URL] {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let folder = program.deletingLastPathComponent().appending(path: "\(module).build")
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.lastPathComponent.hasSuffix(".swift.o") }
  }

  @Test(
    .enabled(if: !Watch.isOn, "the sanitizer puts code of its own into the kernels"),
    arguments: modules)
  func modulesShareNothing(module: String) throws {
    let objects = try Self.objects(of: module)
    try #require(!objects.isEmpty, "no objects of \(module)")
    var functions = 0
    for object in objects {
      let file = try ObjectFile([UInt8](Data(contentsOf: object)))
      functions += file.symbols.count { $0.isFunction && !$0.isUndefined }
      for violation in IsolationRule(module: module).violations(file.symbols) {
        Issue.record("\(violation), in \(object.lastPathComponent)")
      }
    }
    #expect(functions > 100, "the symbol tables seem not to be read")
  }

  // MARK: The rule itself

  typealias Symbol = ObjectFile.Symbol

  @Test(
    arguments: [
      // `Array.append` and `sorted()` specialised in the module.
      Symbol(name: "$sSa6appendyyxnFSi_Tg5", isWeak: true, isFunction: true),
      Symbol(
        name: "$sSMsSKRzrlE4sort2byySb7ElementSTQz_ACtKXE_tKFSaySfG_Tg5", isWeak: true,
        isFunction: true),
      // A template specialised for another set.
      Symbol(
        name: "$s12SwiftletSIMD5gemmQyxmlF11KernelsAVX2AAO_Tg5", isWeak: true, isFunction: true),
      Symbol(name: "$s12SwiftletSIMD5gemmQyxmlF0D4AVX20F0O_Tg5", isWeak: true, isFunction: true),
      // A template that was not specialised.
      Symbol(name: "$s12SwiftletSIMD5gemmQyyxmAA9VectorISARzlF", isUndefined: true),
    ])
  func seededDefectsAreFound(symbol: Symbol) {
    let harmless = Symbol(name: "$s13KernelsAVX5127kernelsSivp", isFunction: true)
    let found = IsolationRule(module: "KernelsAVX512").violations([harmless, symbol])
    #expect(found.count == 1)
    #expect(found.first?.contains(symbol.name) == true)
  }

  @Test(
    arguments: [
      Symbol(
        name: "$s12SwiftletSIMD5gemmQyxmlF13KernelsAVX5120O0O_Tg5", isWeak: true,
        isFunction: true),
      Symbol(name: "$s12SwiftletSIMD5gemmQyxmlF0D6AVX5120F0O_Tg5", isWeak: true, isFunction: true),
      Symbol(
        name: "__swift_instantiateConcreteTypeFromMangledNameAbstract", isWeak: true,
        isFunction: true),
      Symbol(name: "symbolic", isWeak: true),
      Symbol(name: "$s12SwiftletSIMD11KernelTableVMa", isUndefined: true),
      Symbol(name: "memcpy", isFunction: true, isUndefined: true),
    ])
  func harmlessSymbolsPass(symbol: Symbol) {
    #expect(IsolationRule(module: "KernelsAVX512").violations([symbol]).isEmpty)
  }

  @Test func damagedObjectsAreRefused() throws {
    #expect(throws: ObjectFile.Damage.self) { try ObjectFile([1, 2, 3]) }
    let object = try #require(try Self.objects(of: "KernelsPortable").first)
    let bytes = try [UInt8](Data(contentsOf: object))
    #expect(throws: ObjectFile.Damage.self) { try ObjectFile(Array(bytes.prefix(60))) }
    #expect(throws: ObjectFile.Damage.self) { try ObjectFile(Array(bytes.dropLast(100))) }
  }
}
