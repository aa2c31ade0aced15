#if !canImport(CoreGraphics)
public import Foundation

/// Frees what a provider lends: its info pointer, the bytes, their number.
public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// Bytes that an image is made of; shared, never copied.
public final class CGDataProvider: @unchecked Sendable {
  // Sendable: nothing changes after the initialiser; memory that the caller lends must not change
  // until it is released.

  @safe private enum Storage {
    case data(Data)
    case array([UInt8])
    case lent(UnsafeRawBufferPointer, release: () -> Void)
  }

  private let storage: Storage

  /// Bytes in a data object.
  public init?(data: CFData) {
    storage = .data(data)
  }

  /// Bytes that the caller lends.
  ///
  /// - Parameters:
  ///   - info: Handed to `releaseData`.
  ///   - data: The first byte.
  ///   - size: How many bytes there are.
  ///   - releaseData: Called once when the bytes are no longer needed.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    unsafe storage = .lent(
      UnsafeRawBufferPointer(start: data, count: size),
      release: { unsafe releaseData(info, data, size) })
  }

  /// Bytes in an array.
  package init(_ bytes: [UInt8]) {
    storage = .array(bytes)
  }

  deinit {
    if case .lent(_, let release) = storage { release() }
  }

  /// The bytes as a data object; a copy unless they came as one.
  public var data: CFData? {
    switch storage {
    case .data(let data): data
    case .array(let bytes): Data(bytes)
    case .lent(let bytes, _): unsafe Data(bytes)
    }
  }

  /// How many bytes there are.
  var count: Int {
    switch storage {
    case .data(let data): data.count
    case .array(let bytes): bytes.count
    case .lent(let bytes, _): bytes.count
    }
  }

  /// Lends the bytes for the duration of a call.
  package func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch storage {
    case .data(let data): return try body(data.span)
    case .array(let bytes): return try body(bytes.span)
    case .lent(let bytes, _):
      return try body(unsafe Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)))
    }
  }
}
#endif
