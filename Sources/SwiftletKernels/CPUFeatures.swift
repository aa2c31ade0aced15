package import SwiftletSIMD

#if arch(x86_64)
internal import _Builtin_intrinsics.intel.cpuid
#endif

/// What the processor and the operating system offer to kernels.
package struct CPUFeatures: Sendable {
  /// AVX2, FMA, BMI2 and F16C, with 256-bit registers saved by the system.
  package let hasAVX2: Bool
  /// AVX-512 F, BW, DQ, VL and VNNI, with 512-bit registers saved by the system.
  package let hasAVX512VNNI: Bool

  /// The features of the processor that runs this process.
  package static let current = CPUFeatures()

  /// The widest instruction set that kernels may use.
  package var widestISA: ISA {
    hasAVX512VNNI && hasAVX2 ? .avx512 : (hasAVX2 ? .avx2 : .portable)
  }

  #if arch(x86_64)
  private init() {
    let basic = Self.leaf(1, 0)
    let extended = Self.leaf(7, 0)
    // OSXSAVE; XGETBV itself is not importable, so leaf 0xD tells which registers are saved:
    // component n is on when the enabled area reaches that component's end.
    let savesState = basic.c >> 27 & 1 == 1
    let enabledArea = savesState ? Self.leaf(0xD, 0).b : 0
    func saves(_ component: UInt32) -> Bool {
      let area = Self.leaf(0xD, component)
      return area.a > 0 && enabledArea >= area.a + area.b
    }
    let fma = basic.c >> 12 & 1 == 1
    let f16c = basic.c >> 29 & 1 == 1
    let avx2 = extended.b >> 5 & 1 == 1
    let bmi2 = extended.b >> 8 & 1 == 1
    hasAVX2 = savesState && fma && f16c && avx2 && bmi2 && saves(2)
    let foundation = extended.b >> 16 & 1 == 1
    let doubleQuad = extended.b >> 17 & 1 == 1
    let byteWord = extended.b >> 30 & 1 == 1
    let vectorLength = extended.b >> 31 & 1 == 1
    let vnni = extended.c >> 11 & 1 == 1
    hasAVX512VNNI =
      savesState && foundation && doubleQuad && byteWord && vectorLength && vnni
      && saves(5) && saves(6) && saves(7)
  }

  private static func leaf(_ leaf: UInt32, _ subleaf: UInt32) -> (
    a: UInt32, b: UInt32, c: UInt32, d: UInt32
  ) {
    var a: UInt32 = 0
    var b: UInt32 = 0
    var c: UInt32 = 0
    var d: UInt32 = 0
    guard unsafe __get_cpuid_count(leaf, subleaf, &a, &b, &c, &d) != 0 else { return (0, 0, 0, 0) }
    return (a, b, c, d)
  }
  #else
  private init() {
    hasAVX2 = false
    hasAVX512VNNI = false
  }
  #endif
}
