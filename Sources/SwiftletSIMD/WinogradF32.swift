/// Transforms input tiles: `Bᵀ · d · B` for each vector of channels.
///
/// Inputs outside the image are zero; the image may be read a vector past its end.
@inlinable @inline(never)
package func winogradInputF32<V: VectorISA, let size: Int>(
  _ isa: V.Type, _ extent: Size<size>.Type, _ arguments: WinogradF32Arguments
) {
  let channels = arguments.channels
  var target = arguments.tiles
  var tile = arguments.firstTile
  while tile < arguments.endTile {
    let tileRow = tile / arguments.tileColumns
    let image = tileRow / arguments.tileRows
    let top = tileRow % arguments.tileRows &* (size &- 2) &- arguments.padTop
    let left = tile % arguments.tileColumns &* (size &- 2) &- arguments.padLeft
    let isInside =
      top >= 0 && top &+ size <= arguments.inputHeight && left >= 0
      && left &+ size <= arguments.inputWidth
    let corner = (image &* arguments.inputHeight &+ top) &* arguments.inputWidth &+ left
    let input = arguments.input + corner &* channels
    if isInside {
      winogradInputTileF32(isa, extent, Size<1>.self, arguments, input, target, top, left)
    } else {
      winogradInputTileF32(isa, extent, Size<0>.self, arguments, input, target, top, left)
    }
    target += arguments.tileStride
    tile &+= 1
  }
}

/// One input tile; `inside` is 1 where all of it lies in the image.
@inlinable @inline(__always)
package func winogradInputTileF32<V: VectorISA, let size: Int, let inside: Int>(
  _ isa: V.Type, _ extent: Size<size>.Type, _ fits: Size<inside>.Type,
  _ arguments: WinogradF32Arguments, _ input: UnsafePointer<Float>,
  _ target: UnsafeMutablePointer<Float>, _ top: Int, _ left: Int
) {
  let channels = arguments.channels
  let rowStride = arguments.inputWidth &* channels
  let zero = V.F(repeating: 0)
  var channel = 0
  while channel < channels {
    var half = InlineArray<size, InlineArray<size, V.F>>(
      repeating: InlineArray<size, V.F>(repeating: zero))
    for x in 0..<size {
      var column = InlineArray<size, V.F>(repeating: zero)
      if inside == 1 || (left &+ x >= 0 && left &+ x < arguments.inputWidth) {
        for y in 0..<size {
          if inside == 1 || (top &+ y >= 0 && top &+ y < arguments.inputHeight) {
            column[unchecked: y] = loadF32(
              isa, input + (y &* rowStride &+ x &* channels &+ channel))
          }
        }
      }
      let points = winogradInputColumn(isa, column)
      for y in 0..<size { half[unchecked: y][unchecked: x] = points[unchecked: y] }
    }
    var position = target + channel
    for y in 0..<size {
      let points = winogradInputColumn(isa, half[unchecked: y])
      for x in 0..<size {
        storeF32(isa, points[unchecked: x], position)
        position += arguments.positionStride
      }
    }
    channel &+= V.F.scalarCount
  }
}

/// Makes outputs of transformed tiles: `clamp(Aᵀ · m · A + bias)` for each vector of channels.
@inlinable @inline(never)
package func winogradOutputF32<V: VectorISA, let size: Int>(
  _ isa: V.Type, _ extent: Size<size>.Type, _ arguments: WinogradF32Arguments
) {
  let lanes = V.F.scalarCount
  let channels = arguments.channels
  let rowStride = arguments.outputWidth &* channels
  let low = V.F(repeating: arguments.low)
  let high = V.F(repeating: arguments.high)
  var source = UnsafePointer(arguments.tiles)
  var tile = arguments.firstTile
  while tile < arguments.endTile {
    let tileRow = tile / arguments.tileColumns
    let image = tileRow / arguments.tileRows
    let top = tileRow % arguments.tileRows &* (size &- 2)
    let left = tile % arguments.tileColumns &* (size &- 2)
    let corner = (image &* arguments.outputHeight &+ top) &* arguments.outputWidth &+ left
    let output = arguments.output + corner &* channels
    var channel = 0
    while channel < channels {
      var half = InlineArray<size, InlineArray<size, V.F>>(
        repeating: InlineArray<size, V.F>(repeating: low))
      for x in 0..<size {
        var column = InlineArray<size, V.F>(repeating: low)
        for y in 0..<size {
          column[unchecked: y] = loadF32(
            isa, source + ((y &* size &+ x) &* arguments.positionStride &+ channel))
        }
        let outputs = winogradOutputColumn(isa, column)
        for y in 0..<size { half[unchecked: y][unchecked: x] = outputs[unchecked: y] }
      }
      let bias = loadF32(isa, arguments.bias + channel)
      for y in 0..<size &- 2 {
        if top &+ y < arguments.outputHeight {
          let outputs = winogradOutputColumn(isa, half[unchecked: y])
          for x in 0..<size &- 2 {
            if left &+ x < arguments.outputWidth {
              let value = V.min(high, V.max(low, outputs[unchecked: x] + bias))
              storeLanesF32(
                isa, value, output + (y &* rowStride &+ x &* channels &+ channel),
                count: channels &- channel)
            }
          }
        }
      }
      channel &+= lanes
    }
    source += arguments.tileStride
    tile &+= 1
  }
}
