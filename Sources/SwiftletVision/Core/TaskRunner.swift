internal import Foundation
internal import SwiftletImage
internal import SwiftletRuntime
internal import SwiftletTensor

/// Runs a planned model on images, for callers on any number of threads.
///
/// Each run borrows a session of its own. There are at most as many as the processor has cores to
/// run their threads on; further callers wait.
final class TaskRunner: Sendable {
  let plan: Plan
  private let input: ImageInput
  private let idle = Locked<[Slot]>([])
  private let turns: DispatchSemaphore

  /// A session and the memory for the pixels of its input.
  private final class Slot: @unchecked Sendable {
    // Sendable: it is in the pool or with one caller, never both.
    var session: Session
    var pixels: [UInt8]

    init(_ plan: Plan, _ input: ImageInput) {
      session = Session(plan)
      pixels = [UInt8](repeating: 0, count: 3 * input.width * input.height)
    }
  }

  /// Plans the model.
  init(_ resources: ModelResources, _ input: ImageInput, _ options: PlanOptions) throws {
    do {
      plan = try Plan(for: resources.model, options: options)
    } catch {
      switch error {
      case .unavailable(let reason): throw NSError.task(.unimplementedError, reason)
      case .tooLarge(let reason): throw NSError.engine(.resourceExhaustedError, reason)
      default: throw ModelResources.buildError(error.description)
      }
    }
    self.input = input
    let cores = ProcessInfo.processInfo.activeProcessorCount
    turns = DispatchSemaphore(value: max(cores / options.threads, 1))
  }

  /// Runs the model on a part of an image and hands the outputs to `body`.
  func run<Result>(
    _ image: any PixelSource, _ framing: Framing, _ body: (borrowing Session) throws -> Result
  ) throws -> Result {
    turns.wait()
    defer { turns.signal() }
    let slot = idle.withLock { $0.popLast() } ?? Slot(plan, input)
    defer { idle.withLock { $0.append(slot) } }
    do {
      try image.sample(
        into: &slot.pixels, width: input.width, height: input.height, framing: framing)
    } catch {
      if case .badBuffer = error { throw NSError.unreadableImage }
      throw NSError.task(.invalidArgumentError, error.description)
    }
    do {
      try fill(&slot.session, with: slot.pixels)
      try slot.session.run()
    } catch {
      throw NSError.engine(.internalError, error.description)
    }
    return try body(slot.session)
  }

  private func fill(_ session: inout Session, with pixels: [UInt8]) throws(RunError) {
    switch input.elements {
    case .bytes:
      try session.writeInput(0, pixels)
    case .floats(let scaling):
      var tensor = session.inputBytes(0)
      scaling.write(pixels, asFloat: &tensor)
    case .quantized(.int8, let scaling, let scale, let zeroPoint):
      var tensor = session.inputBytes(0)
      scaling.write(pixels, as: Int8.self, scale: scale, zeroPoint: zeroPoint, into: &tensor)
    case .quantized(_, let scaling, let scale, let zeroPoint):
      var tensor = session.inputBytes(0)
      scaling.write(pixels, as: UInt8.self, scale: scale, zeroPoint: zeroPoint, into: &tensor)
    }
  }
}
