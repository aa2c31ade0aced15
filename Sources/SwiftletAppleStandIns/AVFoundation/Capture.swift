#if !canImport(AVFoundation)
public import Dispatch
public import Foundation

/// A camera; there is none here, only the names that tell cameras apart.
public final class AVCaptureDevice: NSObject, Sendable {
  /// Where a camera is.
  public enum Position: Int, Sendable {
    /// Anywhere.
    case unspecified = 0
    /// On the back.
    case back = 1
    /// On the side of the screen.
    case front = 2
  }

  private override init() {}
}

/// What a frame came through on its way to a delegate.
open class AVCaptureConnection: NSObject {
  /// Whether frames are mirrored.
  open var isVideoMirrored = false

  /// A connection for a frame source of one's own.
  public override init() {}
}

/// Where captured media go.
open class AVCaptureOutput: NSObject {
  override init() {}
}

/// Hands frames to a delegate.
///
/// There is no camera behind it: a program that has frames calls its delegate itself, on
/// `sampleBufferCallbackQueue`.
open class AVCaptureVideoDataOutput: AVCaptureOutput {
  /// An output without a delegate.
  public override init() {}

  /// What is asked of frames, such as their pixel format under `kCVPixelBufferPixelFormatTypeKey`.
  open var videoSettings: [String: Any] = [:]

  /// Whether frames are dropped while the delegate is busy.
  open var alwaysDiscardsLateVideoFrames = true

  /// Who receives frames; not kept alive.
  open private(set) weak var sampleBufferDelegate:
    (any AVCaptureVideoDataOutputSampleBufferDelegate)?

  /// Where the delegate is to be called.
  open private(set) var sampleBufferCallbackQueue: DispatchQueue?

  /// Chooses who receives frames, and where.
  ///
  /// - Parameters:
  ///   - sampleBufferDelegate: Who receives frames; not kept alive.
  ///   - sampleBufferCallbackQueue: A serial queue.
  open func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    self.sampleBufferDelegate = sampleBufferDelegate
    self.sampleBufferCallbackQueue = sampleBufferCallbackQueue
  }
}

/// Receives frames.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
  /// A frame came.
  ///
  /// - Parameters:
  ///   - output: What hands the frame on.
  ///   - sampleBuffer: The frame.
  ///   - connection: What it came through.
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection)

  /// A frame was dropped.
  ///
  /// - Parameters:
  ///   - output: What dropped the frame.
  ///   - sampleBuffer: The frame.
  ///   - connection: What it came through.
  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
  /// The method is optional: by default nothing happens.
  public func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {}

  /// The method is optional: by default nothing happens.
  public func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {}
}
#endif
