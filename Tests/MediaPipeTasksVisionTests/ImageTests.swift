import MediaPipeTasksVision
import SwiftletAppleStandIns
import Testing

/// `UIImage` and its kin, and what an `MPImage` makes of them.
@Suite("Images of a client")
struct ImageTests {
  /// Two pixels, red and half transparent green.
  static func twoPixels(_ alpha: CGImageAlphaInfo) -> CGImage? {
    let bytes: [UInt8] = [255, 0, 0, 255, 0, 128, 0, 128]
    return CGDataProvider(data: Data(bytes) as CFData).flatMap {
      CGImage(
        width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
        provider: $0, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    }
  }

  @Test("Size in points follows scale and orientation")
  func sizes() throws {
    let pixels = try #require(Self.twoPixels(.last))
    let image = UIImage(cgImage: pixels, scale: 2, orientation: .left)
    #expect(image.size == CGSize(width: 0.5, height: 1))
    #expect(image.scale == 2 && image.imageOrientation == .left)
    let made = try MPImage(uiImage: image)
    #expect(made.width == 1 && made.height == 2 && made.orientation == .left)
    #expect(made.imageSourceType == .image && made.image === image)
    #expect(made.pixelBuffer == nil && made.sampleBuffer == nil)
    #expect(try MPImage(uiImage: image, orientation: .down).orientation == .down)
  }

  @Test("EXIF orientation stays beside the stored pixels")
  func exif() throws {
    let upright = try #require(UIImage(contentsOfFile: Sample.fixtures + "/images/cat.jpg"))
    let path = Sample.fixtures + "/images/cat_rotated.jpg"
    let turned = try #require(UIImage(contentsOfFile: path))
    #expect(turned.size == upright.size && turned.imageOrientation != .up)
    #expect(turned.cgImage?.width == upright.cgImage?.height)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(UIImage(data: data)?.imageOrientation == turned.imageOrientation)
    let classifier = try ImageClassifier(modelPath: Sample.classifier)
    func name(_ image: UIImage) throws -> String? {
      ClassifierCallsTests.top(try classifier.classify(image: MPImage(uiImage: image)))
    }
    #expect(try name(turned) == name(upright))
  }

  @Test("What is no image gives nil")
  func notImages() {
    #expect(UIImage(contentsOfFile: "/no/such/file.png") == nil)
    #expect(UIImage(data: Data([1, 2, 3])) == nil)
    #expect(UIImage(named: "no such image") == nil)
  }

  @Test("An image in a bundle, by name")
  func bundle() throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("swiftlet-\(UUID().uuidString).resources")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      atPath: Sample.fixtures + "/images/rocket.jpg",
      toPath: folder.appendingPathComponent("rocket.jpg").path)
    let bundle = try #require(Bundle(url: folder))
    #expect(UIImage(named: "rocket", in: bundle, with: nil) != nil)
    #expect(UIImage(named: "rocket.jpg", in: bundle, with: nil) != nil)
    #expect(UIImage(named: "shuttle", in: bundle, with: nil) == nil)
  }

  @Test("A `CGImage` of contradictory numbers is nil")
  func badImages() {
    let provider = CGDataProvider(data: Data(count: 10))
    func make(_ width: Int, _ height: Int, _ bits: Int, _ rowBytes: Int) -> CGImage? {
      provider.flatMap {
        CGImage(
          width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bits,
          bytesPerRow: rowBytes, space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: [],
          provider: $0, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
      }
    }
    #expect(make(3, 1, 24, 9) != nil)
    #expect(make(1, 2, 24, 7) != nil)
    #expect(make(1, 2, 24, 8) == nil)
    #expect(make(3, 1, 24, 8) == nil)
    #expect(make(0, 1, 24, 9) == nil)
    #expect(make(.max, 1, 24, .max) == nil)
    #expect(make(1, .max, 24, .max) == nil)
  }

  @Test("Creation is refused in upstream's words")
  func refusals() throws {
    let pixels = try #require(Self.twoPixels(.last))
    for image in [UIImage(), UIImage(ciImage: CIImage(cgImage: pixels))] {
      let error = #expect(throws: NSError.self) { try MPImage(uiImage: image) }
      #expect(error?.code == 3)
      #expect(
        error?.localizedDescription
          == "Image does not have a valid underlying CGImage. image.CGImage must be non nil.")
    }
    let invalid = try Sample.sampleBuffer()
    CMSampleBufferInvalidate(invalid)
    let empty = CMSampleBuffer(image: nil, timing: CMSampleTimingInfo(), formatDescription: nil)
    for sample in [invalid, empty] {
      let error = #expect(throws: NSError.self) { try MPImage(sampleBuffer: sample) }
      #expect(error?.code == 3)
      #expect(
        error?.localizedDescription
          == "Sample buffer is not valid. Invoking CMSampleBufferIsValid(sampleBuffer) must "
          + "return true.")
    }
  }

  @Test("What was given is given back")
  func sources() throws {
    let buffer = try Sample.buffer()
    let fromBuffer = try MPImage(pixelBuffer: buffer, orientation: .right)
    #expect(fromBuffer.pixelBuffer === buffer && fromBuffer.imageSourceType == .pixelBuffer)
    #expect(fromBuffer.orientation == .right)
    #expect(fromBuffer.width == CGFloat(CVPixelBufferGetWidth(buffer)))
    let sample = try Sample.sampleBuffer()
    let fromSample = try MPImage(sampleBuffer: sample)
    #expect(fromSample.sampleBuffer === sample && fromSample.pixelBuffer == nil)
    #expect(fromSample.imageSourceType == .sampleBuffer && fromSample.image == nil)
    #expect(MPImageSourceType(rawValue: 2) == .sampleBuffer)
    #expect(MPImageSourceType.image.rawValue == 0 && fromSample.orientation == .up)
  }

  @Test("Raw values are Apple's")
  func rawValues() {
    #expect(UIImage.Orientation.right.rawValue == 3)
    #expect(UIImage.Orientation.rightMirrored.rawValue == 7)
    #expect(kCVPixelFormatType_32BGRA == 1_111_970_369)
    #expect(kCVPixelFormatType_32RGBA == 1_380_401_729)
    #expect(kCVPixelFormatType_OneComponent32Float == 1_278_226_534)
    #expect(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange == 875_704_422)
    #expect(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange == 875_704_438)
    #expect(kCMPixelFormat_32BGRA == kCVPixelFormatType_32BGRA)
    #expect(UIDeviceOrientation.faceDown.rawValue == 6)
    #expect(AVCaptureDevice.Position.front.rawValue == 2)
  }

  final class Camera: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    var frames: [MPImage] = []

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
      from connection: AVCaptureConnection
    ) {
      if let frame = try? MPImage(sampleBuffer: sampleBuffer) { frames.append(frame) }
    }
  }

  @Test("A delegate of a camera gets what a source of frames hands it")
  func camera() throws {
    let camera = Camera()
    let output = AVCaptureVideoDataOutput()
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCMPixelFormat_32BGRA]
    output.setSampleBufferDelegate(camera, queue: DispatchQueue(label: "frames"))
    try output.sampleBufferDelegate?.captureOutput(
      output, didOutput: Sample.sampleBuffer(), from: AVCaptureConnection())
    #expect(camera.frames.count == 1)
  }
}
