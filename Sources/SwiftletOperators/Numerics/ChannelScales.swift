internal import SwiftletTensor

/// The scales and zero points of a tensor, one pair for all elements or one for each index along
/// an axis.
struct ChannelScales: Sendable {
  let scales: [Float]
  let zeroPoints: [Int32]
  private let inner: Int
  private let extent: Int

  /// Reads the scheme of a tensor; `role` is the word for it in messages.
  init(_ info: TensorInfo, _ role: String) throws(OperatorError) {
    guard let quantization = info.quantization, !quantization.scales.isEmpty,
      quantization.scales.count == quantization.zeroPoints.count
    else { throw .invalid("has an \(role) of type \(info.type.name) without scales") }
    scales = quantization.scales
    zeroPoints = quantization.zeroPoints.map { Int32(clamping: $0) }
    guard zeroPoints.allSatisfy({ (-32768...32767).contains($0) }) else {
      throw .invalid("has an \(role) with a zero point outside \(info.type.name)")
    }
    guard scales.count > 1 else {
      inner = 1
      extent = 1
      return
    }
    let axis = quantization.axis
    guard axis >= 0, axis < info.shape.rank, info.shape[axis] == scales.count else {
      throw .invalid("has \(scales.count) scales along axis \(axis) of \(info.shape)")
    }
    // At least 1, for tensors without elements.
    inner = max(info.shape.dimensions[(axis + 1)...].reduce(1, *), 1)
    extent = scales.count
  }

  /// Which pair an element has.
  func channel(of index: Int) -> Int { extent == 1 ? 0 : index / inner % extent }
}
