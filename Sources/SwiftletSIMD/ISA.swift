/// The instruction sets that kernels are instantiated for, narrowest first.
public enum ISA: String, Sendable, CaseIterable, Comparable {
  /// The baseline of the architecture: SSE2 or NEON.
  case portable
  /// AVX2 with FMA (x86-64-v3).
  case avx2
  /// AVX-512 with VNNI (Cascade Lake and later, Zen 4 and later).
  case avx512

  /// Whether one set is narrower than another.
  public static func < (left: ISA, right: ISA) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .portable: 0
    case .avx2: 1
    case .avx512: 2
    }
  }
}
