extension Portable {
  @inline(__always) package static var gemmVectors: Int { 2 }

  @inline(__always) package static func store(
    _ value: F, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    output[0] = value[0]
    if count > 1 { output[1] = value[1] }
    if count > 2 { output[2] = value[2] }
  }
}
