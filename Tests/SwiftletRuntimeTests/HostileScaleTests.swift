import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletRuntime
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Scales and zero points that no converter writes.
@Suite struct HostileScaleTests {
  private func quantization(_ scale: Float, _ zeroPoint: Int = 0) -> Quantization {
    Quantization(scales: [scale], zeroPoints: [zeroPoint])
  }

  /// Sums of a convolution that exceed 32 bits once they are scaled.
  @Test(arguments: [true, false]) func scaledSumsMayBeHuge(isDepthwise: Bool) throws {
    for isa in Kernels.available.map(\.isa) {
      var b = ModelBuilder()
      let x = b.tensor("x", .int8, [1, 2, 2, 4], quantization: quantization(1))
      let filter = b.constant(
        "filter", bytes: [1, 2, 255, 3], .int8, [1, 1, 1, 4], quantization: quantization(1))
      let outputs = isDepthwise ? 4 : 1
      let bias = b.constant(
        "bias", [Int32](repeating: .max - 100_000, count: outputs), [outputs],
        quantization: quantization(1))
      let y = b.tensor("y", .int8, [1, 2, 2, outputs], quantization: quantization(1 / 64))
      if isDepthwise {
        b.operator(
          .depthwiseConv2D, inputs: [x, filter, bias], outputs: [y],
          options: DepthwiseConv2DOptions()
        ) { ($0.padding, $0.strideH, $0.strideW, $0.depthMultiplier) = (.valid, 1, 1, 1) }
      } else {
        b.operator(.conv2D, inputs: [x, filter, bias], outputs: [y], options: Conv2DOptions()) {
          ($0.padding, $0.strideH, $0.strideW) = (.valid, 1, 1)
        }
      }
      let plan = try Plan(
        for: try b.model(inputs: [x], outputs: [y]), options: PlanOptions(isa: isa))
      var session = Session(plan)
      try session.writeInput(0, [UInt8](repeating: 3, count: 16))
      try session.run()
      #expect(session.readOutput(0).allSatisfy { $0 == 127 })
    }
  }

  /// A QUANTIZE before a convolution whose zero points are none of their types.
  @Test(arguments: [Int.max, Int.min, 1000]) func zeroPointsMayBeHuge(zeroPoint: Int) throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .uint8, [1, 2, 2, 4], quantization: quantization(1, zeroPoint))
    let turned = b.tensor(
      "turned", .int8, [1, 2, 2, 4], quantization: quantization(1, zeroPoint &- 128))
    b.operator(.quantize, inputs: [x], outputs: [turned])
    let filter = b.constant(
      "filter", bytes: [1, 2, 255, 3], .int8, [1, 1, 1, 4], quantization: quantization(1))
    let bias = b.constant("bias", [Int32(5)], [1], quantization: quantization(1))
    let y = b.tensor("y", .int8, [1, 2, 2, 1], quantization: quantization(1))
    b.operator(.conv2D, inputs: [turned, filter, bias], outputs: [y], options: Conv2DOptions()) {
      ($0.padding, $0.strideH, $0.strideW) = (.valid, 1, 1)
    }
    let file = b.build(inputs: [x], outputs: [y])
    #expect(throws: (any Error).self) { _ = try Plan(for: try Model(bytes: file)) }
  }
}
