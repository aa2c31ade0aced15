/// A copy of an image with a border of zero points, in the elements that the matrix product takes.
///
/// With it the window of a convolution is a few runs of memory, whatever its place. A kernel that
/// multiplies bytes gets unsigned ones, one that multiplies 16-bit integers gets them less the zero
/// point.
@frozen @usableFromInline package struct PaddedImage {
  @usableFromInline package var input: UnsafePointer<UInt8>
  @usableFromInline package var inputHeight: Int
  @usableFromInline package var inputWidth: Int
  @usableFromInline package var channels: Int
  /// The size of the copy; what lies beyond the windows is left out.
  @usableFromInline package var height: Int
  @usableFromInline package var width: Int
  /// Lines of the border above and pixels left of the image.
  @usableFromInline package var padTop: Int
  @usableFromInline package var padLeft: Int
  /// What turns a byte into an unsigned one.
  @usableFromInline package var flip: UInt8
  /// The zero point as an unsigned byte.
  @usableFromInline package var zeroPoint: UInt8
  @usableFromInline package var output: UnsafeMutableRawPointer

  package init(
    input: UnsafePointer<UInt8>, inputHeight: Int, inputWidth: Int, channels: Int, height: Int,
    width: Int, padTop: Int, padLeft: Int, flip: UInt8, zeroPoint: UInt8,
    output: UnsafeMutableRawPointer
  ) {
    self.input = input
    self.inputHeight = inputHeight
    self.inputWidth = inputWidth
    self.channels = channels
    self.height = height
    self.width = width
    self.padTop = padTop
    self.padLeft = padLeft
    self.flip = flip
    self.zeroPoint = zeroPoint
    self.output = output
  }
}

/// Writes lines `first ..< first + count` of the copy, counted over the whole batch, and no byte
/// beside them: neighbouring lines may be another thread's.
@inlinable @inline(__always)
package func padLinesQ8<V: VectorISA>(
  _ isa: V.Type, _ padded: UnsafePointer<PaddedImage>, first: Int, count: Int
) {
  let p = padded.pointee
  let element = V.activationsPerWord == 4 ? 1 : 2
  let lineElements = p.width &* p.channels
  // The stretch of the image that the copy shows, in elements.
  let left = p.padLeft < p.width ? p.padLeft : p.width
  let room = p.width &- left
  let shown = room < p.inputWidth ? room : p.inputWidth
  let before = left &* p.channels
  let middle = shown &* p.channels
  var line = first
  while line < first &+ count {
    let image = line / p.height
    let y = line &- image &* p.height &- p.padTop
    let target = p.output + line &* lineElements &* element
    if y < 0 || y >= p.inputHeight {
      fillExactlyQ8(isa, target, lineElements, p)
    } else {
      let source = p.input + (image &* p.inputHeight &+ y) &* p.inputWidth &* p.channels
      fillExactlyQ8(isa, target, before, p)
      copyExactlyQ8(isa, source, target + before &* element, middle, p)
      fillExactlyQ8(
        isa, target + (before &+ middle) &* element, lineElements &- before &- middle, p)
    }
    line &+= 1
  }
}

/// Copies elements by vectors; the last one ends at the last element and may overlap the former.
@inlinable @inline(__always)
package func copyExactlyQ8<V: VectorISA>(
  _ isa: V.Type, _ source: UnsafePointer<UInt8>, _ target: UnsafeMutableRawPointer, _ count: Int,
  _ padded: PaddedImage
) {
  let input = UnsafeRawPointer(source)
  let bytes = V.activationsPerWord == 4
  let step = bytes ? MemoryLayout<V.I>.size : V.H.scalarCount
  let flip = V.H(repeating: Int16(padded.flip))
  let zero = V.H(repeating: Int16(padded.zeroPoint))
  let turn = V.I(repeating: Int32(truncatingIfNeeded: Int(padded.flip) &* 0x0101_0101))
  var index = 0
  while index < count {
    if count < step {
      if bytes {
        target.storeBytes(of: source[index] ^ padded.flip, toByteOffset: index, as: UInt8.self)
      } else {
        let value = Int16(source[index] ^ padded.flip) &- Int16(padded.zeroPoint)
        target.storeBytes(of: value, toByteOffset: index &* 2, as: Int16.self)
      }
      index &+= 1
    } else {
      let at = count &- index < step ? count &- step : index
      if bytes {
        (target + at).storeBytes(of: (input + at).loadUnaligned(as: V.I.self) ^ turn, as: V.I.self)
      } else {
        let wide = V.widened(input + at, flip: flip, zeroPoint: zero)
        (target + at &* 2).storeBytes(of: wide, as: V.H.self)
      }
      index &+= step
    }
  }
}

/// Writes elements of the border, no more.
@inlinable @inline(__always)
package func fillExactlyQ8<V: VectorISA>(
  _ isa: V.Type, _ target: UnsafeMutableRawPointer, _ count: Int, _ padded: PaddedImage
) {
  let bytes = V.activationsPerWord == 4
  let total = bytes ? count : count &* 2
  let value = bytes ? padded.zeroPoint : 0
  let step = MemoryLayout<V.I>.size
  let border = V.I(repeating: Int32(truncatingIfNeeded: Int(value) &* 0x0101_0101))
  var index = 0
  while index < total {
    if total < step {
      target.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
      index &+= 1
    } else {
      let at = total &- index < step ? total &- step : index
      (target + at).storeBytes(of: border, as: V.I.self)
      index &+= step
    }
  }
}
