internal import Foundation
internal import SwiftletKernels
internal import SwiftletSIMD

/// The machine that measures, in words for the head of a report.
package struct Machine: Sendable, Hashable {
  /// The processor's name, or its architecture where the system tells none.
  package let processor: String
  /// The processors that this process sees.
  package let processorCount: Int
  /// What the system says of the processor's vector instructions.
  package let features: [String]
  /// The instruction sets of kernels that can be chosen, narrowest first.
  package let instructionSets: [String]

  /// This machine.
  package static let current = Machine()

  private init() {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    func value(_ key: String) -> String? {
      for line in text.split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == key {
          return parts[1].trimmingCharacters(in: .whitespaces)
        }
      }
      return nil
    }
    processor = value("model name") ?? value("Model") ?? Self.architecture
    processorCount = ProcessInfo.processInfo.activeProcessorCount
    let listed = (value("flags") ?? value("Features") ?? "").split(separator: " ").map(String.init)
    features = listed.filter { Self.telling.contains($0) }
    instructionSets = Kernels.available.map(\.isa.rawValue)
  }

  /// The features that kernels use, or could.
  private static let telling: Set<String> = [
    "sse2", "sse4_1", "sse4_2", "avx", "avx2", "fma", "f16c", "bmi2", "avx_vnni", "avx512f",
    "avx512bw", "avx512dq", "avx512vl", "avx512_vnni", "avx512_vbmi", "avx512_bf16", "amx_int8",
    "amx_tile", "asimd", "asimdhp", "asimddp", "fphp", "i8mm", "bf16", "sve", "sve2",
  ]

  private static var architecture: String {
    #if arch(x86_64)
    "x86-64"
    #elseif arch(arm64)
    "AArch64"
    #else
    "unknown processor"
    #endif
  }
}
