#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Float matrix products by OpenBLAS, which chooses its own instruction set.
///
/// The library is opened when it is first asked for: linked, it would take memory and time of every
/// process, although most never multiply with it.
///
/// Calls run on the calling thread alone; work is shared by cutting it into several calls. The same
/// arguments give the same bits, but rows may come out differently in products of other sizes.
package enum OpenBLAS {
  /// Whether the package was built with the trait of that name, and the system has the library.
  package static var isAvailable: Bool { library != nil }

  /// Why there is no OpenBLAS, and what to do about it, in one sentence; nil where there is.
  package static var reasonForAbsence: String? {
    guard !isAvailable else { return nil }
    #if OPENBLAS
    return "OpenBLAS is not installed; install the package libopenblas0 or choose own kernels."
    #else
    return
      "OpenBLAS is not part of this build; build with the trait OpenBLAS or choose own kernels."
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
    guard let library else {
      preconditionFailure("OpenBLAS is not available, which callers have to ask first.")
    }
    guard rows > 0, columns > 0, depth > 0 else { return }
    if rows == 1 {
      unsafe library.multiplyVector(
        Self.rowMajor, isRightTransposed ? Self.asItIs : Self.transposed,
        Int32(isRightTransposed ? columns : depth), Int32(isRightTransposed ? depth : columns),
        1, right, Int32(rightStride), left, 1, 1, output, 1)
    } else {
      unsafe library.multiplyMatrix(
        Self.rowMajor, Self.asItIs, isRightTransposed ? Self.transposed : Self.asItIs,
        Int32(rows), Int32(columns), Int32(depth), 1, left, Int32(leftStride), right,
        Int32(rightStride), 1, output, Int32(outputStride))
    }
  }

  // The numbers of `CblasRowMajor`, `CblasNoTrans` and `CblasTrans` in every implementation.
  private static let rowMajor: Int32 = 101
  private static let asItIs: Int32 = 111
  private static let transposed: Int32 = 112

  /// The functions of the library, with integers of 32 bits.
  @safe private struct Library: Sendable {
    /// Order, transposition, rows, columns, alpha, a, lda, x, incx, beta, y, incy.
    typealias VectorProduct =
      @convention(c) @Sendable (
        Int32, Int32, Int32, Int32, Float, UnsafePointer<Float>, Int32, UnsafePointer<Float>,
        Int32, Float, UnsafeMutablePointer<Float>, Int32
      ) -> Void
    /// Order, both transpositions, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc.
    typealias MatrixProduct =
      @convention(c) @Sendable (
        Int32, Int32, Int32, Int32, Int32, Int32, Float, UnsafePointer<Float>, Int32,
        UnsafePointer<Float>, Int32, Float, UnsafeMutablePointer<Float>, Int32
      ) -> Void

    /// `cblas_sgemv`.
    let multiplyVector: VectorProduct
    /// `cblas_sgemm`.
    let multiplyMatrix: MatrixProduct
  }

  #if OPENBLAS
  /// Opened once, and told to leave threads to its callers.
  private static let library: Library? = {
    guard let handle = unsafe open(),
      let vector = unsafe dlsym(handle, "cblas_sgemv"),
      let matrix = unsafe dlsym(handle, "cblas_sgemm"),
      let threads = unsafe dlsym(handle, "openblas_set_num_threads")
    else { return nil }
    let setThreads = unsafe unsafeBitCast(
      threads, to: (@convention(c) @Sendable (Int32) -> Void).self)
    setThreads(1)
    return unsafe Library(
      multiplyVector: unsafeBitCast(vector, to: Library.VectorProduct.self),
      multiplyMatrix: unsafeBitCast(matrix, to: Library.MatrixProduct.self))
  }()

  private static func open() -> UnsafeMutableRawPointer? {
    for name in names {
      if let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) { return unsafe handle }
    }
    return nil
  }

  #if canImport(Darwin)
  private static let names = ["libopenblas.0.dylib", "libopenblas.dylib"]
  #else
  private static let names = ["libopenblas.so.0", "libopenblas.so"]
  #endif
  #else
  private static let library: Library? = nil
  #endif
}
