internal import SwiftletSIMD
internal import SwiftletTensor

extension ChannelRequantization {
  /// The flavour of each channel where a convolution is part of another operator; nil where the
  /// flavours are those of its kind.
  static func originFlavours(
    of convolution: Convolution, _ arithmetic: Arithmetic, _ filters: [Float]
  ) -> [Flavour]? {
    let channels = convolution.geometry.outputChannels
    let isEven = arithmetic == .litert && filters.allSatisfy(\.isNormal)
    switch convolution.origin {
    case .kind: return nil
    case .transposed(let period, let isDelegated):
      if convolution.input.type == .int16, !convolution.hasNarrowBias {
        return Array(repeating: .wide, count: channels)
      }
      if isDelegated, isEven { return Array(repeating: .even, count: channels) }
      guard arithmetic == .litert else { return Array(repeating: .twice, count: channels) }
      // The built-in kernel does blocks of eight channels with vectors, which round up; those of
      // unsigned bytes are blocks of pixels.
      let blocks = convolution.input.type == .uint8 ? period : period / 8 * 8
      return (0..<channels).map { $0 % period < blocks ? .twiceUp : .twice }
    case .batchProduct(let isDelegated):
      if convolution.input.type == .int16 { return Array(repeating: .wide, count: channels) }
      return Array(repeating: isDelegated && isEven ? .even : .twice, count: channels)
    }
  }
}

extension Convolution {
  /// Whether sums of 16-bit activations have 32 bits: as the bias has, or as the options say where
  /// there is none.
  fileprivate var hasNarrowBias: Bool { (bias?.type ?? biasType) == .int32 }
}
