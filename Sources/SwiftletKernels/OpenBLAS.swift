#if OPENBLAS
internal import COpenBLAS
#endif

/// Float matrix products by OpenBLAS, which chooses its own instruction set.
///
/// Calls run on the calling thread alone; work is shared by cutting it into several calls. The same
/// arguments give the same bits, but rows may come out differently in products of other sizes.
package enum OpenBLAS {
  /// Whether the package was built with the trait of that name.
  package static var isAvailable: Bool {
    #if OPENBLAS
    true
    #else
    false
    #endif
  }

  /// Extents and strides beyond this number do not fit the library's integers.
  package static let largestExtent = Int(Int32.max)

  /// `output += left · right`, for row-major matrices.
  ///
  /// Right is stored as `[depth][columns]`, or as `[columns][depth]` where it is transposed; each
  /// stride is the distance of stored rows in floats.
  ///
  /// - Precondition: `isAvailable`, and no extent or stride is beyond `largestExtent`.
  package static func accumulate(
    rows: Int, columns: Int, depth: Int, left: UnsafePointer<Float>, leftStride: Int,
    right: UnsafePointer<Float>, rightStride: Int, isRightTransposed: Bool,
    output: UnsafeMutablePointer<Float>, outputStride: Int
  ) {
    #if OPENBLAS
    guard rows > 0, columns > 0, depth > 0 else { return }
    useOneThread
    if rows == 1 {
      unsafe cblas_sgemv(
        CblasRowMajor, isRightTransposed ? CblasNoTrans : CblasTrans,
        blasint(isRightTransposed ? columns : depth), blasint(isRightTransposed ? depth : columns),
        1, right, blasint(rightStride), left, 1, 1, output, 1)
    } else {
      unsafe cblas_sgemm(
        CblasRowMajor, CblasNoTrans, isRightTransposed ? CblasTrans : CblasNoTrans,
        blasint(rows), blasint(columns), blasint(depth), 1, left, blasint(leftStride), right,
        blasint(rightStride), 1, output, blasint(outputStride))
    }
    #else
    preconditionFailure("OpenBLAS is not part of this build.")
    #endif
  }

  #if OPENBLAS
  /// Evaluated once, before the first product.
  private static let useOneThread: Void = openblas_set_num_threads(1)
  #endif
}
