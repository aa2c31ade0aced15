package import SwiftletTensor

/// A planned operator: what a session does for one node at given shapes.
package struct Step: Sendable {
  /// The kernel in words, for profiles: `gemm qs8 6×64`.
  package var kernel: String
  /// What is done, one after the other; each phase may be shared among threads.
  package var phases: [Phase]
  /// Sizes in bytes of buffers that live as long as the step and are shared by its threads.
  package var temporaries: [Int]
  /// Makes a buffer that each session keeps for the step from run to run, as one more temporary; nil
  /// where a step needs no memory of earlier runs.
  package var makeState: (@Sendable () -> AlignedMemory)?
  /// Bytes of scratch that each thread needs.
  package var scratchBytes: Int
  /// Multiplications with accumulation, for profiles and for the decision to use threads.
  package var multiplyAccumulates: Int
  /// Whether data can make the step fail, so that the session looks at the fault word after it.
  package var canFault: Bool
  /// The inputs in whose storage output 0 may be written, best first: the body reads an element of
  /// that input before it writes the same element of the output, and never later.
  package var inPlaceInputs: [Int]
  /// Whether output 0 has exactly the bytes of input 0, so that sharing storage leaves nothing to do.
  package var isCopy: Bool
  /// Counts what the step keeps of its parameters, as long as it lives.
  var charge: MemoryCharge?

  /// Makes a step of several phases.
  package init(
    kernel: String, phases: [Phase], temporaries: [Int] = [],
    makeState: (@Sendable () -> AlignedMemory)? = nil, scratchBytes: Int = 0,
    multiplyAccumulates: Int = 0, canFault: Bool = false, inPlaceInputs: [Int] = [],
    isCopy: Bool = false
  ) {
    self.kernel = kernel
    self.phases = phases
    self.temporaries = temporaries
    self.makeState = makeState
    self.scratchBytes = scratchBytes
    self.multiplyAccumulates = multiplyAccumulates
    self.canFault = canFault
    self.inPlaceInputs = inPlaceInputs
    self.isCopy = isCopy
  }
}

/// A piece of a step that can be cut into independent units.
package struct Phase: Sendable {
  /// The number of units, such as output rows.
  package let units: Int
  /// Shares are cut at multiples of this many units, such as the rows of a register tile.
  package let grain: Int
  /// An estimate of the whole phase in nanoseconds on one core; short phases stay on one thread.
  package let nanoseconds: Int
  /// Does the units of a range, without allocating.
  ///
  /// Ranges of different calls are disjoint, and the result does not depend on how they are cut.
  package let body: @Sendable (borrowing Buffers, Range<Int>) -> Void

  /// Makes a phase.
  package init(
    units: Int, grain: Int = 1, nanoseconds: Int,
    body: @escaping @Sendable (borrowing Buffers, Range<Int>) -> Void
  ) {
    self.units = units
    self.grain = grain
    self.nanoseconds = nanoseconds
    self.body = body
  }
}
