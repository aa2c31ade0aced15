import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// A tensor with data.
struct Operand {
  var info: TensorInfo
  var memory: AlignedMemory

  /// Numbers under a shape; a constant is known while planning.
  init<Element: TensorElement>(
    _ values: [Element], _ shape: Shape? = nil, _ quantization: Quantization? = nil,
    isConstant: Bool = false, type: ElementType? = nil
  ) {
    let memory = AlignedMemory(byteCount: values.count * MemoryLayout<Element>.stride)
    values.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress {
        memory.pointer.copyMemory(from: base, byteCount: bytes.count)
      }
    }
    self.memory = memory
    info = TensorInfo(
      name: "x", type: type ?? Element.elementType, shape: shape ?? [values.count],
      quantization: quantization, constant: isConstant ? TensorBytes(memory) : nil)
  }

  /// A constant of `int32`, for axes, shapes and sizes.
  static func integers(_ values: [Int], _ shape: Shape? = nil) -> Operand {
    Operand(values.map { Int32($0) }, shape, isConstant: true)
  }
}

extension TensorInfo {
  /// An output, whose shape the operator finds.
  static func output(_ type: ElementType, _ quantization: Quantization? = nil) -> TensorInfo {
    TensorInfo(name: "y", type: type, shape: [], quantization: quantization)
  }
}

/// One operator with its options and operands.
struct OperatorCase {
  var code: BuiltinOperator
  var options: (any OperatorOptions)?
  var inputs: [Operand?]
  var outputs: [TensorInfo]

  init(
    _ code: BuiltinOperator, _ options: (any OperatorOptions)? = nil, _ inputs: [Operand?],
    _ outputs: [TensorInfo]
  ) {
    self.code = code
    self.options = options
    self.inputs = inputs
    self.outputs = outputs
  }

  struct Result {
    var shapes: [Shape]
    var bytes: [[UInt8]]
    var fault: Fault?

    func values<Element: TensorElement>(_ type: Element.Type, output: Int = 0) -> [Element] {
      bytes[output].withUnsafeBytes { Array($0.bindMemory(to: type)) }
    }
  }

  /// What is thrown where the shape of an output is not known while planning.
  struct Dynamic: Error {}

  /// Runs the operator with one table.
  ///
  /// However the units are cut, and where the output lies in the storage of an input, the result
  /// has the same bits, and no byte behind an output is written.
  func run(_ arithmetic: Arithmetic = .litert, _ table: KernelTable) throws -> Result {
    let infos = inputs.map { $0?.info }
    let type = try #require(Registry.type(for: code))
    let reader = NodeReader(
      node: Node(code: code, options: options), inputs: infos, outputs: outputs)
    let planned = try type.init(reading: reader)
    var operands = Operands(inputs: infos, outputs: outputs)
    guard let shapes = try planned.outputShapes(for: operands) else { throw Dynamic() }
    for index in shapes.indices {
      operands.outputs[index].shape = shapes[index]
      operands.outputs[index].statedShape = shapes[index]
    }
    let context = LoweringContext(arithmetic: arithmetic, kernels: table)
    let step = try planned.lower(operands, in: context)
    var first: Result?
    let cuts: [StepHarness.Cut] = [.whole, .reversed, .random(seed: 3)]
    let places = step.inPlaceInputs.filter {
      inputs[$0]?.info.byteCount == operands.outputs[0].byteCount
    }
    for (place, cut) in zip([nil] + places, cuts) {
      let result = execute(step, operands.outputs, cut: cut, inPlace: place)
      if let first {
        #expect(result.bytes == first.bytes, "\(code) cut \(cut), in place \(place ?? -1)")
      }
      first = first ?? result
    }
    let result = execute(step, operands.outputs, cut: .random(seed: 4), inPlace: nil)
    #expect(result.bytes == first?.bytes, "\(code) cut at random")
    return result
  }

  /// The same on all tables, whose results have the same bits.
  func run(_ arithmetic: Arithmetic = .litert) throws -> Result {
    let results = try Kernels.available.map { try run(arithmetic, $0) }
    for result in results { #expect(result.bytes == results[0].bytes, "\(code)") }
    return results[0]
  }

  /// The numbers of the first output, the same on all tables.
  func values<Element: TensorElement>(
    _ type: Element.Type, _ arithmetic: Arithmetic = .litert
  ) throws -> [Element] {
    try run(arithmetic).values(type)
  }

  /// The message of the error that planning throws.
  func failure(_ arithmetic: Arithmetic = .litert) -> String? {
    do {
      _ = try run(arithmetic, Kernels.widest)
      return nil
    } catch OperatorError.invalid(let text) {
      return text
    } catch OperatorError.unsupported(let text) {
      return text
    } catch {
      return "\(error)"
    }
  }

  private func execute(
    _ step: Step, _ outputs: [TensorInfo], cut: StepHarness.Cut, inPlace: Int?
  ) -> Result {
    let sources = inputs.map { operand in
      // A copy, since a step may write into it; what was left out has no memory.
      operand.map { AlignedMemory(copying: TensorBytes($0.memory)) } ?? AlignedMemory(byteCount: 0)
    }
    let targets = outputs.enumerated().map { index, info in
      let memory =
        index == 0 && inPlace != nil
        ? sources[inPlace ?? 0] : AlignedMemory(byteCount: info.byteCount)
      if inPlace == nil {
        memory.pointer.initializeMemory(as: UInt8.self, repeating: 0xFF, count: info.byteCount)
      }
      RedZones.paint(memory.pointer + info.byteCount)
      return memory
    }
    let state = step.makeState.map { [$0()] } ?? []
    let temporaries = step.temporaries.map { AlignedMemory(byteCount: $0) } + state
    let scratch = AlignedMemory(byteCount: step.scratchBytes)
    var operands = (sources + targets + temporaries).map(\.pointer)
    let faults = FaultWord()
    // The list of addresses keeps none of the memory alive.
    withExtendedLifetime((sources, targets, temporaries, scratch)) {
      for phase in step.phases {
        for units in StepHarness.ranges(phase.units, cut) {
          operands.withUnsafeMutableBufferPointer { list in
            guard let base = list.baseAddress else { return }
            phase.body(
              Buffers(
                operands: UnsafePointer(base), firstOutput: sources.count,
                firstTemporary: sources.count + targets.count, scratch: scratch.pointer,
                faults: faults), units)
          }
        }
      }
    }
    for (memory, info) in zip(targets, outputs) {
      let isIntact = RedZones.isIntact(memory.pointer + info.byteCount)
      #expect(isIntact, "\(code) wrote behind its output")
    }
    let bytes = zip(targets, outputs).map { memory, info in
      Array(TensorBytes(memory).elements(as: UInt8.self).prefix(info.byteCount))
    }
    return Result(shapes: outputs.map(\.shape), bytes: bytes, fault: faults.take())
  }
}
