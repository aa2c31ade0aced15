import FuzzSupport
import SwiftletFlatBuffers
import SwiftletFormat
import SwiftletOperators
import SwiftletRuntime

/// Reads a model with its faults, loads it, tells what each byte of it is, and plans it in both
/// arithmetics, and for large tensors.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(start, count) { bytes in
    var limits = ModelLimits()
    limits.descriptionBytes = 1 << 20
    if let reading = try? ModelReading(bytes: bytes, limits: limits) {
      _ = ModelFileMap(of: reading.model).faults.map(\.description)
    }
    let model = try Model(bytes: bytes, limits: limits)
    _ = ModelFileMap(of: model).faults.map(\.description)
    for options in [PlanOptions.small(.litert), .small(.reference), .wide] {
      do {
        let plan = try Plan(for: model, options: options)
        _ = (plan.memory, plan.steps.count)
      } catch { _ = "\(error)" }
    }
  }
}
