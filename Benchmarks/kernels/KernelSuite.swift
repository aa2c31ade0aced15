import Foundation
import SwiftletKernels
import SwiftletOperators
import SwiftletSIMD

/// Times the kernels on the shapes of real layers, on every instruction set of this machine.
///
///     KernelBenchmarks Benchmarks/kernels/shapes.txt [--only TEXT] [--milliseconds N]
///       [--json FILE] [--check]
@main enum KernelSuite {
  static func main() {
    do {
      let choices = try Choices(Array(CommandLine.arguments.dropFirst()))
      let isFine = try run(choices)
      exit(isFine ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(error is UsageError ? 2 : 1)
    }
  }

  /// Prints the table; false if a pick is slower than another variant and that was to be checked.
  private static func run(_ choices: Choices) throws -> Bool {
    let text = try String(contentsOfFile: choices.shapes, encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    let shapes = try lines.map { try LayerShape(line: String($0)) }.filter { shape in
      choices.only.isEmpty || "\(shape.network) \(shape.name)".contains(choices.only)
    }
    let peak = MachinePeak()
    for line in peak.lines { print(line) }
    print("\n| network | layer | type | kernel | set | µs | GMAC/s | of roofline | |")
    print("|---|---|---|---|---|---|---|---|---|")
    var rows: [String] = []
    var slow: [String] = []
    for shape in shapes {
      let layer = try Layer(shape)
      let pick = try layer.pick()
      let results = try Variant.all(for: shape).map {
        try Measurement(layer, $0, milliseconds: choices.milliseconds)
      }
      let best = results.map(\.nanoseconds).min() ?? 0
      for result in results {
        let row = Row(shape, result, peak, isPicked: result.variant == pick)
        print(row.text)
        rows.append(row.json)
        // What differs by less is noise.
        if result.variant == pick, result.nanoseconds > 1.15 * best {
          slow.append("\(shape.network), \(shape.name), \(shape.numbers.rawValue)")
        }
      }
    }
    if let file = choices.json {
      let report = "{\"machine\":\(peak.json),\"layers\":[\(rows.joined(separator: ",\n"))]}\n"
      try Data(report.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
    for layer in slow { print("\nA slower kernel is picked: \(layer)") }
    return !choices.checks || slow.isEmpty
  }
}

/// One line of the report.
private struct Row {
  let shape: LayerShape
  let result: Measurement
  let share: Double
  let isPicked: Bool

  init(_ shape: LayerShape, _ result: Measurement, _ peak: MachinePeak, isPicked: Bool) {
    self.shape = shape
    self.result = result
    self.isPicked = isPicked
    share =
      peak.bound(shape, products: result.multiplyAccumulates, result.variant.isa)
      / result.nanoseconds
  }

  private var rate: Double { Double(result.multiplyAccumulates) / result.nanoseconds }

  private var set: String {
    result.variant.gemm == .openblas
      ? "\(result.variant.isa.rawValue), OpenBLAS" : result.variant.isa.rawValue
  }

  var text: String {
    let speed = result.multiplyAccumulates > 0 ? rate.rounded(1) : ""
    return "| \(shape.network) | \(shape.name) | \(shape.numbers.rawValue) | \(result.kernel) "
      + "| \(set) | \((result.nanoseconds / 1_000).rounded(2)) | \(speed) "
      + "| \((100 * share).rounded(0)) % | \(isPicked ? "picked" : "") |"
  }

  var json: String {
    "{\"network\":\"\(shape.network)\",\"layer\":\"\(shape.name)\","
      + "\"type\":\"\(shape.numbers.rawValue)\",\"kernel\":\"\(result.kernel)\",\"isa\":\"\(set)\","
      + "\"nanoseconds\":\(result.nanoseconds),\"macs\":\(result.multiplyAccumulates),"
      + "\"bytes\":\(shape.bytes),\"share\":\(share),\"picked\":\(isPicked)}"
  }
}

/// The command line.
private struct Choices {
  var shapes = ""
  var only = ""
  var milliseconds = 60
  var json: String?
  var checks = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ flag: String) throws -> String {
      guard let value = rest.popFirst() else { throw UsageError("\(flag) needs a value.") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--only": only = try value(argument)
      case "--json": json = try value(argument)
      case "--check": checks = true
      case "--milliseconds":
        guard let number = Int(try value(argument)), number > 0 else {
          throw UsageError("--milliseconds needs a positive number.")
        }
        milliseconds = number
      default:
        guard shapes.isEmpty, !argument.hasPrefix("--") else {
          throw UsageError("'\(argument)' is not understood.")
        }
        shapes = argument
      }
    }
    guard !shapes.isEmpty else {
      throw UsageError(
        "Name a file of shapes: KernelBenchmarks Benchmarks/kernels/shapes.txt [--only TEXT] "
          + "[--milliseconds N] [--json FILE] [--check]")
    }
  }
}

/// A command line that cannot be understood.
private struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
