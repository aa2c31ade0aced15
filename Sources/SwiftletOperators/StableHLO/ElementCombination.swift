internal import SwiftletFormat
internal import SwiftletTensor

/// How two elements become one.
enum ElementCombination: UInt8, Sendable {
  case add
  case multiply
  /// `a < b ? b : a`, so that a NaN on the left stays.
  case maximum
  /// `b < a ? b : a`, so that a NaN on the left stays.
  case minimum
  /// `a ≥ b ? a : b`, so that a NaN on the left is replaced.
  case maximumOfWindow
  /// `a ≤ b ? a : b`, so that a NaN on the left is replaced.
  case minimumOfWindow
  /// Bit by bit.
  case and
  /// 1 where both elements differ from 0, else 0.
  case all
  /// 1 where one of the elements differs from 0, else 0.
  case any
  /// `b`.
  case replace
}

/// Combines runs of elements of one type, which lie whole elements apart:
/// `target[i · targetStep] = function(a[i · aStep], b[i · bStep])`, one after the other.
typealias CombinationKernel =
  @Sendable (
    _ function: ElementCombination, _ a: UnsafeRawPointer, _ aStep: Int, _ b: UnsafeRawPointer,
    _ bStep: Int, _ target: UnsafeMutableRawPointer, _ targetStep: Int, _ count: Int
  ) -> Void

/// A number that can be combined; integers wrap around.
protocol CombinableElement: BitwiseCopyable, Sendable {
  static func sum(_ a: Self, _ b: Self) -> Self
  static func product(_ a: Self, _ b: Self) -> Self
  static func intersection(_ a: Self, _ b: Self) -> Self
  static func isLess(_ a: Self, _ b: Self) -> Bool
  static func isAtMost(_ a: Self, _ b: Self) -> Bool
  /// 1 or 0.
  init(isTrue: Bool)
  /// Whether the element differs from 0.
  var isTrue: Bool { get }
}

extension CombinableElement {
  /// The kernel of this type.
  static var combine: CombinationKernel {
    { function, a, aStep, b, bStep, target, targetStep, count in
      let run = unsafe CombinationRun<Self>(
        a: a.assumingMemoryBound(to: Self.self), aStep: aStep,
        b: b.assumingMemoryBound(to: Self.self), bStep: bStep,
        target: target.assumingMemoryBound(to: Self.self), targetStep: targetStep, count: count)
      switch function {
      case .add: run.apply { sum($0, $1) }
      case .multiply: run.apply { product($0, $1) }
      case .maximum: run.apply { isLess($0, $1) ? $1 : $0 }
      case .minimum: run.apply { isLess($1, $0) ? $1 : $0 }
      case .maximumOfWindow: run.apply { isAtMost($1, $0) ? $0 : $1 }
      case .minimumOfWindow: run.apply { isAtMost($0, $1) ? $0 : $1 }
      case .and: run.apply { intersection($0, $1) }
      case .all: run.apply { Self(isTrue: $0.isTrue && $1.isTrue) }
      case .any: run.apply { Self(isTrue: $0.isTrue || $1.isTrue) }
      case .replace: run.apply { $1 }
      }
    }
  }
}

/// The operands of one call of a kernel.
@safe private struct CombinationRun<Element: CombinableElement> {
  let a: UnsafePointer<Element>
  let aStep: Int
  let b: UnsafePointer<Element>
  let bStep: Int
  let target: UnsafeMutablePointer<Element>
  let targetStep: Int
  let count: Int

  @inline(__always)
  func apply(_ function: (Element, Element) -> Element) {
    guard aStep != 1 || bStep != 1 || targetStep != 1 else {
      for index in 0..<count { unsafe target[index] = function(a[index], b[index]) }
      return
    }
    for index in 0..<count {
      unsafe target[index &* targetStep] = function(a[index &* aStep], b[index &* bStep])
    }
  }
}

extension CombinableElement where Self: FixedWidthInteger {
  static func sum(_ a: Self, _ b: Self) -> Self { a &+ b }
  static func product(_ a: Self, _ b: Self) -> Self { a &* b }
  static func intersection(_ a: Self, _ b: Self) -> Self { a & b }
  static func isLess(_ a: Self, _ b: Self) -> Bool { a < b }
  static func isAtMost(_ a: Self, _ b: Self) -> Bool { a <= b }
  init(isTrue: Bool) { self = isTrue ? 1 : 0 }
  var isTrue: Bool { self != 0 }
}

extension CombinableElement where Self: BinaryFloatingPoint {
  static func sum(_ a: Self, _ b: Self) -> Self { a + b }
  static func product(_ a: Self, _ b: Self) -> Self { a * b }
  static func isLess(_ a: Self, _ b: Self) -> Bool { a < b }
  static func isAtMost(_ a: Self, _ b: Self) -> Bool { a <= b }
  init(isTrue: Bool) { self = isTrue ? 1 : 0 }
  var isTrue: Bool { self != 0 }
}

extension Int8: CombinableElement {}
extension Int16: CombinableElement {}
extension Int32: CombinableElement {}
extension Int64: CombinableElement {}
extension UInt8: CombinableElement {}
extension UInt16: CombinableElement {}
extension UInt32: CombinableElement {}
extension UInt64: CombinableElement {}

extension Float16: CombinableElement {
  static func intersection(_ a: Self, _ b: Self) -> Self {
    Self(bitPattern: a.bitPattern & b.bitPattern)
  }
}

extension Float: CombinableElement {
  static func intersection(_ a: Self, _ b: Self) -> Self {
    Self(bitPattern: a.bitPattern & b.bitPattern)
  }
}

extension Double: CombinableElement {
  static func intersection(_ a: Self, _ b: Self) -> Self {
    Self(bitPattern: a.bitPattern & b.bitPattern)
  }
}

/// A byte that is 0 or 1, which addition and multiplication keep so.
private struct TruthValue: CombinableElement {
  let byte: UInt8

  init(isTrue: Bool) { byte = isTrue ? 1 : 0 }
  var isTrue: Bool { byte != 0 }
  static func sum(_ a: Self, _ b: Self) -> Self { Self(isTrue: a.isTrue || b.isTrue) }
  static func product(_ a: Self, _ b: Self) -> Self { Self(isTrue: a.isTrue && b.isTrue) }
  static func intersection(_ a: Self, _ b: Self) -> Self { product(a, b) }
  static func isLess(_ a: Self, _ b: Self) -> Bool { !a.isTrue && b.isTrue }
  static func isAtMost(_ a: Self, _ b: Self) -> Bool { !a.isTrue || b.isTrue }
}

extension ElementType {
  /// The kernel that combines elements of this type.
  func combinationKernel() throws(OperatorError) -> CombinationKernel {
    switch self {
    case .float32: unsafe Float.combine
    case .float16: unsafe Float16.combine
    case .float64: unsafe Double.combine
    case .int8: unsafe Int8.combine
    case .int16: unsafe Int16.combine
    case .int32: unsafe Int32.combine
    case .int64: unsafe Int64.combine
    case .uint8: unsafe UInt8.combine
    case .uint16: unsafe UInt16.combine
    case .uint32: unsafe UInt32.combine
    case .uint64: unsafe UInt64.combine
    case .bool: unsafe TruthValue.combine
    default: throw .unsupported("has operands of type \(name)")
    }
  }
}

extension Array<ElementType> {
  /// The types that StableHLO's operators compute in.
  static let combinable: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .int8, .float64, .uint64, .uint32,
    .uint16,
  ]

  /// The types of the data that StableHLO's operators gather and scatter.
  static let scatterable: [ElementType] = combinable.filter { $0 != .bool }
}
