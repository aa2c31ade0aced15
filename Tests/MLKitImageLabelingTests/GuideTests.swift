import MLKitImageLabeling
import Testing

/// What an application does with a labeler, in the calls of ML Kit's guide.
///
/// Nothing but the one import is there for it, and the language mode is Swift 5, as in most such code.
final class FlowerGuide: NSObject {
  private(set) var imageLabeler: ImageLabeler?
  private(set) var names: [String] = []
  private(set) var downloaded = false
  private(set) var failure: NSError?
  private var observers: [NSObjectProtocol] = []

  static let remoteModel = AutoMLImageLabelerRemoteModel(name: "meadow")

  deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  /// Prefers the downloaded model, and has the one in the folder otherwise.
  func prepare(manifestPath: String) {
    let localModel = AutoMLImageLabelerLocalModel(manifestPath: manifestPath)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var options: AutoMLImageLabelerOptions!
    if ModelManager.modelManager().isModelDownloaded(Self.remoteModel) {
      options = AutoMLImageLabelerOptions(remoteModel: Self.remoteModel)
    } else {
      options = AutoMLImageLabelerOptions(localModel: localModel)
    }
    options.confidenceThreshold = NSNumber(value: 0.0)
    imageLabeler = ImageLabeler.imageLabeler(options: options)
  }

  /// Begins a download, whose end two observers tell.
  func download() -> Progress {
    let conditions = ModelDownloadConditions(
      allowsCellularAccess: true, allowsBackgroundDownloading: true)
    observers.append(
      NotificationCenter.default.addObserver(
        forName: .mlkitModelDownloadDidSucceed, object: nil, queue: nil
      ) { [weak self] notification in
        guard let self, let userInfo = notification.userInfo,
          let model = userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue] as? RemoteModel,
          model.name == "meadow"
        else { return }
        self.downloaded = true
      })
    observers.append(
      NotificationCenter.default.addObserver(
        forName: .mlkitModelDownloadDidFail, object: nil, queue: nil
      ) { [weak self] notification in
        guard let self, let userInfo = notification.userInfo,
          let model = userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue] as? RemoteModel,
          model.name == "meadow"
        else { return }
        self.failure = userInfo[ModelDownloadUserInfoKey.error.rawValue] as? NSError
      })
    return ModelManager.modelManager().download(Self.remoteModel, conditions: conditions)
  }

  /// The way up of a camera's frames.
  func imageOrientation(
    deviceOrientation: UIDeviceOrientation, cameraPosition: AVCaptureDevice.Position
  ) -> UIImage.Orientation {
    let isFront = cameraPosition == .front
    switch deviceOrientation {
    case .portrait: return isFront ? .leftMirrored : .right
    case .landscapeLeft: return isFront ? .downMirrored : .up
    case .portraitUpsideDown: return isFront ? .rightMirrored : .left
    case .landscapeRight: return isFront ? .upMirrored : .down
    case .faceDown, .faceUp, .unknown: return .up
    @unknown default: return .up
    }
  }

  /// Labels a picture while the caller waits.
  func label(_ picture: UIImage) throws -> [ImageLabel] {
    let image = VisionImage(image: picture)
    image.orientation = picture.imageOrientation
    return try imageLabeler?.results(in: image) ?? []
  }
}

extension FlowerGuide: AVCaptureVideoDataOutputSampleBufferDelegate {
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {
    let image = VisionImage(buffer: sampleBuffer)
    image.orientation = imageOrientation(
      deviceOrientation: UIDevice.current.orientation, cameraPosition: .back)
    var labels: [ImageLabel] = []
    do {
      labels = try imageLabeler?.results(in: image) ?? []
    } catch let error {
      failure = error as NSError
    }
    names = labels.map { label in "\(label.index) \(label.text) \(label.confidence)" }
  }
}

@Suite("Code written for ML Kit")
struct GuideTests {
  /// A pixel buffer of 2×2 pixels.
  private func frame(_ pixels: [[UInt8]]) throws -> CMSampleBuffer {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(nil, 2, 2, kCVPixelFormatType_32BGRA, nil, &buffer)
    let pixelBuffer = try #require(buffer)
    CVPixelBufferLockBaseAddress(pixelBuffer, [])
    let base = try #require(CVPixelBufferGetBaseAddress(pixelBuffer))
    let rowBytes = CVPixelBufferGetBytesPerRow(pixelBuffer)
    for (index, pixel) in pixels.enumerated() {
      for (channel, byte) in [pixel[2], pixel[1], pixel[0], 255].enumerated() {
        base.storeBytes(
          of: byte, toByteOffset: index / 2 * rowBytes + index % 2 * 4 + channel, as: UInt8.self)
      }
    }
    CVPixelBufferUnlockBaseAddress(pixelBuffer, [])
    var format: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreateForImageBuffer(
      allocator: nil, imageBuffer: pixelBuffer, formatDescriptionOut: &format)
    var timing = CMSampleTimingInfo()
    var sample: CMSampleBuffer?
    CMSampleBufferCreateReadyWithImageBuffer(
      allocator: nil, imageBuffer: pixelBuffer, formatDescription: try #require(format),
      sampleTiming: &timing, sampleBufferOut: &sample)
    return try #require(sample)
  }

