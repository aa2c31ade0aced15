import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct QuantizationTests {
  static let cases: [Spoiled] = [
    Spoiled(
      "fewer scales than zero points",
      "Tensor 1 \"weights\" of subgraph 0 has 2 quantisation scales but 3 zero points; convert the "
        + "model again."
    ) { $0.subgraphs[0].tensors[1].quantization?.scales = [1, 1] },
    Spoiled(
      "scales without zero points",
      "Tensor 1 \"weights\" of subgraph 0 has 3 quantisation scales but 0 zero points; convert the "
        + "model again."
    ) { $0.subgraphs[0].tensors[1].quantization?.zeroPoints = nil },
    Spoiled(
      "wrong number of scales",
      "Tensor 1 \"weights\" of subgraph 0 has 2 quantisation scales, but its shape 3×1×1×2 asks for "
        + "1 or 3; convert the model again."
    ) {
      $0.subgraphs[0].tensors[1].quantization?.scales = [1, 1]
      $0.subgraphs[0].tensors[1].quantization?.zeroPoints = [0, 0]
    },
    Spoiled(
      "scales along an absent axis",
      "Tensor 1 \"weights\" of subgraph 0 is quantised along axis 4, which its shape 3×1×1×2 does "
        + "not have; convert the model again."
    ) { $0.subgraphs[0].tensors[1].quantization?.axis = 4 },
    Spoiled(
      "scales along a negative axis",
      "Tensor 1 \"weights\" of subgraph 0 is quantised along axis -1, which its shape 3×1×1×2 does "
        + "not have; convert the model again."
    ) { $0.subgraphs[0].tensors[1].quantization?.axis = -1 },
    Spoiled(
      "wrong number of scales of a bias",
      "Tensor 2 \"bias\" of subgraph 0 has 2 quantisation scales, but its shape 3 asks for 1 or 3; "
        + "convert the model again."
    ) {
      $0.subgraphs[0].tensors[2].quantization?.scales = [1, 1]
      $0.subgraphs[0].tensors[2].quantization?.zeroPoints = [0, 0]
      $0.subgraphs[0].tensors[2].quantization?.axis = 3
    },
    Spoiled(
      "scale of zero",
      "Tensor 0 \"image\" of subgraph 0 has the quantisation scale 0.0, which must be positive and "
        + "finite; convert the model again."
    ) { $0.subgraphs[0].tensors[0].quantization?.scales = [0] },
    Spoiled(
      "scale that is no number",
      "Tensor 0 \"image\" of subgraph 0 has the quantisation scale nan, which must be positive and "
        + "finite; convert the model again."
    ) { $0.subgraphs[0].tensors[0].quantization?.scales = [.nan] },
    Spoiled(
      "infinite scale",
      "Tensor 3 \"convolved\" of subgraph 0 has the quantisation scale inf, which must be positive "
        + "and finite; convert the model again."
    ) { $0.subgraphs[0].tensors[3].quantization?.scales = [.infinity] },
    Spoiled(
      "negative scale of a constant",
      "Tensor 1 \"weights\" of subgraph 0 has the quantisation scale -0.2, which must be positive "
        + "and finite; convert the model again."
    ) { $0.subgraphs[0].tensors[1].quantization?.scales?[1] = -0.2 },
    Spoiled(
      "zero point beyond the type",
      "Tensor 0 \"image\" of subgraph 0 has the zero point 5000, which int8 cannot represent; "
        + "convert the model again."
    ) { $0.subgraphs[0].tensors[0].quantization?.zeroPoints = [5000] },
    Spoiled(
      "negative zero point of an unsigned type",
      "Tensor 5 \"result\" of subgraph 0 has the zero point -1, which uint8 cannot represent; "
        + "convert the model again."
    ) {
      $0.subgraphs[0].tensors[5].type = 3
      $0.subgraphs[0].tensors[5].quantization?.zeroPoints = [-1]
    },
    Spoiled(
      "block scales in an absent tensor",
      "Tensor 1 \"weights\" of subgraph 0 takes its block scales and zero points from tensors 6 and "
        + "-1, but the subgraph has 6; convert the model again."
    ) {
      $0.subgraphs[0].tensors[1].quantization = QuantizationRecord(
        Quantization(
          scales: [], zeroPoints: [],
          details: .blockwise(scales: 6, zeroPoints: -1, blockSize: 32)))
    },
    Spoiled(
      "blocks of negative size",
      "Tensor 1 \"weights\" of subgraph 0 is quantised in blocks of -1 values; convert the model "
        + "again."
    ) {
      $0.subgraphs[0].tensors[1].quantization = QuantizationRecord(
        Quantization(
          scales: [], zeroPoints: [],
          details: .multiAxis(scales: 2, zeroPoints: 2, blockSize: -1, axes: [0, 1])))
    },
  ]

  @Test(arguments: cases)
  func refuses(_ spoiled: Spoiled) { spoiled.check() }

  private func quantization(
    of tensor: Int = 1, _ change: (inout TensorRecord) -> Void
  ) throws -> Quantization? {
    var b = SampleModels.convolution()
    change(&b.subgraphs[0].tensors[tensor])
    return try Model(bytes: b.build()).subgraphs[0].tensors[tensor].quantization
  }

  @Test func axesOfBiasesAreLenient() throws {
    // Converters for micro-controllers copy the axis of depthwise weights to the bias.
    #expect(try quantization(of: 2) { $0.quantization?.axis = 3 }?.axis == 0)
    // The axis of one scale means nothing, and is kept.
    let single = try quantization {
      $0.quantization = QuantizationRecord(Quantization(scale: 0.5, zeroPoint: 0))
      $0.quantization?.axis = 7
    }
    #expect(single == Quantization(scales: [0.5], zeroPoints: [0], axis: 7))
  }

  @Test func channelsOfZerosMayHaveAScaleOfZero() throws {
    #expect(try quantization { $0.quantization?.scales?[2] = 0 }?.scales.last == 0)
  }

  @Test func tensorsThatNothingUsesMayBeOdd() throws {
    var b = SampleModels.convolution()
    b.tensor("unused", .int8, [1], quantization: Quantization(scale: .nan, zeroPoint: 5000))
    #expect(throws: Never.self) { _ = try Model(bytes: b.build()) }
  }

  @Test func floatsMayCarryAnyScale() throws {
    let quantization = try quantization(of: 0) {
      $0.type = 0
      $0.quantization?.scales = [0]
    }
    #expect(quantization?.scales == [0])
  }

  @Test func withoutScalesATensorIsNotQuantised() throws {
    #expect(try quantization { $0.quantization?.scales = [] } == nil)
    #expect(try quantization { $0.quantization?.scales = nil } == nil)
    // Observed minima and maxima alone do not count.
    let observed = try quantization {
      $0.quantization?.scales = nil
      $0.quantization?.minimum = [0]
      $0.quantization?.maximum = [1]
    }
    #expect(observed == nil)
  }

  @Test func otherSchemesReplaceTheAffineOne() throws {
    let multiple = Quantization.Details.multiAxis(
      scales: 2, zeroPoints: 4, blockSize: 16, axes: [0, 3])
    let blocks = Quantization.Details.blockwise(scales: 2, zeroPoints: 4, blockSize: 0)
    for details in [multiple, blocks, .custom([1, 2, 3])] {
      let read = try quantization {
        $0.quantization = QuantizationRecord(
          Quantization(scales: [1, 2], zeroPoints: [], details: details))
      }
      #expect(read?.details == details)
      #expect(read?.scales.isEmpty == true)
    }
    // A scheme that came later is skipped, and so is a number without a table.
    for number in [2, 4] {
      let skipped = try quantization { $0.quantization?.details = (number, nil) }
      #expect(skipped?.details == Quantization.Details.none)
      #expect(skipped?.scales == [0.1, 0.2, 0.3])
    }
  }
}
