/// What one instruction set offers to the kernel templates.
///
/// A template is generic over a conforming enum and therefore instantiated in the module of that
/// enum, under its compiler flags. The protocols hold only operations whose generic form is wrong
/// or slow; everything else is plain `SIMD` arithmetic.
@usableFromInline
package protocol VectorISA: FloatISA, MatrixISA, IntegerISA, ConversionISA,
  SendableMetatype
{
  /// The integer side of the same set with vectors of half the width, for remainders; the set
  /// itself where its vectors are short enough.
  associatedtype Narrow: IntegerISA
  /// Which set this is.
  static var isa: ISA { get }
}

/// The float side of an instruction set.
@usableFromInline package protocol FloatISA {
  /// The native float vector.
  associatedtype F: SIMD where F.Scalar == Float

  /// `a · b + c`, fused where the set has the instruction.
  static func fma(_ a: F, _ b: F, _ c: F) -> F
  /// The larger of each pair; `b` where a comparison with NaN is false.
  static func max(_ a: F, _ b: F) -> F
  /// The smaller of each pair; `b` where a comparison with NaN is false.
  static func min(_ a: F, _ b: F) -> F
}
