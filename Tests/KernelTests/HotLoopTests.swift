import Foundation
import SwiftletTestSupport
import Testing

#if arch(x86_64)
/// What the compiler made of the kernels' inner loops.
@Suite struct HotLoopTests {
  private static let disassembler = (try? IsolationTests.objects(of: "KernelsPortable").first)
    .flatMap { try? Disassembly(of: $0) }

  static let isAvailable = disassembler != nil

  private static func functions(of module: String) throws -> [Disassembly.Function] {
    try IsolationTests.objects(of: module).flatMap { try Disassembly(of: $0)?.functions ?? [] }
  }

  /// A closure or an intrinsic that was not inlined is called for each vector.
  @Test(
    .enabled(if: isAvailable, "the toolchain has no llvm-objdump"),
    .enabled(if: !Watch.isOn, "the sanitizer puts code of its own into the kernels"),
    arguments: IsolationTests.modules)
  func innerLoopsCallNoClosures(module: String) throws {
    var loops = 0
    for function in try Self.functions(of: module) {
      for loop in function.innermostLoops {
        loops += 1
        let calls = loop.filter {
          $0.callsIndirectly || ($0.text.hasPrefix("call") && $0.text.contains("_mm"))
        }
        #expect(calls.isEmpty, "\(function.name) calls \(calls.map(\.text))")
      }
    }
    #expect(loops > 300, "the loops seem not to be found")
  }

  /// The tiles of matrix products keep their sums in registers and use the set's best instruction.
  ///
  /// SSE2's 16 registers hold 12 sums and 4 weights, so that a few are pushed out.
  @Test(
    .enabled(if: isAvailable, "the toolchain has no llvm-objdump"),
    .enabled(if: !Watch.isOn, "the sanitizer puts code of its own into the kernels"),
    arguments: [
      ("KernelsAVX512", "gemmTileQ8", "vpdpbusd"), ("KernelsAVX512", "gemmTileF32", "vfmadd"),
      ("KernelsAVX2", "gemmTileQ8", "vpmaddwd"), ("KernelsAVX2", "gemmTileF32", "vfmadd"),
      ("KernelsPortable", "gemmTileQ8", "pmaddwd"), ("KernelsPortable", "gemmTileF32", "mulps"),
    ])
  func tilesStayInRegisters(module: String, kernel: String, instruction: String) throws {
    let tiles = try Self.functions(of: module).filter { $0.name.contains(kernel) }
    #expect(tiles.count >= 3, "\(tiles.count) tiles")
    let mostSpills = module == "KernelsPortable" ? 3 : 0
    for tile in tiles {
      let hot = tile.innermostLoops.filter { loop in
        loop.contains { $0.text.hasPrefix(instruction) }
      }
      #expect(!hot.isEmpty, "\(tile.name) has no loop with \(instruction)")
      for loop in hot {
        let spills = loop.filter(\.spills)
        #expect(spills.count <= mostSpills, "\(tile.name) spills: \(spills.map(\.text))")
        #expect(!loop.contains { $0.text.hasPrefix("call") }, "\(tile.name) calls in its loop")
      }
    }
  }

  /// The reader of disassemblies finds what the rules look for.
  @Test func defectsAreFound() throws {
    let text = """
      0000000000000000 <good>:
             0:      \tmovq\t%rdi, %rax
             3:      \tvpdpbusd\t(%r9), %zmm5, %zmm3
             9:      \tjne\t0x3 <good+0x3>
      0000000000000010 <bad>:
            10:      \tvpdpbusd\t(%r9), %zmm5, %zmm3
            14:      \tvmovups\t%zmm3, 0x40(%rsp)
            18:      \tcallq\t*0x10(%rbp)
            1c:      \tjb\t0x10 <bad>
      """
    let functions = Disassembly.functions(in: text)
    try #require(functions.map(\.name) == ["good", "bad"])
    let good = try #require(functions[0].innermostLoops.first)
    #expect(good.count == 2 && !good.contains { $0.spills || $0.callsIndirectly })
    let bad = try #require(functions[1].innermostLoops.first)
    #expect(bad.contains(where: \.spills) && bad.contains(where: \.callsIndirectly))
  }
}
#endif
