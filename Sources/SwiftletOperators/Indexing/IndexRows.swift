internal import SwiftletTensor

/// A list of positions in a tensor, each given by a row of indices along its first axes.
struct IndexRows: Sendable {
  private let type: ElementType
  private let extents: [Int]
  /// How many slices lie between neighbours along an indexed axis.
  private let strides: [Int]

  /// Describes rows of `depth` indices, which pick slices over the other axes of `shape`.
  ///
  /// - Precondition: `depth` is at most the rank.
  init(of type: ElementType, into shape: Shape, depth: Int) {
    self.type = type
    let indexed = Shape(Array(shape.dimensions[..<depth]))
    extents = indexed.dimensions
    strides = indexed.strides
  }

  /// The number of the slice that a row means, or nil where an index lies outside its axis.
  func slice(_ row: Int, in source: UnsafeRawPointer) -> Int? {
    var result = 0
    for axis in extents.indices {
      let index = unsafe source.integer(row * extents.count + axis, of: type)
      guard index >= 0, index < extents[axis] else { return nil }
      result += index * strides[axis]
    }
    return result
  }
}

extension UnsafeRawPointer {
  /// An element of a list of 16-, 32- or 64-bit integers.
  @unsafe func integer(_ number: Int, of type: ElementType) -> Int {
    switch type {
    case .int16: Int(unsafe loadUnaligned(fromByteOffset: number * 2, as: Int16.self))
    case .int32: Int(unsafe loadUnaligned(fromByteOffset: number * 4, as: Int32.self))
    default: Int(unsafe loadUnaligned(fromByteOffset: number * 8, as: Int64.self))
    }
  }
}
