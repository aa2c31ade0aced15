/// Gives for each row `factor` times the sum of its activations as unsigned bytes.
///
/// Only for kernels that multiply bytes. `ones` points at as many bytes of 1 as a vector has,
/// followed by as many of 0, so that the rest of a run counts exactly.
@inlinable @inline(__always)
package func rowTermsQ8<V: VectorISA>(
  _ isa: V.Type, _ product: UnsafePointer<GemmQ8>, runLength: Int, ones: UnsafeRawPointer,
  factor: Int32, _ terms: UnsafeMutablePointer<Int32>
) {
  let size = MemoryLayout<V.I>.size
  let flip = product.pointee.flips.loadUnaligned(as: V.I.self)
  let all = ones.loadUnaligned(as: V.I.self)
  let rest = runLength % size
  let some = (ones + (size &- rest)).loadUnaligned(as: V.I.self)
  var row = 0
  while row < product.pointee.rows {
    let activations = product.pointee.activations + row &* product.pointee.rowBytes
    var sum = V.I()
    var run = 0
    while run < product.pointee.runs {
      var at = activations + product.pointee.runOffsets[run]
      let end = at + (runLength &- rest)
      while at < end {
        sum = V.dot(sum, at.loadUnaligned(as: V.I.self) ^ flip, all)
        at += size
      }
      if rest > 0 { sum = V.dot(sum, at.loadUnaligned(as: V.I.self) ^ flip, some) }
      run &+= 1
    }
    terms[row] = sum.wrappedSum() &* factor
    row &+= 1
  }
}
