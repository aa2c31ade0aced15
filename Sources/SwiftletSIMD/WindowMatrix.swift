/// The windows of a convolution as rows of a matrix (im2col).
///
/// A row is the window of one output pixel: kernel rows, kernel columns, channels. Taps outside
/// the image read the zero point. A kernel that multiplies bytes gets the bytes as they are, one
/// that multiplies 16-bit integers gets them less the zero point.
@frozen @usableFromInline package struct WindowMatrix {
  /// The first channel to read of the first pixel.
  @usableFromInline package var input: UnsafePointer<UInt8>
  @usableFromInline package var inputHeight: Int
  @usableFromInline package var inputWidth: Int
  /// Bytes from one pixel to the next.
  @usableFromInline package var pixelBytes: Int
  /// The channels to read.
  @usableFromInline package var channels: Int
  @usableFromInline package var outputHeight: Int
  @usableFromInline package var outputWidth: Int
  @usableFromInline package var kernelHeight: Int
  @usableFromInline package var kernelWidth: Int
  @usableFromInline package var strideHeight: Int
  @usableFromInline package var strideWidth: Int
  @usableFromInline package var dilationHeight: Int
  @usableFromInline package var dilationWidth: Int
  @usableFromInline package var padTop: Int
  @usableFromInline package var padLeft: Int
  /// What turns a byte into an unsigned one.
  @usableFromInline package var flip: UInt8
  /// The zero point as an unsigned byte.
  @usableFromInline package var zeroPoint: UInt8
  /// Bytes from one row of the matrix to the next.
  @usableFromInline package var rowBytes: Int

  package init(
    input: UnsafePointer<UInt8>, inputHeight: Int, inputWidth: Int, pixelBytes: Int,
    channels: Int, outputHeight: Int, outputWidth: Int, kernelHeight: Int, kernelWidth: Int,
    strideHeight: Int, strideWidth: Int, dilationHeight: Int, dilationWidth: Int, padTop: Int,
    padLeft: Int, flip: UInt8, zeroPoint: UInt8, rowBytes: Int
  ) {
    self.input = input
    self.inputHeight = inputHeight
    self.inputWidth = inputWidth
    self.pixelBytes = pixelBytes
    self.channels = channels
    self.outputHeight = outputHeight
    self.outputWidth = outputWidth
    self.kernelHeight = kernelHeight
    self.kernelWidth = kernelWidth
    self.strideHeight = strideHeight
    self.strideWidth = strideWidth
    self.dilationHeight = dilationHeight
    self.dilationWidth = dilationWidth
    self.padTop = padTop
    self.padLeft = padLeft
    self.flip = flip
    self.zeroPoint = zeroPoint
    self.rowBytes = rowBytes
  }
}

/// Writes the rows of output pixels `first ..< first + count`, counted over the whole batch.
///
/// Writes up to a vector past each row and reads up to a vector past each stretch of the input.
@inlinable @inline(__always)
package func windowRowsQ8<V: VectorISA>(
  _ isa: V.Type, _ windows: UnsafePointer<WindowMatrix>, first: Int, count: Int,
  _ rows: UnsafeMutableRawPointer
) {
  let w = windows.pointee
  let wideElement = V.activationsPerWord == 4 ? 1 : 2
  let tapBytes = w.channels &* wideElement
  let lineBytes = w.inputWidth &* w.pixelBytes
  let pixels = w.outputHeight &* w.outputWidth
  guard count > 0, pixels > 0 else { return }
  if w.rowBytes == tapBytes && w.channels == w.pixelBytes && w.strideWidth == 1
    && w.strideHeight == 1 && w.outputWidth == w.inputWidth && w.outputHeight == w.inputHeight
    && w.kernelHeight == 1 && w.kernelWidth == 1 && w.padTop == 0 && w.padLeft == 0
  {
    // Pixels are rows without padding: one stretch.
    copyTapsQ8(isa, w.input + first &* w.pixelBytes, rows, count &* w.channels, w)
    return
  }
  var image = first / pixels
  var outputRow = (first &- image &* pixels) / w.outputWidth
  var outputColumn = first &- image &* pixels &- outputRow &* w.outputWidth
  var row = rows
  var done = 0
  while done < count {
    let left = outputColumn &* w.strideWidth &- w.padLeft
    let inside = left >= 0 && left &+ w.kernelWidth <= w.inputWidth
    let joined = inside && w.dilationWidth == 1 && w.channels == w.pixelBytes
    var target = row
    var y = outputRow &* w.strideHeight &- w.padTop
    var tapRow = 0
    while tapRow < w.kernelHeight {
      if y < 0 || y >= w.inputHeight {
        fillTapsQ8(isa, target, w.kernelWidth &* w.channels, w.zeroPoint ^ w.flip)
        target += w.kernelWidth &* tapBytes
      } else {
        let line = w.input + (image &* w.inputHeight &+ y) &* lineBytes
        if joined {
          copyTapsQ8(isa, line + left &* w.pixelBytes, target, w.kernelWidth &* w.channels, w)
          target += w.kernelWidth &* tapBytes
        } else {
          var x = left
          var tap = 0
          while tap < w.kernelWidth {
            if x < 0 || x >= w.inputWidth {
              fillTapsQ8(isa, target, w.channels, w.zeroPoint ^ w.flip)
            } else {
              copyTapsQ8(isa, line + x &* w.pixelBytes, target, w.channels, w)
            }
            target += tapBytes
            x &+= w.dilationWidth
            tap &+= 1
          }
        }
      }
      y &+= w.dilationHeight
      tapRow &+= 1
    }
    row += w.rowBytes
    done &+= 1
    outputColumn &+= 1
    if outputColumn == w.outputWidth {
      outputColumn = 0
      outputRow &+= 1
      if outputRow == w.outputHeight {
        outputRow = 0
        image &+= 1
      }
    }
  }
}

/// Copies bytes, or widens them less the zero point; the last vector may overrun both sides.
@inlinable @inline(__always)
package func copyTapsQ8<V: VectorISA>(
  _ isa: V.Type, _ source: UnsafePointer<UInt8>, _ target: UnsafeMutableRawPointer, _ count: Int,
  _ windows: WindowMatrix
) {
  let input = UnsafeRawPointer(source)
  var index = 0
  if V.activationsPerWord == 4 {
    while index < count {
      let bytes = (input + index).loadUnaligned(as: SIMD16<UInt8>.self)
      (target + index).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
      index &+= 16
    }
  } else {
    let flip = V.H(repeating: Int16(windows.flip))
    let zero = V.H(repeating: Int16(windows.zeroPoint))
    while index < count {
      let wide = V.widened(input + index, flip: flip, zeroPoint: zero)
      (target + index &* 2).storeBytes(of: wide, as: V.H.self)
      index &+= V.H.scalarCount
    }
  }
}

/// Writes taps outside the image: the zero point, or 0 where it has been subtracted.
@inlinable @inline(__always)
package func fillTapsQ8<V: VectorISA>(
  _ isa: V.Type, _ target: UnsafeMutableRawPointer, _ count: Int, _ zeroPoint: UInt8
) {
  var index = 0
  if V.activationsPerWord == 4 {
    let zero = SIMD16<UInt8>(repeating: zeroPoint)
    while index < count {
      (target + index).storeBytes(of: zero, as: SIMD16<UInt8>.self)
      index &+= 16
    }
  } else {
    while index < count {
      (target + index &* 2).storeBytes(of: V.H(), as: V.H.self)
      index &+= V.H.scalarCount
    }
  }
}
