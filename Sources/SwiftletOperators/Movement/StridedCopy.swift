internal import SwiftletTensor

/// A copy of the elements of a box, whose axes lie at any distance in source and target.
///
/// Axes are joined where they can be, and the innermost one becomes a run of neighbouring bytes
/// if it is one in both.
struct StridedCopy: Sendable {
  /// One axis of the box; distances are in bytes and may be negative in the source.
  struct Axis: Sendable {
    let extent: Int
    let source: Int
    let target: Int
  }

  /// The axes around a run, outermost first.
  private let axes: [Axis]
  /// The elements of a run and their distances.
  private let run: Axis
  private let elementSize: Int
  /// The first byte.
  private let source: Int
  private let target: Int
  private let isContiguous: Bool

  /// Describes a copy; offsets are those of the first element in bytes.
  init(_ axes: [Axis], elementSize: Int, source: Int = 0, target: Int = 0) {
    var joined: [Axis] = []
    var isEmpty = false
    for axis in axes.reversed() where axis.extent != 1 {
      if axis.extent == 0 { isEmpty = true }
      guard let inner = joined.last, axis.source == inner.extent * inner.source,
        axis.target == inner.extent * inner.target
      else {
        joined.append(axis)
        continue
      }
      joined[joined.count - 1] = Axis(
        extent: axis.extent * inner.extent, source: inner.source, target: inner.target)
    }
    let single = Axis(extent: 1, source: elementSize, target: elementSize)
    let run = joined.first ?? single
    joined = Array(joined.dropFirst())
    self.run = isEmpty ? Axis(extent: 0, source: 0, target: 0) : run
    self.axes = joined.reversed()
    self.elementSize = elementSize
    self.source = source
    self.target = target
    isContiguous = run.source == elementSize && run.target == elementSize
  }

  /// The runs that a whole copy has.
  var runCount: Int { run.extent == 0 ? 0 : axes.reduce(1) { $0 * $1.extent } }

  /// A phase that copies from an input to an output.
  ///
  /// The bytes that `offset` returns are added to the place in the output.
  func phase(
    input: Int = 0, output: Int = 0,
    offset: @escaping @Sendable (borrowing Buffers) -> Int = { _ in 0 }
  ) -> Phase {
    let runs = runCount
    let byteCount = runs * run.extent * elementSize
    let nanoseconds = byteCount / (isContiguous ? 16 : elementSize) + 4 * runs
    return Phase(units: runs, nanoseconds: nanoseconds) { [self] buffers, range in
      unsafe copy(range, from: buffers.input(input), to: buffers.output(output) + offset(buffers))
    }
  }

  /// Copies some of the runs.
  func copy(_ runs: Range<Int>, from start: UnsafeRawPointer, to end: UnsafeMutableRawPointer) {
    for number in runs {
      var rest = number
      var (from, to) = (source, target)
      for index in stride(from: axes.count - 1, through: 0, by: -1) {
        let axis = axes[index]
        let (quotient, position) = rest.quotientAndRemainder(dividingBy: axis.extent)
        from += position * axis.source
        to += position * axis.target
        rest = quotient
      }
      if isContiguous {
        unsafe (end + to).copyMemory(from: start + from, byteCount: run.extent * elementSize)
        continue
      }
      if run.source == 0, run.target == elementSize {
        unsafe FillLowering.repeatElement(
          start + from, size: elementSize, count: run.extent, end + to)
        continue
      }
      switch elementSize {
      case 1: unsafe scatter(UInt8.self, start + from, end + to)
      case 2: unsafe scatter(UInt16.self, start + from, end + to)
      case 4: unsafe scatter(UInt32.self, start + from, end + to)
      case 8: unsafe scatter(UInt64.self, start + from, end + to)
      default: unsafe scatter(SIMD2<UInt64>.self, start + from, end + to)
      }
    }
  }

  private func scatter<Element: BitwiseCopyable>(
    _ type: Element.Type, _ start: UnsafeRawPointer, _ end: UnsafeMutableRawPointer
  ) {
    for index in 0..<run.extent {
      let element = unsafe start.loadUnaligned(
        fromByteOffset: index * run.source, as: Element.self)
      unsafe end.storeBytes(of: element, toByteOffset: index * run.target, as: Element.self)
    }
  }
}

extension StridedCopy {
  /// The axes of a box within two tensors, given by their shapes; `elementSize` in bytes.
  static func box(
    _ extents: [Int], source: Shape, target: Shape, elementSize: Int
  ) -> [Axis] {
    let (from, to) = (source.strides, target.strides)
    return extents.indices.map {
      Axis(extent: extents[$0], source: from[$0] * elementSize, target: to[$0] * elementSize)
    }
  }
}

extension TensorInfo {
  /// The bytes of one element, where elements are whole bytes.
  func elementSize() throws(OperatorError) -> Int {
    guard let bits = type.bitWidth, bits % 8 == 0 else {
      throw .unsupported("has elements of type \(type.name)")
    }
    return bits / 8
  }
}
