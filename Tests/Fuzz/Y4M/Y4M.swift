import FuzzSupport
import SwiftletImage

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Reads a video from a pipe to its end.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // What a pipe takes without a reader.
  fuzz(start, count, limit: 1 << 15) { bytes in
    var ends: [CInt] = [-1, -1]
    precondition(pipe(&ends) == 0 && write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    defer { close(ends[0]) }
    var video = try Y4MReader(fileDescriptor: ends[0])
    var last = -1
    while let frame = try video.nextFrame() {
      precondition(frame.timestampInMilliseconds > last, "a frame before its predecessor")
      last = frame.timestampInMilliseconds
      precondition(frame.image.width == video.width && frame.image.height == video.height)
    }
  }
}
