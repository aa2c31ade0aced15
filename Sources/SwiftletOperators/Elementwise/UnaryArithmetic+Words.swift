internal import SwiftletFormat
internal import SwiftletTensor

extension UnaryArithmetic {
  /// The affine schemes of the operand and the result; 16-bit elements have a zero point of 0.
  static func schemes(
    _ operands: Operands
  ) throws(OperatorError) -> (input: QuantizedElements, output: QuantizedElements) {
    let input = try QuantizedElements(try operands.input(0), "input")
    let output = try QuantizedElements(operands.outputs[0], "output")
    guard input.type != .int16 || (input.zeroPoint == 0 && output.zeroPoint == 0) else {
      throw .invalid("has int16 operands whose zero point is not 0")
    }
    return (input, output)
  }

  /// A step on elements of one type, of which those below a bound lie outside the function's domain.
  static func step<Element: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ name: String, on type: Element.Type, from lowest: Int32, _ operands: Operands,
    function: @escaping @Sendable (Element) -> Element
  ) -> Step {
    var step = step("\(name) \(type)", operands, nanosecondsFor64: 128) { buffers, first, count in
      let input = unsafe buffers.input(0, as: type) + first
      let output = unsafe buffers.output(as: type) + first
      for index in 0..<count {
        let element = unsafe input[index]
        if element < lowest { buffers.fail(.outsideDomain) }
        unsafe output[index] = element < lowest ? 0 : function(element)
      }
    }
    step.canFault = true
    return step
  }
}

extension QuantizedElements {
  /// The nearest element of the type to a number of steps from the zero point.
  func element(_ steps: Int32) -> Int32 {
    let moved = Int(steps) + Int(zeroPoint)
    return Int32(min(max(moved, Int(range.lowerBound)), Int(range.upperBound)))
  }
}
