/// `output[p][c·times + q] = input[p][c]` for a run of pixels.
package func repeatChannelsF32(
  _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, count: Int, times: Int
) {
  var target = output
  for index in 0..<count {
    let value = input[index]
    for copy in 0..<times { target[copy] = value }
    target += times
  }
}
