internal import Foundation
internal import SwiftletKernels
internal import SwiftletOperators
internal import SwiftletRuntime
internal import SwiftletSIMD

/// The flags that every command has.
enum CommonFlags {
  static let json = Switch("--json", help: "print one JSON object a line instead of text")
  static let threads = Flag<Int>(
    integer: "--threads", "N", help: "threads that share the work (default 1, or SWIFTLET_THREADS)")
  static let isa = Flag<ISA>(
    choice: "--isa", help: "instruction set (default the widest, or SWIFTLET_ISA)")
  static let arithmetic = Flag<Arithmetic>(
    choice: "--arithmetic", help: "whose integers quantised models give (default litert)")
  static let gemm = Flag<GemmBackend>(
    choice: "--gemm", help: "who multiplies float matrices (default the faster one)")
  static let winograd = Flag<OnOff>(
    choice: "--winograd", help: "Winograd's algorithm for 3×3 float convolutions (default on)")

  static let all = [
    json.syntax, threads.syntax, isa.syntax, arithmetic.syntax, gemm.syntax, winograd.syntax,
  ]
}

/// The values of a flag that turns something on or off.
enum OnOff: String, CaseIterable, Sendable {
  case on
  case off
}

/// What the flags of every command and the environment say about output and engine.
struct EngineChoices {
  let json: Bool
  let threads: Int
  let isa: ISA?
  let arithmetic: Arithmetic
  let gemm: GemmBackend?
  let allowsWinograd: Bool

  /// Reads the flags; all values have to parse before any is judged.
  init(
    _ arguments: ParsedArguments,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(CommandError) {
    json = arguments.isSet(CommonFlags.json)
    let threads = try arguments.value(of: CommonFlags.threads)
    let isa = try arguments.value(of: CommonFlags.isa)
    arithmetic = try arguments.value(of: CommonFlags.arithmetic) ?? .litert
    gemm = try arguments.value(of: CommonFlags.gemm)
    allowsWinograd = try arguments.value(of: CommonFlags.winograd) != .off
    // The flags win over the environment, which is then not even looked at.
    if let threads {
      self.threads = threads
    } else {
      self.threads = try Self.threads(in: environment)
    }
    if let isa {
      self.isa = isa
    } else {
      self.isa = try Self.isa(in: environment)
    }
  }

  /// Refuses what parses but cannot be had.
  func check() throws(CommandError) {
    let limit = PlanLimits().threads
    guard (1...limit).contains(threads) else {
      throw .failure(
        .invalidArgument,
        "The number of threads is \(threads), but it has to be from 1 to \(limit).")
    }
    if let isa, Kernels.table(for: isa) == nil {
      let offered = Kernels.available.map(\.isa.rawValue).joined(separator: ", ")
      throw .failure(
        .unimplemented,
        "This processor or build lacks the instruction set \(isa.rawValue); choose from \(offered)."
      )
    }
    if gemm == .openblas, let reason = OpenBLAS.reasonForAbsence {
      throw .failure(.unimplemented, reason)
    }
  }

  /// How models are planned.
  var planOptions: PlanOptions {
    PlanOptions(
      arithmetic: arithmetic, isa: isa, threads: threads, gemm: gemm,
      allowsWinograd: allowsWinograd)
  }

  private static func threads(in environment: [String: String]) throws(CommandError) -> Int {
    guard let text = environment["SWIFTLET_THREADS"], !text.isEmpty else { return 1 }
    guard let threads = Int(text) else {
      throw .failure(
        .invalidArgument, "SWIFTLET_THREADS is \"\(text)\", but it has to be a whole number.")
    }
    return threads
  }

  private static func isa(in environment: [String: String]) throws(CommandError) -> ISA? {
    guard let text = environment["SWIFTLET_ISA"], !text.isEmpty else { return nil }
    guard let isa = ISA(rawValue: text) else {
      let words = ISA.allCases.map(\.rawValue).joined(separator: ", ")
      throw .failure(
        .invalidArgument, "SWIFTLET_ISA is \"\(text)\", but it has to be one of \(words).")
    }
    return isa
  }
}
