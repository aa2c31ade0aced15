package import SwiftletTensor

extension Step {
  /// Runs the step on one thread, outside of a session, and returns what went wrong.
  ///
  /// Allocates temporaries and scratch.
  package func runAlone(inputs: [AlignedMemory], outputs: [AlignedMemory]) -> Fault? {
    let state = makeState.map { [$0()] } ?? []
    let temporaries = temporaries.map { AlignedMemory(byteCount: $0) } + state
    let scratch = AlignedMemory(byteCount: scratchBytes)
    let faults = FaultWord()
    let addresses = unsafe (inputs + outputs + temporaries).map { unsafe $0.pointer }
    unsafe addresses.withUnsafeBufferPointer { operandAddresses in
      guard let base = operandAddresses.baseAddress else { return }
      let buffers = unsafe Buffers(
        operands: base, firstOutput: inputs.count, firstTemporary: inputs.count + outputs.count,
        scratch: scratch.pointer, faults: faults)
      for phase in phases { phase.body(buffers, 0..<phase.units) }
    }
    return withExtendedLifetime((inputs, outputs, temporaries, scratch)) { faults.take() }
  }
}
