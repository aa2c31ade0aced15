/// Writes each byte several times in a row.
package func repeatBytes(
  _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, count: Int, times: Int
) {
  var output = target
  for index in 0..<count {
    output.update(repeating: source[index], count: times)
    output += times
  }
}
