import MediaPipeTasksVision
import Testing

/// The stand-ins for Core Video and Core Media.
@Suite("Pixel buffers")
struct PixelBufferTests {
  /// A buffer with memory of its own.
  static func make(_ format: OSType, width: Int = 5, height: Int = 3) -> CVPixelBuffer? {
    var buffer: CVPixelBuffer?
    let attributes = [kCVPixelBufferCGImageCompatibilityKey: true] as CFDictionary
    let status = CVPixelBufferCreate(
      kCFAllocatorDefault, width, height, format, attributes, &buffer)
    return status == kCVReturnSuccess ? buffer : nil
  }

  @Test(
    "Formats of one plane",
    arguments: [
      (kCVPixelFormatType_32BGRA, 20), (kCVPixelFormatType_24RGB, 15),
      (kCVPixelFormatType_OneComponent8, 5),
    ])
  func packed(format: OSType, rowBytes: Int) throws {
    let buffer = try #require(Self.make(format))
    #expect(CVPixelBufferGetWidth(buffer) == 5)
    #expect(CVPixelBufferGetHeight(buffer) == 3)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
    #expect(CVPixelBufferGetBytesPerRow(buffer) >= rowBytes)
    #expect(!CVPixelBufferIsPlanar(buffer))
    #expect(CVPixelBufferGetPlaneCount(buffer) == 0)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) == 0)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == nil)
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
  }

  @Test("Chroma planes of odd sizes are rounded up")
  func planar() throws {
    let two = try #require(Self.make(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))
    #expect(CVPixelBufferIsPlanar(two))
    #expect(CVPixelBufferGetPlaneCount(two) == 2)
    #expect(CVPixelBufferGetWidthOfPlane(two, 1) == 3)
    #expect(CVPixelBufferGetHeightOfPlane(two, 1) == 2)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(two, 1) >= 6)
    #expect(CVPixelBufferGetWidthOfPlane(two, 2) == 0)
    let three = try #require(Self.make(kCVPixelFormatType_420YpCbCr8Planar))
    #expect(CVPixelBufferGetPlaneCount(three) == 3)
    #expect(CVPixelBufferGetHeightOfPlane(three, 2) == 2)
  }

  @Test("Addresses are handed out under a lock only")
  func locks() throws {
    let buffer = try #require(Self.make(kCVPixelFormatType_32BGRA))
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
  }

  @Test("Locks may be taken on any thread")
  func threads() throws {
    let buffer = try #require(Self.make(kCVPixelFormatType_32BGRA))
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      _ = CVPixelBufferGetBaseAddress(buffer)
      CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    }
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnError)
  }

  @Test("What cannot be made gives Core Video's numbers")
  func refusals() {
    var buffer: CVPixelBuffer?
    #expect(
      CVPixelBufferCreate(nil, 0, 3, kCVPixelFormatType_32BGRA, nil, &buffer)
        == kCVReturnInvalidSize)
    #expect(
      CVPixelBufferCreate(nil, .max, 3, kCVPixelFormatType_32BGRA, nil, &buffer)
        == kCVReturnInvalidSize)
    #expect(CVPixelBufferCreate(nil, 4, 3, 0x1234, nil, &buffer) == kCVReturnInvalidPixelFormat)
    var bytes = [UInt8](repeating: 0, count: 100)
    #expect(
      CVPixelBufferCreateWithBytes(
        nil, 5, 3, kCVPixelFormatType_32BGRA, &bytes, 19, nil, nil, nil, &buffer)
        == kCVReturnInvalidArgument)
    #expect(buffer == nil)
  }

  @Test("Memory of the caller's is used in place and released once")
  func lentMemory() throws {
    final class Owner { var released = 0 }
    let owner = Owner()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { memory.deallocate() }
    var buffer: CVPixelBuffer?
    let status = CVPixelBufferCreateWithBytes(
      kCFAllocatorDefault, 3, 2, kCVPixelFormatType_32BGRA, memory, 32,
      { context, _ in
        guard let context else { return }
        Unmanaged<Owner>.fromOpaque(context).takeUnretainedValue().released += 1
      }, Unmanaged.passUnretained(owner).toOpaque(), nil, &buffer)
    #expect(status == kCVReturnSuccess)
    if let buffer {
      CVPixelBufferLockBaseAddress(buffer, [])
      #expect(CVPixelBufferGetBaseAddress(buffer) == memory)
      CVPixelBufferUnlockBaseAddress(buffer, [])
    }
    #expect(owner.released == 0)
    buffer = nil
    #expect(owner.released == 1)
  }

  @Test("A sample shares its image and knows its time")
  func sample() throws {
    let image = try #require(Self.make(kCVPixelFormatType_32BGRA))
    var format: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreateForImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: image, formatDescriptionOut: &format)
    var timing = CMSampleTimingInfo(
      duration: .invalid, presentationTimeStamp: CMTime(value: 3, timescale: 30),
      decodeTimeStamp: .invalid)
    var sample: CMSampleBuffer?
    let status = CMSampleBufferCreateReadyWithImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: image,
      formatDescription: try #require(format), sampleTiming: &timing, sampleBufferOut: &sample)
    #expect(status == noErr)
    let made = try #require(sample)
    #expect(CMSampleBufferGetImageBuffer(made) === image)
    #expect(CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(made)) == 0.1)
    #expect(CMSampleBufferIsValid(made))
    CMSampleBufferInvalidate(made)
    #expect(!CMSampleBufferIsValid(made))
  }
}
