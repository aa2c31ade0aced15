/// Which peer's integers a quantised model gives.
public enum Arithmetic: String, Sendable, CaseIterable {
  /// LiteRT's default processor path: XNNPACK where it takes a node, built-in kernels elsewhere.
  case litert
  /// TensorFlow Lite's reference kernels, which microcontrollers share.
  case reference
}

/// Who multiplies float matrices.
public enum GemmBackend: String, Sendable, CaseIterable {
  /// The kernels of this package.
  case own
  /// OpenBLAS, where the package was built with the trait of that name and the system has it.
  case openblas
}
