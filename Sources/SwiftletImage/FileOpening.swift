#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Opening files that a caller names, and that may be anything.
package enum FileOpening {
  /// How long a named pipe may stay without a writer, in milliseconds.
  private static let patience: Int32 = 1000

  /// Opens a file for reading.
  ///
  /// Opening a named pipe would wait for a writer, for ever if none comes. Here it is given a moment;
  /// without a writer such a pipe reads as an empty file.
  ///
  /// - Parameter path: The file, which may be a pipe or a device.
  /// - Returns: The descriptor, or −1 with the reason in `errno`.
  package static func forReading(_ path: String) -> Int32 {
    // A zero byte would silently cut the path short.
    guard !path.utf8.contains(0) else {
      errno = ENOENT
      return -1
    }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return -1 }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return failed(descriptor) }
    guard status.st_mode & S_IFMT != S_IFREG else { return descriptor }
    if status.st_mode & S_IFMT == S_IFIFO {
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&event, 1, patience)
    }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) >= 0 else {
      return failed(descriptor)
    }
    return descriptor
  }

  private static func failed(_ descriptor: Int32) -> Int32 {
    let reason = errno
    close(descriptor)
    errno = reason
    return -1
  }
}
