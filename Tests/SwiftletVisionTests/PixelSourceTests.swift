import Foundation
import SwiftletAppleStandIns
import SwiftletImage
import SwiftletVision
import Testing

/// When pixels are read, and which are refused.
@Suite("Pixels of buffers and images")
struct PixelSourceTests {
  static func buffer(_ format: OSType, _ byte: UInt8 = 0) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, 7, 5, format, nil, &buffer)
    let made = try #require(buffer)
    try fill(made, byte)
    return made
  }

  static func fill(_ buffer: CVPixelBuffer, _ byte: UInt8) throws {
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    base.initializeMemory(
      as: UInt8.self, repeating: byte, count: CVPixelBufferGetDataSize(buffer))
  }

  @Test("Pixels are read at each call")
  func freshPixels() throws {
    let classifier = try ImageMatrixTests.classifier()
    let buffer = try Self.buffer(kCVPixelFormatType_OneComponent8, 10)
    let image = try MPImage(pixelBuffer: buffer)
    #expect(try ImageMatrixTests.bytes(image, classifier).allSatisfy { $0 == 10 })
    try Self.fill(buffer, 200)
    #expect(try ImageMatrixTests.bytes(image, classifier).allSatisfy { $0 == 200 })
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnError)
  }

  final class Receiver: NSObject, ImageClassifierLiveStreamDelegate {
    let scores = DispatchQueue(label: "scores")
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var found: [Float] = []

    func imageClassifier(
      _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
      timestampInMilliseconds: Int, error: (any Error)?
    ) {
      let categories = result?.classificationResult.classifications.first?.categories
      scores.sync { found.append(categories?.first?.score ?? -1) }
      done.signal()
    }
  }

  @Test("A frame of a live stream is what it was when it was handed over")
  func liveFrames() throws {
    let receiver = Receiver()
    let classifier = try ImageClassifier(
      SampleModel().with {
        $0.inputShape = [1, 64, 64, 3]
        $0.outputShapes = [[1, 3 * 64 * 64]]
      }
    ) {
      $0.runningMode = .liveStream
      $0.imageClassifierLiveStreamDelegate = receiver
    }
    let formats = [
      kCVPixelFormatType_OneComponent8, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    ]
    for (time, format) in formats.enumerated() {
      let buffer = try Self.buffer(format, 128)
      let image = try MPImage(pixelBuffer: buffer)
      try classifier.classifyAsync(image: image, timestampInMilliseconds: time)
      try Self.fill(buffer, 1)
      try #require(receiver.done.wait(timeout: .now() + 60) == .success)
    }
    #expect(receiver.scores.sync { receiver.found } == [0.5, 0.5, 0.5])
  }

  @Test(
    "Other pixel formats are refused in upstream's words",
    arguments: [kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_24BGR, kCVPixelFormatType_32ABGR])
  func formats(_ format: OSType) throws {
    let image = try MPImage(pixelBuffer: Self.buffer(format))
    let error = #expect(throws: NSError.self) {
      try ImageMatrixTests.classifier().classify(image: image)
    }
    #expect(error?.code == 3)
    #expect(
      error?.localizedDescription
        == "Unsupported pixel format for CVPixelBuffer. Expected kCVPixelFormatType_32BGRA or "
        + "kCVPixelFormatType_OneComponent32Float")
    #expect(throws: NSError.self) { try image.pixels }
  }

  @Test("Float pixels pass the first check and fail in the image step")
  func floatPixels() throws {
    let image = try MPImage(pixelBuffer: Self.buffer(kCVPixelFormatType_OneComponent32Float))
    let error = #expect(throws: NSError.self) {
      try ImageMatrixTests.classifier().classify(image: image)
    }
    #expect(error?.localizedDescription == "INVALID_ARGUMENT: Unsupported format: 9")
  }

  /// One pixel in a layout.
  static func image(
    _ bytes: [UInt8], bits: Int = 8, _ info: UInt32, gray: Bool = false
  ) throws -> MPImage {
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    let image = try #require(
      CGImage(
        width: 1, height: 1, bitsPerComponent: bits, bitsPerPixel: 8 * bytes.count,
        bytesPerRow: bytes.count,
        space: gray ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent))
    return try MPImage(uiImage: UIImage(cgImage: image))
  }

  @Test("Every layout of components of a CGImage")
  func layouts() throws {
    let (big16, little16) = (CGBitmapInfo.byteOrder16Big, CGBitmapInfo.byteOrder16Little)
    let little32 = CGBitmapInfo.byteOrder32Little.rawValue
    let (last, first) = (CGImageAlphaInfo.last.rawValue, CGImageAlphaInfo.first.rawValue)
    let (skipLast, skipFirst) = (
      CGImageAlphaInfo.noneSkipLast.rawValue, CGImageAlphaInfo.noneSkipFirst.rawValue
    )
    let premultiplied = CGImageAlphaInfo.premultipliedLast.rawValue
    for (image, expected) in [
      (try Self.image([1, 2, 3], 0), [1, 2, 3]),
      (try Self.image([7], 0, gray: true), [7, 7, 7]),
      (try Self.image([7, 255], last, gray: true), [7, 7, 7]),
      (try Self.image([1, 2, 3, 9], skipLast), [1, 2, 3]),
      (try Self.image([9, 1, 2, 3], skipFirst), [1, 2, 3]),
      (try Self.image([3, 2, 1, 9], skipFirst | little32), [1, 2, 3]),
      (try Self.image([9, 3, 2, 1], skipLast | little32), [1, 2, 3]),
      (try Self.image([255, 1, 2, 3], first), [1, 2, 3]),
      (try Self.image([40, 50, 60, 0], last), [0, 0, 0]),
      // 100 · 51 / 255 = 20, and back.
      (try Self.image([100, 51, 0, 51], last), [100, 50, 0]),
      (try Self.image([20, 10, 60, 51], premultiplied), [100, 50, 255]),
      (try Self.image([1, 0, 128, 128, 255, 255], bits: 16, big16.rawValue), [1, 128, 255]),
      (try Self.image([0, 1, 128, 128, 255, 254], bits: 16, little16.rawValue), [1, 128, 254]),
      (try Self.image([1, 127, 1, 128, 0, 0], bits: 16, 0), [1, 1, 0]),
    ] {
      #expect(try image.pixels.rgb.map { Int($0) } == expected)
    }
    let unread = [
      try Self.image([1, 2, 3, 4], bits: 32, CGBitmapInfo.floatComponents.rawValue, gray: true),
      try Self.image([1], CGImageAlphaInfo.alphaOnly.rawValue, gray: true),
      try Self.image([1, 2], bits: 8, 0),
    ]
    for image in unread {
      let error = #expect(throws: NSError.self) { try image.pixels }
      #expect(error?.code == 13)
      #expect(
        error?.localizedDescription
          == "Some error occurred while preprocessing the input image. Please verify that the "
          + "image is not corrupted.")
    }
  }
}
