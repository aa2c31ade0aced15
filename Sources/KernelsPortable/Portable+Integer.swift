internal import SwiftletSIMD

extension Portable {
  package typealias I = SIMD4<Int32>
  package typealias H = SIMD8<Int16>
  package typealias Narrow = Portable
  package typealias B = SIMD16<UInt8>

  package static var activationsPerWord: Int { 2 }

  @inline(__always) package static func dot(_ sum: I, _ activations: I, _ weights: I) -> I {
    dotPairs(sum, activations, weights)
  }

  @inline(__always) package static func shiftedRight(_ value: I, _ counts: I) -> I {
    value &>> counts
  }
}

// MARK: Stores

extension Portable {
  @inline(__always) package static func store(
    _ value: B, _ output: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    if count >= 16 {
      UnsafeMutableRawPointer(output).storeBytes(of: value, as: B.self)
    } else {
      storePart(value, output, count: count)
    }
  }

  @inline(__always) package static func storeLowHalf(
    _ value: B, _ output: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    storePart(unsafeBitCast(value, to: SIMD2<Int64>.self)[0], output, count: count)
  }

  @inline(__always) package static func storeHalves(
    _ value: B, _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>,
    count: Int
  ) {
    let halves = unsafeBitCast(value, to: SIMD2<Int64>.self)
    storePart(halves[0], first, count: count)
    storePart(halves[1], second, count: count)
  }

  @inline(__always) package static func storeQuarters(
    _ value: B, _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>,
    _ third: UnsafeMutablePointer<UInt8>, _ fourth: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let quarters = unsafeBitCast(value, to: SIMD4<Int32>.self)
    let four = count < 4 ? count : 4
    storePart(Int64(quarters[0]), first, count: four)
    storePart(Int64(quarters[1]), second, count: four)
    storePart(Int64(quarters[2]), third, count: four)
    storePart(Int64(quarters[3]), fourth, count: four)
  }
}
