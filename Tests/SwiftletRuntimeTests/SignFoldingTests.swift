import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletRuntime
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// A QUANTIZE that changes the sign of bytes before a convolution becomes part of it, without a change
/// of its integers.
@Suite struct SignFoldingTests {
  enum Layer: String, CaseIterable {
    case pointwise, window, few, depthwise, product, paddedWindow
  }

  /// QUANTIZE, perhaps a PAD, then a layer of bytes.
  private struct Network: FoldingNetwork {
    var layer = Layer.window
    var isSigned = true
    var padding = Padding.same
    var inputScale: Float = 0.05
    /// Of the unsigned bytes.
    var zeroPoint = 131
    var inputZeroPoint = 131
    var others = 0
    var resultIsOutput = false

    private func quantization(_ scale: Float, _ zeroPoint: Int) -> Quantization {
      Quantization(scales: [scale], zeroPoints: [zeroPoint])
    }

    func model() throws -> Model {
      var b = ModelBuilder()
      var random = SplitMix64(seed: 5)
      let (type, other): (ElementType, ElementType) =
        isSigned ? (.int8, .uint8) : (.uint8, .int8)
      let shift = isSigned ? 128 : 0
      let channels = layer == .few ? 3 : 16
      let shape = layer == .product ? [4, 48] : [1, 9, 7, channels]
      let x = b.tensor(
        "x", other, shape, quantization: quantization(inputScale, inputZeroPoint - 128 + shift))
      let here = quantization(0.05, zeroPoint - shift)
      let turned = b.tensor("turned", type, shape, quantization: here)
      b.operator(.quantize, inputs: [x], outputs: [turned])
      var source = turned
      if layer == .paddedWindow {
        let pads = b.constant("pads", [Int32(0), 0, 1, 1, 1, 1, 0, 0], [4, 2])
        source = b.tensor("padded", type, [1, 11, 9, channels], quantization: here)
        b.operator(.pad, inputs: [turned, pads], outputs: [source])
      }
      let size = layer == .pointwise ? 1 : 3
      let filterShape =
        switch layer {
        case .product: [8, 48]
        case .depthwise: [1, 3, 3, channels]
        default: [8, size, size, channels]
        }
      let outputs = layer == .depthwise ? channels : 8
      let bytes = (0..<filterShape.reduce(1, *)).map { _ in
        UInt8(truncatingIfNeeded: random.next())
      }
      let filter = b.constant(
        "filter", bytes: bytes, type, filterShape, quantization: quantization(0.02, 128 - shift))
      let bias = b.constant(
        "bias", (0..<outputs).map { Int32($0 * 37 - 100) }, [outputs],
        quantization: quantization(0.001, 0))
      var ends: [Int] = resultIsOutput ? [turned] : []
      for _ in 0...others {
        let trim = padding == .same || size == 1 ? 0 : 2
        let height = layer == .paddedWindow ? 9 : 9 - trim
        let width = layer == .paddedWindow ? 7 : 7 - trim
        let y = b.tensor(
          "y", type, layer == .product ? [4, outputs] : [1, height, width, outputs],
          quantization: quantization(0.4, 120 - shift))
        let inputs = [source, filter, bias]
        switch layer {
        case .product:
          b.operator(
            .fullyConnected, inputs: inputs, outputs: [y], options: FullyConnectedOptions())
        case .depthwise:
          b.operator(
            .depthwiseConv2D, inputs: inputs, outputs: [y], options: DepthwiseConv2DOptions()
          ) { ($0.padding, $0.strideH, $0.strideW, $0.depthMultiplier) = (padding, 1, 1, 1) }
        default:
          let own = layer == .paddedWindow ? .valid : padding
          b.operator(.conv2D, inputs: inputs, outputs: [y], options: Conv2DOptions()) {
            ($0.padding, $0.strideH, $0.strideW) = (own, 1, 1)
          }
        }
        ends.append(y)
      }
      return try b.model(inputs: [x], outputs: ends)
    }
  }

  @Test(arguments: Layer.allCases, [true, false])
  func changeOfSignIsFolded(layer: Layer, isSigned: Bool) throws {
    for padding in [Padding.same, .valid] {
      for isa in Kernels.available.map(\.isa) {
        for arithmetic in [Arithmetic.litert, .reference] {
          let network = Network(layer: layer, isSigned: isSigned, padding: padding)
          let folded = try network.run(keepsTensors: false, arithmetic: arithmetic, isa: isa)
          let kept = try network.run(keepsTensors: true, arithmetic: arithmetic, isa: isa)
          #expect(folded.folded == (layer == .paddedWindow ? [0, 1] : [0]) && kept.folded.isEmpty)
          #expect(folded.steps == 1 && kept.steps == (layer == .paddedWindow ? 3 : 2))
          #expect(folded.outputs == kept.outputs, "\(isa) \(arithmetic) \(padding)")
          #expect(Set(folded.outputs[0]).count > 10, "a test on one value shows nothing")
        }
      }
    }
  }

  /// What is more than a change of sign, or read by others, stays.
  @Test func otherQuantizationsStay() throws {
    let networks = [
      Network(inputScale: 0.04), Network(inputZeroPoint: 130), Network(others: 1),
      Network(resultIsOutput: true),
    ]
    for network in networks {
      let plain = try network.run(keepsTensors: false)
      #expect(plain.folded.isEmpty)
      #expect(plain.outputs == (try network.run(keepsTensors: true)).outputs)
    }
  }
}
