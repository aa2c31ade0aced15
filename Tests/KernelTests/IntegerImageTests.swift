import SwiftletKernels
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// The copies that stand for windows: gathered rows and padded images.
@Suite struct IntegerImageTests {
  /// What a kernel should write for a byte: the byte, or the integer less its zero point.
  private static func element(_ byte: UInt8?, zero: UInt8, flip: UInt8, bytes: Bool) -> Int {
    let value = byte ?? zero ^ flip
    return bytes ? Int(value) : Int(value ^ flip) - Int(zero)
  }

  private static func read(_ memory: AlignedMemory, _ index: Int, bytes: Bool) -> Int {
    bytes
      ? Int(memory.pointer.load(fromByteOffset: index, as: UInt8.self))
      : Int(memory.pointer.load(fromByteOffset: 2 * index, as: Int16.self))
  }

  @Test(arguments: Kernels.available) func gatheredRows(table: KernelTable) {
    let bytes = table.quantized.activationsPerWord == 4
    var random = SplitMix64(seed: 21)
    for _ in 0..<60 {
      let (height, width) = (random.integer(1, 8), random.integer(1, 9))
      let (channels, group) = (random.integer(1, 40), random.integer(1, 3))
      let pixel = channels * group
      let batches = random.integer(1, 3)
      let image = AlignedMemory(byteCount: batches * height * width * pixel)
      let values = random.bytes(image.byteCount)
      for (index, value) in values.enumerated() {
        image.pointer.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
      }
      let kernel = (random.integer(1, 5), random.integer(1, 5))
      let (stride, dilation) = (random.integer(1, 3), random.integer(1, 3))
      let output = (random.integer(1, 6), random.integer(1, 6))
      let pad = (random.integer(0, 4), random.integer(0, 4))
      let zero = UInt8(random.integer(0, 256))
      let flip: UInt8 = random.integer(0, 2) == 0 ? 0 : 0x80
      let depth = kernel.0 * kernel.1 * channels
      let rowBytes = (depth * (bytes ? 1 : 2) + 3) & ~3
      let first = random.integer(0, batches * output.0 * output.1)
      let count = random.integer(0, batches * output.0 * output.1 - first + 1)
      var windows = WindowMatrix(
        input: UnsafePointer(image.pointer.assumingMemoryBound(to: UInt8.self)),
        inputHeight: height, inputWidth: width, pixelBytes: pixel, channels: channels,
        outputHeight: output.0, outputWidth: output.1, kernelHeight: kernel.0,
        kernelWidth: kernel.1, strideHeight: stride, strideWidth: stride,
        dilationHeight: dilation, dilationWidth: dilation, padTop: pad.0, padLeft: pad.1,
        flip: flip, zeroPoint: zero, rowBytes: rowBytes)
      // The last row may be overrun by a vector.
      let rows = AlignedMemory(byteCount: count * rowBytes + 64)
      table.quantized.windowRows(&windows, first, count, rows.pointer)
      var wrong = 0
      for row in 0..<count {
        let place = first + row
        let (batch, rest) = (place / (output.0 * output.1), place % (output.0 * output.1))
        for k in 0..<depth {
          let (tap, channel) = (k / channels, k % channels)
          let y = rest / output.1 * stride - pad.0 + tap / kernel.1 * dilation
          let x = rest % output.1 * stride - pad.1 + tap % kernel.1 * dilation
          let inside = y >= 0 && y < height && x >= 0 && x < width
          let byte = inside ? values[((batch * height + y) * width + x) * pixel + channel] : nil
          let expected = Self.element(byte, zero: zero, flip: flip, bytes: bytes)
          let found = Self.read(rows, row * rowBytes / (bytes ? 1 : 2) + k, bytes: bytes)
          wrong += found == expected ? 0 : 1
        }
      }
      #expect(wrong == 0, "\(table.isa) \(channels) of \(pixel) channels, \(kernel)")
    }
  }

  /// Lines are written exactly: what lies beside them belongs to other threads.
  @Test(arguments: Kernels.available) func paddedLines(table: KernelTable) {
    let bytes = table.quantized.activationsPerWord == 4
    let element = bytes ? 1 : 2
    var random = SplitMix64(seed: 22)
    for _ in 0..<80 {
      let (height, width) = (random.integer(1, 7), random.integer(1, 30))
      let (channels, batches) = (random.integer(1, 20), random.integer(1, 3))
      let pad = (random.integer(0, 4), random.integer(0, 4))
      let padded = (random.integer(1, 12), random.integer(1, 36))
      let values = random.bytes(batches * height * width * channels)
      let image = AlignedMemory(byteCount: values.count)
      for (index, value) in values.enumerated() {
        image.pointer.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
      }
      let zero = UInt8(random.integer(0, 256))
      let flip: UInt8 = random.integer(0, 2) == 0 ? 0 : 0x80
      let lines = batches * padded.0
      let line = padded.1 * channels
      let copy = AlignedMemory(byteCount: lines * line * element + 64)
      let mark = UInt8(0x6E)
      copy.pointer.initializeMemory(as: UInt8.self, repeating: mark, count: copy.byteCount)
      var arguments = PaddedImage(
        input: UnsafePointer(image.pointer.assumingMemoryBound(to: UInt8.self)),
        inputHeight: height, inputWidth: width, channels: channels, height: padded.0,
        width: padded.1, padTop: pad.0, padLeft: pad.1, flip: flip, zeroPoint: zero,
        output: copy.pointer)
      let first = random.integer(0, lines)
      let count = random.integer(1, lines - first + 1)
      table.quantized.padLines(&arguments, first, count)
      var wrong = 0
      for index in 0..<count * line {
        let place = first + index / line
        let y = place % padded.0 - pad.0
        let x = index % line / channels - pad.1
        let source = ((place / padded.0 * height + y) * width + x) * channels + index % channels
        let inside = y >= 0 && y < height && x >= 0 && x < width
        let expected = Self.element(
          inside ? values[source] ^ flip : nil, zero: zero, flip: 0, bytes: bytes)
        wrong += Self.read(copy, first * line + index, bytes: bytes) == expected ? 0 : 1
      }
      #expect(wrong == 0, "\(table.isa) \(padded) \(pad) \(channels)")
      let written = first * line * element..<(first + count) * line * element
      let untouched = (0..<copy.byteCount).allSatisfy {
        written.contains($0) || copy.pointer.load(fromByteOffset: $0, as: UInt8.self) == mark
      }
      #expect(untouched, "\(table.isa) wrote beside lines \(first)..<\(first + count)")
    }
  }
}
