internal import SwiftletTensor

/// The walk over two operands of a kernel that takes long runs only at its full speed.
///
/// Where one operand repeats short runs, or repeats each element a few times, its elements are
/// laid out in scratch as often as they are needed, so that many runs become one.
struct PairBroadcast: Sendable {
  /// One call of the kernel: the first elements, and their number.
  @safe struct Run {
    let a: UnsafeRawPointer
    /// 1 where `a` advances, 0 where it stays.
    let aStep: Int
    let b: UnsafeRawPointer
    let bStep: Int
    let output: UnsafeMutableRawPointer
    let count: Int
  }

  /// An operand that is laid out in scratch.
  private struct Layout {
    let operand: Int
    /// Whether its runs are repeated; else each of its elements is.
    let repeatsRuns: Bool
    /// How many runs fit.
    let runs: Int
  }

  private let broadcast: Broadcast
  private let elementBytes: Int
  private let layout: Layout?

  /// - Precondition: the first two operands have elements of `elementBytes`, as the output.
  init(_ broadcast: Broadcast, elementBytes: Int) {
    self.broadcast = broadcast
    self.elementBytes = elementBytes
    layout = Self.layout(of: broadcast, elementBytes: elementBytes)
  }

  /// The scratch that the phase needs.
  var scratchBytes: Int { layout == nil ? 0 : Self.tileBytes }

  /// A phase that calls `body` for run after run.
  func phase(nanoseconds: Int, body: @escaping @Sendable (Run) -> Void) -> Phase {
    let broadcast = broadcast
    if broadcast.runs == 1 {
      return Phase(units: broadcast.count, grain: 64, nanoseconds: nanoseconds) { buffers, range in
        body(
          run(
            buffers, broadcast.steps &* range.lowerBound, range.lowerBound, range.count))
      }
    }
    return Phase(units: broadcast.runs, nanoseconds: nanoseconds) { buffers, range in
      broadcast.forEachRow(of: range) { offsets, first, length in
        if let layout {
          layOut(layout, buffers, offsets, first, length, body)
          return
        }
        for index in 0..<length {
          let start = offsets &+ broadcast.rowStrides &* index
          body(run(buffers, start, (first + index) * broadcast.count, broadcast.count))
        }
      }
    }
  }

  private func run(
    _ buffers: borrowing Buffers, _ offsets: Broadcast.Offsets, _ output: Int, _ count: Int
  ) -> Run {
    unsafe Run(
      a: buffers.input(0) + offsets[0] * elementBytes, aStep: broadcast.aStep,
      b: buffers.input(1) + offsets[1] * elementBytes, bStep: broadcast.bStep,
      output: buffers.output() + output * elementBytes, count: count)
  }

  /// Does the runs of a row, as many at once as fit into scratch.
  private func layOut(
    _ layout: Layout, _ buffers: borrowing Buffers, _ offsets: Broadcast.Offsets, _ first: Int,
    _ length: Int, _ body: (Run) -> Void
  ) {
    let count = broadcast.count
    let tile = unsafe UnsafeRawPointer(buffers.scratch)
    let other = 1 - layout.operand
    if layout.repeatsRuns {
      unsafe Self.fill(
        buffers.scratch,
        repeating: buffers.input(layout.operand) + offsets[layout.operand] * elementBytes,
        byteCount: count * elementBytes, times: min(layout.runs, length))
    }
    var done = 0
    while done < length {
      let runs = min(layout.runs, length - done)
      if !layout.repeatsRuns {
        let stride = broadcast.rowStrides[layout.operand]
        let start = offsets[layout.operand] + stride * done
        unsafe spread(
          buffers.input(layout.operand) + start * elementBytes, stride: stride, runs: runs,
          to: buffers.scratch)
      }
      let start =
        unsafe buffers.input(other)
        + (offsets[other] + broadcast.rowStrides[other] * done) * elementBytes
      unsafe body(
        Run(
          a: other == 0 ? start : tile, aStep: 1, b: other == 1 ? start : tile, bStep: 1,
          output: buffers.output() + (first + done) * count * elementBytes, count: runs * count))
      done += runs
    }
  }

  /// Copies a run several times, in ever larger pieces.
  private static func fill(
    _ target: UnsafeMutableRawPointer, repeating run: UnsafeRawPointer, byteCount: Int, times: Int
  ) {
    unsafe target.copyMemory(from: run, byteCount: byteCount)
    var filled = byteCount
    while filled < byteCount * times {
      let piece = min(filled, byteCount * times - filled)
      unsafe (target + filled).copyMemory(from: target, byteCount: piece)
      filled += piece
    }
  }

  /// Copies the element of each run as often as a run has elements.
  private func spread(
    _ source: UnsafeRawPointer, stride: Int, runs: Int, to target: UnsafeMutableRawPointer
  ) {
    let count = broadcast.count
    if elementBytes == 4 {
      let (from, to) = unsafe (
        source.assumingMemoryBound(to: UInt32.self), target.assumingMemoryBound(to: UInt32.self)
      )
      for run in 0..<runs {
        unsafe (to + run * count).update(repeating: from[run * stride], count: count)
      }
    } else {
      let (from, to) = unsafe (
        source.assumingMemoryBound(to: UInt8.self), target.assumingMemoryBound(to: UInt8.self)
      )
      for run in 0..<runs {
        unsafe (to + run * count).update(repeating: from[run * stride], count: count)
      }
    }
  }

  /// Which operand is worth laying out, if the other one is contiguous over several runs.
  private static func layout(of broadcast: Broadcast, elementBytes: Int) -> Layout? {
    let (count, strides) = (broadcast.count, broadcast.rowStrides)
    let runs = tileBytes / max(count * elementBytes, 1)
    guard broadcast.runs > 1, broadcast.rowExtent >= 4, runs >= 4,
      elementBytes == 4 || elementBytes == 1
    else { return nil }
    for operand in 0...1 {
      let other = 1 - operand
      guard broadcast.steps[other] == 1, strides[other] == count else { continue }
      if broadcast.steps[operand] == 1, strides[operand] == 0 {
        return Layout(operand: operand, repeatsRuns: true, runs: runs)
      }
      if broadcast.steps[operand] == 0, count <= longestSpread {
        return Layout(operand: operand, repeatsRuns: false, runs: runs)
      }
    }
    return nil
  }

  /// What is laid out at once; it stays in the first-level cache with the rest of the run.
  private static let tileBytes = 8_192
  /// From here on a call for each run costs less than laying out.
  private static let longestSpread = 32
}