  static let picture: [[UInt8]] = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]

  @Test("Pictures and frames of a camera")
  func labels() throws {
    let folder = try exportedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let guide = FlowerGuide()
    guide.prepare(manifestPath: folder.appendingPathComponent("manifest.json").path)
    let file = Data("P6 2 2 255\n".utf8) + Data(Self.picture.joined())
    let image = try #require(UIImage(data: file))
    let labels = try guide.label(image)
    #expect(labels.map(\.index) == (0..<12).reversed())
    #expect(labels.first?.text == "label 11")
    #expect(labels.first?.confidence == 0.046875)
    let output = AVCaptureVideoDataOutput()
    #expect(output.alwaysDiscardsLateVideoFrames)
    guide.captureOutput(output, didOutput: try frame(Self.picture), from: AVCaptureConnection())
    #expect(guide.failure == nil)
    #expect(guide.names.count == 12)
    #expect(guide.names.first == "11 label 11 0.046875")
  }

  @Test("In the background, by completion and by waiting")
  func background() async throws {
    let folder = try exportedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let guide = FlowerGuide()
    guide.prepare(manifestPath: folder.appendingPathComponent("manifest.json").path)
    let labeler = try #require(guide.imageLabeler)
    let image = VisionImage(buffer: try frame(Self.picture))
    let count: Int = await withCheckedContinuation { continuation in
      labeler.process(image) { labels, error in
        guard error == nil, let labels = labels, !labels.isEmpty else {
          continuation.resume(returning: 0)
          return
        }
        continuation.resume(returning: labels.count)
      }
    }
    #expect(count == 12)
    #expect(try await labeler.process(image).count == 12)
  }

  @Test("The orientation of every way to hold a device, with both cameras")
  func orientations() throws {
    let guide = FlowerGuide()
    let devices: [UIDeviceOrientation] = [
      .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight, .faceDown, .faceUp, .unknown,
    ]
    let front = devices.map {
      guide.imageOrientation(deviceOrientation: $0, cameraPosition: .front)
    }
    let back = devices.map {
      guide.imageOrientation(deviceOrientation: $0, cameraPosition: .back)
    }
    #expect(
      front == [.leftMirrored, .downMirrored, .rightMirrored, .upMirrored, .up, .up, .up])
    #expect(back == [.right, .up, .left, .down, .up, .up, .up])
    // All of them are accepted.
    let folder = try exportedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    guide.prepare(manifestPath: folder.appendingPathComponent("manifest.json").path)
    let labeler = try #require(guide.imageLabeler)
    let image = VisionImage(buffer: try frame(Self.picture))
    for orientation in front + back {
      image.orientation = orientation
      #expect(try labeler.results(in: image).count == 12)
    }
  }

  @Test("An image without pixels is an error")
  func noPixels() throws {
    let guide = FlowerGuide()
    guide.prepare(manifestPath: "/no/such/manifest.json")
    let sample = try frame(Self.picture)
    try sample.invalidate()
    for image in [VisionImage(image: UIImage()), VisionImage(buffer: sample)] {
      let error = #expect(throws: NSError.self) { try guide.imageLabeler?.results(in: image) }
      #expect(error?.domain == "com.google.mlkit")
      #expect(error?.code == 3)
      #expect(error?.localizedDescription == "Input image must not be nil.")
    }
    #expect(MLImage(image: UIImage()) == nil)
    #expect(MLImage(sampleBuffer: sample) == nil)
  }

  @Test("MLImage takes what VisionImage does, and pixel buffers")
  func otherImage() throws {
    let folder = try exportedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let guide = FlowerGuide()
    guide.prepare(manifestPath: folder.appendingPathComponent("manifest.json").path)
    let labeler = try #require(guide.imageLabeler)
    let sample = try frame(Self.picture)
    let buffer = try #require(CMSampleBufferGetImageBuffer(sample))
    let expected = try labeler.results(in: VisionImage(buffer: sample)).map(\.description)
    let file = Data("P6 2 2 255\n".utf8) + Data(Self.picture.joined())
    let images = [
      MLImage(sampleBuffer: sample), MLImage(pixelBuffer: buffer),
      UIImage(data: file).flatMap { MLImage(image: $0) },
    ]
    for image in images {
      let image = try #require(image)
      #expect(image.width == 2)
      #expect(image.height == 2)
      #expect(try labeler.results(in: image).map(\.description) == expected)
    }
  }

  /// Notifications come on the main thread, where the guide's properties are read, too.
  @Test("A download that cannot be tells so by a notification") @MainActor
  func download() async throws {
    let guide = FlowerGuide()
    ModelManager.modelManager().hosting = ModelHosting(directory: "/dev/null/models")
    let progress = guide.download()
    #expect(progress.totalUnitCount > 0)
    let deadline = Date(timeIntervalSinceNow: 20)
    while guide.failure == nil, Date() < deadline { try await Task.sleep(nanoseconds: 1_000_000) }
    #expect(guide.failure?.domain == "com.google.mlkit")
    #expect(!guide.downloaded)
  }
}
