/// The memory that one call of a step's body works on: operands, temporaries and scratch.
///
/// The addresses are those of the session that runs the plan. Every buffer starts on a 64-byte
/// boundary and may be read 64 bytes past its end; only constants may lie anywhere and end sharply.
@safe package struct Buffers {
  private let operands: UnsafePointer<UnsafeMutableRawPointer>
  private let firstOutput: Int
  private let firstTemporary: Int
  /// Scratch of this thread, as large as the step asked for; its contents do not outlive the call.
  package let scratch: UnsafeMutableRawPointer
  /// Owned by the session; without counting, since a copy is made for every call of a step.
  private unowned(unsafe) let faults: FaultWord

  /// Describes the operands as one list of addresses: inputs, then outputs, then temporaries.
  @unsafe package init(
    operands: UnsafePointer<UnsafeMutableRawPointer>, firstOutput: Int, firstTemporary: Int,
    scratch: UnsafeMutableRawPointer, faults: FaultWord
  ) {
    unsafe self.operands = operands
    self.firstOutput = firstOutput
    self.firstTemporary = firstTemporary
    unsafe self.scratch = scratch
    unsafe self.faults = faults
  }

  /// The first byte of an input; an optional input that is left out has none, and must not be
  /// asked for.
  package func input(_ index: Int) -> UnsafeRawPointer { unsafe UnsafeRawPointer(operands[index]) }

  /// The first byte of an input that is a variable, which the step may change in place.
  package func variable(_ index: Int) -> UnsafeMutableRawPointer { unsafe operands[index] }

  /// The first byte of an output.
  package func output(_ index: Int = 0) -> UnsafeMutableRawPointer {
    unsafe operands[firstOutput + index]
  }

  /// The first byte of a temporary of the step.
  package func temporary(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe operands[firstTemporary + index]
  }

  /// An input's elements.
  package func input<Element>(_ index: Int, as type: Element.Type) -> UnsafePointer<Element> {
    unsafe input(index).assumingMemoryBound(to: type)
  }

  /// The elements of an input that is a variable.
  package func variable<Element>(
    _ index: Int, as type: Element.Type
  ) -> UnsafeMutablePointer<Element> {
    unsafe variable(index).assumingMemoryBound(to: type)
  }

  /// An output's elements.
  package func output<Element>(
    _ index: Int = 0, as type: Element.Type
  ) -> UnsafeMutablePointer<Element> {
    unsafe output(index).assumingMemoryBound(to: type)
  }

  /// The same call on other operands.
  @unsafe func redirected(
    to operands: UnsafePointer<UnsafeMutableRawPointer>, firstOutput: Int, firstTemporary: Int
  ) -> Buffers {
    unsafe Buffers(
      operands: operands, firstOutput: firstOutput, firstTemporary: firstTemporary,
      scratch: scratch, faults: faults)
  }

  /// Records that the data made the step fail; the session throws after the step.
  package func fail(_ fault: Fault) { unsafe faults.record(fault) }

  /// Records that the step failed, in words that follow "the run stopped at operator 3:".
  package func fail(_ words: String) { unsafe faults.record(words) }

  /// Calls a body with operands that lie elsewhere: at these places in the list of inputs, outputs
  /// and temporaries.
  func rearranged(_ places: [Int], _ body: (borrowing Buffers) -> Void) {
    unsafe withUnsafeTemporaryAllocation(
      of: UnsafeMutableRawPointer.self, capacity: places.count
    ) { list in
      guard let base = list.baseAddress else { return }
      for (index, place) in places.enumerated() {
        unsafe (base + index).initialize(to: operands[place])
      }
      unsafe body(
        Buffers(
          operands: UnsafePointer(base), firstOutput: firstOutput, firstTemporary: firstTemporary,
          scratch: scratch, faults: faults))
    }
  }
}
