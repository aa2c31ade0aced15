public import Foundation

/// What the results of all tasks have in common.
#if canImport(ObjectiveC)
@objc(MPPTaskResult)
#endif
open class TaskResult: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: nothing changes after the initialiser, here and in derived classes.

  /// When the frame was taken, in milliseconds.
  ///
  /// Images count as frames one second apart, the first of a task at 0.
  public let timestampInMilliseconds: Int

  /// A result at a time.
  public init(timestampInMilliseconds: Int) {
    self.timestampInMilliseconds = timestampInMilliseconds
  }

  /// Results never change, so the copy is the object itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
