internal import KernelsPortable
package import SwiftletSIMD

#if canImport(KernelsAVX2)
internal import KernelsAVX2
internal import KernelsAVX512
#endif

/// The kernel tables that this processor can run.
package enum Kernels {
  /// All usable tables, narrowest first.
  package static let available: [KernelTable] = {
    var tables = [KernelTable.portable]
    #if canImport(KernelsAVX2)
    if CPUFeatures.current.hasAVX2 { tables.append(.avx2) }
    if CPUFeatures.current.widestISA == .avx512 { tables.append(.avx512) }
    #endif
    return tables
  }()

  /// The widest usable table.
  package static let widest = available[available.count - 1]

  /// The table for one instruction set, or nil where the processor lacks it.
  package static func table(for isa: ISA) -> KernelTable? {
    available.first { $0.isa == isa }
  }
}
