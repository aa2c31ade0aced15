/// A frame of a stream, with its time and how to look at it.
public struct VideoFrame: Sendable {
  /// The frame.
  ///
  /// Its pixels are read when it is worked on, so that a buffer which the camera writes again has to be
  /// copied before.
  public let image: MPImage

  /// When it was taken, later than every frame before it.
  public let timestampInMilliseconds: Int

  /// Region of interest and rotation.
  public let processing: ImageProcessingOptions

  /// A frame from its parts.
  ///
  /// - Parameters:
  ///   - image: The frame.
  ///   - timestampInMilliseconds: When it was taken.
  ///   - processing: Region of interest and rotation.
  public init(
    _ image: MPImage, timestampInMilliseconds: Int,
    processing: ImageProcessingOptions = ImageProcessingOptions()
  ) {
    self.image = image
    self.timestampInMilliseconds = timestampInMilliseconds
    self.processing = processing
  }
}
