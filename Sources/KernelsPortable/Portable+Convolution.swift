extension Portable {
  package typealias Half = SIMD2<Float>

  @inline(__always) package static var gemmVectors: Int { 2 }

  @inline(__always) package static var gemmHalves: Bool { false }

  @inline(__always) package static func store(
    _ value: F, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    output[0] = value[0]
    if count > 1 { output[1] = value[1] }
    if count > 2 { output[2] = value[2] }
  }

  @inline(__always) package static func lowHalf(_ value: F) -> Half { value.lowHalf }

  @inline(__always) package static func fma(_ a: Half, _ b: Half, _ c: Half) -> Half { a * b + c }

  @inline(__always) package static func clamped(_ value: Half, _ low: F, _ high: F) -> Half {
    let raised = value.replacing(with: low.lowHalf, where: value .< low.lowHalf)
    return raised.replacing(with: high.lowHalf, where: raised .> high.lowHalf)
  }

  @inline(__always) package static func store(
    _ value: Half, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    output[0] = value[0]
    if count > 1 { output[1] = value[1] }
  }
}
