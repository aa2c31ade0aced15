/// One direction of Winograd's algorithm for 3×3 windows with stride 1, over a range of tiles.
///
/// A tile makes `size − 2` outputs squared from `size` inputs squared, which overlap those of its
/// neighbours. Transformed tiles are stored as `[size²][tile][channels]`, channels padded to whole
/// vectors.
@frozen @usableFromInline package struct WinogradF32Arguments {
  /// All images and all results.
  @usableFromInline package var input: UnsafePointer<Float>
  @usableFromInline package var output: UnsafeMutablePointer<Float>
  @usableFromInline package var inputHeight: Int
  @usableFromInline package var inputWidth: Int
  @usableFromInline package var outputHeight: Int
  @usableFromInline package var outputWidth: Int
  /// The channels of the side that is transformed.
  @usableFromInline package var channels: Int
  @usableFromInline package var padTop: Int
  @usableFromInline package var padLeft: Int
  /// The tiles of an image.
  @usableFromInline package var tileRows: Int
  @usableFromInline package var tileColumns: Int
  /// The tiles to transform, counted over all images.
  @usableFromInline package var firstTile: Int
  @usableFromInline package var endTile: Int
  /// Position 0 of the first tile, and the floats between tiles and between positions.
  @usableFromInline package var tiles: UnsafeMutablePointer<Float>
  @usableFromInline package var tileStride: Int
  @usableFromInline package var positionStride: Int
  /// Added to outputs, and the limits of the fused activation.
  @usableFromInline package var bias: UnsafePointer<Float>
  @usableFromInline package var low: Float
  @usableFromInline package var high: Float

  /// Describes a transformation from its parts.
  package init(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, inputHeight: Int,
    inputWidth: Int, outputHeight: Int, outputWidth: Int, channels: Int, padTop: Int,
    padLeft: Int, tileRows: Int, tileColumns: Int, firstTile: Int, endTile: Int,
    tiles: UnsafeMutablePointer<Float>, tileStride: Int, positionStride: Int,
    bias: UnsafePointer<Float>, low: Float, high: Float
  ) {
    self.input = input
    self.output = output
    self.inputHeight = inputHeight
    self.inputWidth = inputWidth
    self.outputHeight = outputHeight
    self.outputWidth = outputWidth
    self.channels = channels
    self.padTop = padTop
    self.padLeft = padLeft
    self.tileRows = tileRows
    self.tileColumns = tileColumns
    self.firstTile = firstTile
    self.endTile = endTile
    self.tiles = tiles
    self.tileStride = tileStride
    self.positionStride = positionStride
    self.bias = bias
    self.low = low
    self.high = high
  }
}
