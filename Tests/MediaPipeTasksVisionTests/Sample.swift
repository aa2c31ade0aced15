import MediaPipeTasksVision
import Testing

/// What the tests work on, all of it from `Fixtures`.
enum Sample {
  static let fixtures = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../Fixtures").standardized.path

  /// An image classifier of 1000 classes.
  static let classifier = fixtures + "/models/efficientnet_lite0_int8.tflite"

  /// A detector of fruit.
  static let detector = fixtures + "/models/fruit_detector_int8.tflite"

  /// A cup of coffee.
  static func photo() throws -> UIImage {
    try #require(UIImage(contentsOfFile: fixtures + "/images/coffee.jpg"))
  }

  /// The same picture as a camera delivers it.
  static func buffer() throws -> CVPixelBuffer {
    let photo = try #require(try Self.photo().cgImage)
    let rgb = try #require(photo.dataProvider?.data)
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(
      kCFAllocatorDefault, photo.width, photo.height, kCVPixelFormatType_32BGRA, nil, &buffer)
    let made = try #require(buffer)
    CVPixelBufferLockBaseAddress(made, [])
    defer { CVPixelBufferUnlockBaseAddress(made, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(made))
    let rowBytes = CVPixelBufferGetBytesPerRow(made)
    for y in 0..<photo.height {
      for x in 0..<photo.width {
        let pixel = [2, 1, 0].map { rgb[y * photo.bytesPerRow + 3 * x + $0] } + [255]
        base.advanced(by: y * rowBytes + 4 * x).copyMemory(from: pixel, byteCount: 4)
      }
    }
    return made
  }

  /// The same with a time.
  static func sampleBuffer() throws -> CMSampleBuffer {
    let buffer = try Self.buffer()
    var timing = CMSampleTimingInfo()
    timing.presentationTimeStamp = CMTimeMake(value: 1, timescale: 30)
    return try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
      sampleTiming: timing)
  }
}

/// Values that one thread waits for and another one brings.
final class Mailbox<Value>: @unchecked Sendable {
  private var values: [Value] = []
  private let lock = NSLock()
  private let arrived = DispatchSemaphore(value: 0)

  func put(_ value: Value) {
    lock.lock()
    values.append(value)
    lock.unlock()
    arrived.signal()
  }

  /// The next value; nil when none comes for a minute.
  func take() -> Value? {
    guard arrived.wait(timeout: .now() + 60) == .success else { return nil }
    lock.lock()
    defer { lock.unlock() }
    return values.removeFirst()
  }
}
