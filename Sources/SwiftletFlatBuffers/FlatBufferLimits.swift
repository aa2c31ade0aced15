/// How much work a buffer may cause.
///
/// Tables and vectors can be shared, so that a small file may describe far more than it holds.
package struct FlatBufferLimits: Sendable, Hashable {
  /// How deep tables may be nested; 64 as in the C++ verifier.
  package var depth: Int
  /// How many tables may be visited; a million as in the C++ verifier.
  package var tables: Int
  /// How many bytes the values may take that are copied out of vectors and strings: those of the
  /// text, and eight for each integer.
  ///
  /// Blocks of bytes that are only located do not count.
  package var copiedBytes: Int

  /// Makes limits.
  package init(depth: Int = 64, tables: Int = 1_000_000, copiedBytes: Int = 256 << 20) {
    self.depth = depth
    self.tables = tables
    self.copiedBytes = copiedBytes
  }
}

/// The work done so far, shared by all tables of one buffer.
final class FlatBufferBudget {
  let limits: FlatBufferLimits
  private var tables = 0
  private var copiedBytes = 0

  init(limits: FlatBufferLimits) {
    self.limits = limits
  }

  /// Counts one table, or says that there are too many.
  func visitTable() -> FlatBufferError.Problem? {
    guard tables < limits.tables else { return .tooManyTables(limit: limits.tables) }
    tables += 1
    return nil
  }

  /// Counts bytes to be copied, or says that they are too many.
  func copy(bytes: Int) -> FlatBufferError.Problem? {
    guard bytes <= limits.copiedBytes - copiedBytes else {
      return .tooManyBytes(limit: limits.copiedBytes)
    }
    copiedBytes += bytes
    return nil
  }
}
