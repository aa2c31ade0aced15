internal import SwiftletFormat
internal import SwiftletOperators
internal import SwiftletSIMD

/// The flags that set how one side of a comparison runs, such as `--a-isa`.
struct SideFlags: Sendable {
  static let a = SideFlags(letter: "a")
  static let b = SideFlags(letter: "b")

  private let threads: Flag<Int>
  private let isa: Flag<ISA>
  private let arithmetic: Flag<Arithmetic>
  private let gemm: Flag<GemmBackend>
  private let winograd: Flag<OnOff>

  private init(letter: String) {
    let side = letter.uppercased()
    threads = Flag(integer: "--\(letter)-threads", "N", help: "--threads for side \(side) alone")
    isa = Flag(choice: "--\(letter)-isa", help: "--isa for side \(side) alone")
    arithmetic = Flag(
      choice: "--\(letter)-arithmetic", help: "--arithmetic for side \(side) alone")
    gemm = Flag(choice: "--\(letter)-gemm", help: "--gemm for side \(side) alone")
    winograd = Flag(choice: "--\(letter)-winograd", help: "--winograd for side \(side) alone")
  }

  var all: [FlagSyntax] {
    [threads.syntax, isa.syntax, arithmetic.syntax, gemm.syntax, winograd.syntax]
  }

  /// The settings of one side: its own flags, else those of both.
  func choices(
    _ arguments: ParsedArguments, over common: EngineChoices
  ) throws(CommandError) -> EngineChoices {
    EngineChoices(
      common, threads: try arguments.value(of: threads), isa: try arguments.value(of: isa),
      arithmetic: try arguments.value(of: arithmetic), gemm: try arguments.value(of: gemm),
      allowsWinograd: try arguments.value(of: winograd).map { $0 == .on })
  }
}

extension EngineChoices {
  /// Other choices with some of them replaced.
  fileprivate init(
    _ other: EngineChoices, threads: Int?, isa: ISA?, arithmetic: Arithmetic?, gemm: GemmBackend?,
    allowsWinograd: Bool?
  ) {
    json = other.json
    self.threads = threads ?? other.threads
    self.isa = isa ?? other.isa
    self.arithmetic = arithmetic ?? other.arithmetic
    self.gemm = gemm ?? other.gemm
    self.allowsWinograd = allowsWinograd ?? other.allowsWinograd
  }
}

extension DumpFolder {
  /// The files that hold the inputs of a model, by position; those that are not there are left out.
  func inputs(
    for model: Model, signature: String?
  ) throws(CommandError) -> [RunCase.Assignment<String>] {
    let subgraph =
      signature.flatMap { key in model.signatures.first { $0.key == key } }?.subgraph ?? 0
    let graph = model.subgraphs[subgraph]
    return graph.inputs.enumerated().compactMap { position, tensor in
      let name = graph.tensors[tensor].name
      let found =
        tensors.firstIndex {
          $0.subgraph == main && !$0.name.isEmpty
            && Pairing.fileName($0.name) == Pairing.fileName(name)
        } ?? tensors.firstIndex { $0.subgraph == main && $0.name.isEmpty && $0.index == tensor }
      return found.map { RunCase.Assignment(key: "\(position)", value: file(of: $0)) }
    }
  }
}
