package import SwiftletTensor

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The bytes of a model, which stay where they are as long as this object lives: a file mapped
/// read-only, or memory of its own.
///
/// A mapped file must not be shortened while the model is in use; the system ends a process that
/// reads beyond the new end. Replacing the file by renaming another over it is safe.
@safe package final class ModelStorage: @unchecked Sendable {
  // Sendable: the bytes are never written.

  private let pointer: UnsafeRawPointer
  /// The number of bytes.
  package let byteCount: Int
  /// The pages of a mapped file; nil for memory.
  private let pages: MappedPages?

  private init(pointer: UnsafeRawPointer, byteCount: Int, pages: MappedPages?) {
    unsafe self.pointer = pointer
    self.byteCount = byteCount
    self.pages = pages
  }

  /// Copies bytes into memory of its own.
  package convenience init(copying bytes: [UInt8]) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(bytes.count, 1), alignment: AlignedMemory.alignment)
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe memory.copyMemory(from: start, byteCount: source.count)
      }
    }
    unsafe self.init(
      pointer: UnsafeRawPointer(memory), byteCount: bytes.count, pages: nil)
  }

  /// Maps a file.
  package static func mapping(
    path: String, limits: ModelLimits
  ) throws(ModelError) -> ModelStorage {
    // A zero byte would silently cut the path short.
    guard !path.utf8.contains(0) else { throw unreadable(path, ENOENT) }
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw unreadable(path, errno) }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw unreadable(path, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw ModelError(.notAFile, "\(path) is a folder; give the path of a .tflite file in it.")
    default:
      throw ModelError(.notAFile, "\(path) is no regular file; give the path of a .tflite file.")
    }
    let byteCount = Int(status.st_size)
    guard byteCount > 0 else {
      throw ModelError(.empty, "\(path) is empty; download it again.")
    }
    guard byteCount <= limits.bytes else { throw tooLarge(byteCount, limits) }
    let start = unsafe mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, file, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else {
      throw unreadable(path, errno)
    }
    return unsafe ModelStorage(
      pointer: UnsafeRawPointer(start), byteCount: byteCount, pages: MappedPages())
  }

  deinit {
    let start = unsafe UnsafeMutableRawPointer(mutating: pointer)
    if pages != nil {
      unsafe munmap(start, byteCount)
    } else {
      unsafe start.deallocate()
    }
  }

  /// All bytes, for checked reading.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let span = unsafe RawSpan(_unsafeStart: pointer, byteCount: byteCount)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// A window that keeps the storage alive, or nil where a location lies outside.
  package func window(_ location: BufferLocation) -> TensorBytes? {
    guard location.offset >= 0, location.count >= 0, location.offset <= byteCount,
      location.count <= byteCount - location.offset
    else { return nil }
    return unsafe TensorBytes(
      owner: self, pointer: pointer + location.offset, count: location.count,
      pages: pages)
  }

  static func tooLarge(_ byteCount: Int, _ limits: ModelLimits) -> ModelError {
    ModelError(
      .tooLarge,
      "The model has \(byteCount) bytes, more than \(limits.bytes); raise ModelLimits.bytes to "
        + "load it.")
  }

  private static func unreadable(_ path: String, _ number: Int32) -> ModelError {
    let advice =
      switch number {
      case ENOENT, ENOTDIR: "there is no such file; check the path"
      case EACCES, EPERM: "permission is denied; make the file readable"
      default: "the system says: \(unsafe String(cString: strerror(number))) (errno \(number))"
      }
    return ModelError(.unreadable(errno: number), "\(path) cannot be opened: \(advice).")
  }
}
