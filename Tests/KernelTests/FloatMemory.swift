/// Floats on a cache line with spare ones behind them, as kernels are given them.
final class FloatMemory {
  let pointer: UnsafeMutablePointer<Float>
  let count: Int

  private static let spare = 16

  /// Copies values; the spare floats behind them are NaN, so that a result that uses them shows.
  init(_ values: [Float]) {
    count = values.count
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: 4 * (count + Self.spare), alignment: 64)
    pointer = memory.bindMemory(to: Float.self, capacity: count + Self.spare)
    for (index, value) in values.enumerated() { pointer[index] = value }
    for index in count..<count + Self.spare { pointer[index] = .nan }
  }

  /// Repeats a value.
  convenience init(repeating value: Float, count: Int) {
    self.init([Float](repeating: value, count: count))
  }

  deinit { UnsafeMutableRawPointer(pointer).deallocate() }

  /// The values as they are now.
  var values: [Float] { (0..<count).map { pointer[$0] } }
}
