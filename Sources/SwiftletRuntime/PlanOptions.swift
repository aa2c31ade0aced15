public import SwiftletOperators
public import SwiftletSIMD

/// How a model is to be planned.
public struct PlanOptions: Sendable {
  /// Which peer's integers quantised operators give.
  public var arithmetic: Arithmetic
  /// The instruction set to use; nil for the widest that the processor has.
  public var isa: ISA?
  /// The number of threads that work on one run, at least 1.
  public var threads: Int
  /// Who multiplies float matrices; nil for whoever is faster beside the instruction set.
  public var gemm: GemmBackend?
  /// Whether 3×3 float convolutions may use Winograd's algorithm, whose rounding errors are larger.
  public var allowsWinograd: Bool
  /// What a plan may take at most.
  public var limits: PlanLimits
  /// Whether every tensor of the file is computed, for those who look at all of them.
  ///
  /// Otherwise operators may be folded into others, so that what lies between them is never there.
  public var keepsTensors: Bool
  /// Operators of the application, which come before built-in ones of the same name.
  public var customOperators: [any CustomOperator]

  /// Makes options; the defaults are LiteRT's integers on one thread.
  public init(
    arithmetic: Arithmetic = .litert, isa: ISA? = nil, threads: Int = 1,
    gemm: GemmBackend? = nil, allowsWinograd: Bool = true, limits: PlanLimits = PlanLimits(),
    keepsTensors: Bool = false, customOperators: [any CustomOperator] = []
  ) {
    self.arithmetic = arithmetic
    self.isa = isa
    self.threads = threads
    self.gemm = gemm
    self.allowsWinograd = allowsWinograd
    self.limits = limits
    self.keepsTensors = keepsTensors
    self.customOperators = customOperators
  }
}

/// What a plan may take at most, so that a small file cannot ask for all memory.
public struct PlanLimits: Sendable, Hashable {
  /// The bytes of one session's tensors, those of all its subgraphs together, 512 MiB unless set.
  public var arenaBytes: Int
  /// The bytes of all constants computed while planning, 1 GiB unless set.
  ///
  /// Besides, they may not take more than 16 times the model's file, or 128 MiB where that is
  /// more. Constants beyond are computed in each run; sparse ones are an error.
  public var foldedBytes: Int
  /// The bytes of weights in the layouts of kernels, 1 GiB unless set, or 16 times the model's file
  /// where that is more.
  ///
  /// Nodes that read one constant in different ways need it in several layouts.
  public var packedBytes: Int
  /// The threads of one session, 256 unless set.
  public var threads: Int
  /// The iterations of one loop of a model, 1,000,000 unless set.
  public var loopIterations: Int
  /// The calls of subgraphs in one run, those of all loops and branches together, 2^21 unless set.
  ///
  /// Loops within loops, and branches of branches, may be many more than the file has operators.
  public var subgraphCalls: Int
  /// The seconds of one run, without end unless set.
  ///
  /// The time is looked at before each step, so that a run may take one step longer. A model's work
  /// can be far more than its size: layers may be large, and loops and calls repeat them.
  public var runSeconds: Double

  /// Makes limits.
  public init(
    arenaBytes: Int = 512 << 20, foldedBytes: Int = 1 << 30, packedBytes: Int = 1 << 30,
    threads: Int = 256, loopIterations: Int = 1_000_000, subgraphCalls: Int = 1 << 21,
    runSeconds: Double = .infinity
  ) {
    self.arenaBytes = arenaBytes
    self.foldedBytes = foldedBytes
    self.packedBytes = packedBytes
    self.threads = threads
    self.loopIterations = loopIterations
    self.subgraphCalls = subgraphCalls
    self.runSeconds = runSeconds
  }
  /// The bytes of computed constants that a model of a size may have.
  func foldedBytes(forFileOf byteCount: Int) -> Int {
    min(foldedBytes, max(128 << 20, Self.grown(byteCount)))
  }

  /// The bytes of packed weights that a model of a size may have.
  func packedBytes(forFileOf byteCount: Int) -> Int { max(packedBytes, Self.grown(byteCount)) }

  /// 2-bit weights that become floats grow to 16 times their size.
  private static func grown(_ byteCount: Int) -> Int {
    let (product, overflows) = byteCount.multipliedReportingOverflow(by: 16)
    return overflows ? .max : product
  }
}
