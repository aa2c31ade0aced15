import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletRuntime
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// A PAD before a convolution becomes part of it, without a change of its integers.
@Suite struct FoldingTests {
  /// PAD, then a 3×3 convolution without padding of its own.
  private struct Network: FoldingNetwork {
    var type = ElementType.int8
    var isDepthwise = false
    var stride = 1
    /// Before and after along each axis.
    var paddings: [Int32] = [0, 0, 1, 1, 1, 1, 0, 0]
    var padding = Padding.valid
    /// What else reads the padded image.
    var others = 0
    var padsAreOutput = false

    private func quantization(_ scale: Float, _ zeroPoint: Int) -> Quantization? {
      type == .float32 ? nil : Quantization(scales: [scale], zeroPoints: [zeroPoint])
    }

    func model() throws -> Model {
      var b = ModelBuilder()
      var random = SplitMix64(seed: 5)
      let (height, width, channels) = (9, 7, 16)
      let zero = type == .uint8 ? 120 : 3
      let x = b.tensor(
        "x", type, [1, height, width, channels], quantization: quantization(0.05, zero))
      let shape = [
        1, height + Int(paddings[2] + paddings[3]), width + Int(paddings[4] + paddings[5]),
        channels + Int(paddings[6] + paddings[7]),
      ]
      let pads = b.constant("pads", paddings, [4, 2])
      let padded = b.tensor("padded", type, shape, quantization: quantization(0.05, zero))
      b.operator(.pad, inputs: [x, pads], outputs: [padded])
      let filterShape = isDepthwise ? [1, 3, 3, shape[3]] : [8, 3, 3, shape[3]]
      let count = filterShape.reduce(1, *)
      let outputs = isDepthwise ? shape[3] : 8
      let filter: Int
      let bias: Int
      if type == .float32 {
        let weights = (0..<count).map { _ in Float(Int(random.next() % 201) - 100) / 64 }
        filter = b.constant("filter", weights, filterShape)
        bias = b.constant("bias", (0..<outputs).map { Float($0) / 8 }, [outputs])
      } else {
        let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        filter = b.constant(
          "filter", bytes: bytes, type, filterShape,
          quantization: quantization(0.02, type == .uint8 ? 128 : 0))
        bias = b.constant(
          "bias", (0..<outputs).map { Int32($0 * 37 - 100) }, [outputs],
          quantization: quantization(0.001, 0))
      }
      var ends: [Int] = padsAreOutput ? [padded] : []
      for _ in 0...others {
        let height = (shape[1] - (padding == .valid ? 2 : 0) + stride - 1) / stride
        let width = (shape[2] - (padding == .valid ? 2 : 0) + stride - 1) / stride
        let y = b.tensor(
          "y", type, [1, height, width, outputs], quantization: quantization(0.4, zero))
        if isDepthwise {
          b.operator(
            .depthwiseConv2D, inputs: [padded, filter, bias], outputs: [y],
            options: DepthwiseConv2DOptions()
          ) {
            ($0.padding, $0.strideH, $0.strideW, $0.depthMultiplier) = (padding, stride, stride, 1)
          }
        } else {
          b.operator(
            .conv2D, inputs: [padded, filter, bias], outputs: [y], options: Conv2DOptions()
          ) {
            ($0.padding, $0.strideH, $0.strideW) = (padding, stride, stride)
          }
        }
        ends.append(y)
      }
      return try b.model(inputs: [x], outputs: ends)
    }
  }

  @Test(
    arguments: [ElementType.int8, .uint8, .float32],
    [
      [0, 0, 1, 1, 1, 1, 0, 0], [0, 0, 0, 1, 0, 1, 0, 0], [0, 0, 2, 0, 1, 2, 0, 0],
      [0, 0, 0, 0, 2, 2, 0, 0],
    ] as [[Int32]])
  func paddingIsFolded(type: ElementType, paddings: [Int32]) throws {
    for isDepthwise in [false, true] {
      for stride in [1, 2] {
        for isa in Kernels.available.map(\.isa) {
          // Each arithmetic has kernels of its own.
          for arithmetic in [stride == 1 ? Arithmetic.litert : .reference] {
            let network = Network(
              type: type, isDepthwise: isDepthwise, stride: stride, paddings: paddings)
            let folded = try network.run(keepsTensors: false, arithmetic: arithmetic, isa: isa)
            let kept = try network.run(keepsTensors: true, arithmetic: arithmetic, isa: isa)
            #expect(folded.folded == [0] && kept.folded.isEmpty)
            #expect(folded.steps == 1 && kept.steps == 2)
            if type == .float32 {
              let (a, b) = (floats(folded.outputs[0]), floats(kept.outputs[0]))
              #expect(zip(a, b).allSatisfy { abs($0 - $1) <= 1e-4 * max(1, abs($1)) })
            } else {
              #expect(folded.outputs == kept.outputs)
              #expect(Set(folded.outputs[0]).count > 20, "a test on one value shows nothing")
            }
          }
        }
      }
    }
  }

  /// What a convolution cannot take over, or others need, stays.
  @Test func otherPaddingsStay() throws {
    let networks = [
      Network(paddings: [0, 0, 1, 1, 1, 1, 0, 4]), Network(paddings: [0, 0, 3, 1, 1, 1, 0, 0]),
      Network(paddings: [0, 0, 1, 1, 1, 3, 0, 0]), Network(padding: .same), Network(others: 1),
      Network(padsAreOutput: true), Network(type: .float32, padsAreOutput: true),
    ]
    for network in networks {
      let plain = try network.run(keepsTensors: false)
      #expect(plain.folded.isEmpty)
      #expect(plain.outputs == (try network.run(keepsTensors: true)).outputs)
    }
  }

  private func floats(_ bytes: [UInt8]) -> [Float] {
    stride(from: 0, to: bytes.count, by: 4).map { index in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << (8 * $1) })
    }
  }
}
