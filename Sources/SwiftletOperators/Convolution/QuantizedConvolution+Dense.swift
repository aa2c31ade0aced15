internal import SwiftletSIMD
internal import SwiftletTensor

extension QuantizedConvolution {
  /// Lowers a convolution whose filter is a matrix for each group.
  static func lowerDense(
    _ layer: QuantizedLayer, groups: Int, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let rows = QuantizedRows(layer, groups: groups, kernels: context.kernels.quantized)
    let product = try QuantizedProduct(layer, groups: groups, rows: rows, in: context)
    let geometry = layer.convolution.geometry
    let work = layer.convolution.multiplyAccumulates
    var step = Step(
      kernel: product.name, phases: [], scratchBytes: product.scratchBytes,
      multiplyAccumulates: work)
    if let padding = rows.padding {
      step.temporaries.append(padding.byteCount)
      step.phases.append(padding.phase(layer, product.input, context.kernels.quantized))
    }
    let rate = product.kernels.activationsPerWord == 4 ? 180 : 6 * product.kernels.lanes
    let panels = product.panelStarts
    let places = product.places
    let phase: Phase
    if rows.isByLine {
      phase = Phase(
        units: geometry.batches * geometry.outputHeight, nanoseconds: work / rate
      ) { buffers, lines in
        product.run(lines: lines, in: buffers)
      }
    } else if geometry.pixels <= QuantizedProduct.fewRows, groups == 1, panels.count > 2 {
      // Too few rows to share: each thread takes some panels of columns.
      phase = Phase(units: panels.count - 1, nanoseconds: work / rate) { buffers, range in
        product.run(
          pixels: 0..<geometry.pixels,
          columns: panels[range.lowerBound]..<panels[range.upperBound], in: buffers)
      }
    } else {
      phase = Phase(
        units: geometry.pixels, grain: GemmPacking.blockRows / 2, nanoseconds: work / rate
      ) { buffers, pixels in
        product.run(pixels: pixels, columns: 0..<places, in: buffers)
      }
    }
    step.phases.append(phase)
    return step
  }
}
