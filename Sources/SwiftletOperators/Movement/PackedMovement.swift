internal import SwiftletTensor

/// Movement of elements smaller than a byte: they are spread, one to a byte, moved as bytes and
/// packed again.
enum PackedMovement {
  /// The step of an operator whose lowering for bytes is `lower`.
  static func step(
    _ operands: Operands, lower: (Operands) throws(OperatorError) -> Step
  ) throws(OperatorError) -> Step {
    var spread = operands
    // The list of addresses for the inner step, then the spread operands.
    var temporaries = [0]
    var places: [Int?] = []
    var spreading: [Phase] = []
    var packing: [Phase] = []
    for (index, info) in operands.inputs.enumerated() {
      guard let info, let bits = info.type.packedBits else {
        places.append(nil)
        continue
      }
      spread.inputs[index]?.becomeBytes()
      let place = temporaries.count
      let count = info.elementCount
      places.append(place)
      temporaries.append(count)
      spreading.append(
        Phase(units: count, grain: 64, nanoseconds: count) { buffers, range in
          unsafe Self.spread(
            range, bits: bits, buffers.input(index), buffers.temporary(place))
        })
    }
    for (index, info) in operands.outputs.enumerated() {
      guard let bits = info.type.packedBits else {
        places.append(nil)
        continue
      }
      spread.outputs[index].becomeBytes()
      let place = temporaries.count
      let count = info.elementCount
      places.append(place)
      temporaries.append(count)
      packing.append(
        Phase(units: info.byteCount, grain: 64, nanoseconds: count) { buffers, range in
          unsafe Self.pack(
            range, count: count, bits: bits, buffers.temporary(place), buffers.output(index))
        })
    }
    let inner = try lower(spread)
    let innerTemporary = temporaries.count
    temporaries += inner.temporaries
    places += inner.temporaries.indices.map { innerTemporary + $0 }
    temporaries[0] = unsafe places.count * MemoryLayout<UnsafeMutableRawPointer>.stride
    let redirections = places
    let (inputs, outputs) = (operands.inputs.count, operands.outputs.count)
    let addressing = Phase(units: 1, nanoseconds: 8) { buffers, _ in
      let list = unsafe Self.addresses(buffers)
      for (operand, place) in redirections.enumerated() {
        if let place {
          unsafe list[operand] = buffers.temporary(place)
        } else if operand < inputs {
          unsafe list[operand] = UnsafeMutableRawPointer(mutating: buffers.input(operand))
        } else {
          unsafe list[operand] = buffers.output(operand - inputs)
        }
      }
    }
    let moving = inner.phases.map { phase in
      Phase(units: phase.units, grain: phase.grain, nanoseconds: phase.nanoseconds) {
        buffers, range in
        let redirected = unsafe buffers.redirected(
          to: UnsafePointer(Self.addresses(buffers)), firstOutput: inputs,
          firstTemporary: inputs + outputs)
        phase.body(redirected, range)
      }
    }
    return Step(
      kernel: "\(inner.kernel) packed", phases: spreading + [addressing] + moving + packing,
      temporaries: temporaries, scratchBytes: inner.scratchBytes, canFault: inner.canFault)
  }

  @unsafe private static func addresses(
    _ buffers: borrowing Buffers
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer> {
    unsafe buffers.temporary(0).assumingMemoryBound(to: UnsafeMutableRawPointer.self)
  }

  /// Writes some elements as unsigned bytes.
  static func spread(
    _ elements: Range<Int>, bits: Int, _ source: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer
  ) {
    let (perByte, mask) = (8 / bits, UInt8(truncatingIfNeeded: 1 << bits - 1))
    let bytes = unsafe source.assumingMemoryBound(to: UInt8.self)
    let spread = unsafe target.assumingMemoryBound(to: UInt8.self)
    for element in elements {
      unsafe spread[element] = bytes[element / perByte] >> UInt8(element % perByte * bits) & mask
    }
  }

  /// Makes some bytes of the packed form of `count` elements; bits after the last are 0.
  static func pack(
    _ packedBytes: Range<Int>, count: Int, bits: Int, _ source: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer
  ) {
    let (perByte, mask) = (8 / bits, UInt8(truncatingIfNeeded: 1 << bits - 1))
    let spread = unsafe source.assumingMemoryBound(to: UInt8.self)
    let bytes = unsafe target.assumingMemoryBound(to: UInt8.self)
    for byte in packedBytes {
      var packed: UInt8 = 0
      let first = byte * perByte
      for element in first..<min(first + perByte, count) {
        packed |= unsafe (spread[element] & mask) << UInt8((element - first) * bits)
      }
      unsafe bytes[byte] = packed
    }
  }
}

extension TensorInfo {
  fileprivate mutating func becomeBytes() {
    self = TensorInfo(name: name, type: .uint8, shape: shape)
  }
}

extension ElementType {
  /// The bits of an element where several share a byte.
  var packedBits: Int? { bitWidth.flatMap { $0 < 8 ? $0 : nil } }
}
