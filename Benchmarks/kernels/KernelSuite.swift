import Foundation
import SwiftletKernels
import SwiftletMeasurement
import SwiftletOperators
import SwiftletSIMD

/// Times the kernels on the shapes of real layers, on every instruction set of this machine.
///
///     KernelBenchmarks Benchmarks/kernels/shapes.txt [--only TEXT] [--milliseconds N]
///       [--json FILE] [--check]
///     KernelBenchmarks --merge FILE.json… [--of microseconds|gmacs|roofline] [--sets]
@main enum KernelSuite {
  static func main() {
    do {
      let choices = try Choices(Array(CommandLine.arguments.dropFirst()))
      if choices.merges {
        let table = try MergedTable(
          choices.files, choices.measure, showsSets: choices.showsSets)
        for line in table.lines { print(line) }
        exit(0)
      }
      let isFine = try run(choices)
      exit(isFine ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(error is UsageError ? 2 : 1)
    }
  }

  /// Prints the table; false if a pick is slower than another variant and that was to be checked.
  private static func run(_ choices: Choices) throws -> Bool {
    let file = choices.files[0]
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw SuiteError("\(file) cannot be read; name a file of shapes.")
    }
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    let shapes = try lines.map { try LayerShape(line: String($0)) }.filter { shape in
      choices.only.isEmpty || "\(shape.network) \(shape.name)".contains(choices.only)
    }
    guard !shapes.isEmpty else {
      throw SuiteError(
        "No shape of \(file) has \"\(choices.only)\" in its network and name; take another --only.")
    }
    let peak = MachinePeak()
    let machine = SuiteReport.MachineRecord(peak)
    for line in machine.lines { print(line) }
    print("\n| network | layer | type | kernel | set | µs | GMAC/s | of roofline | |")
    print("|---|---|---|---|---|---|---|---|---|")
    var records: [SuiteReport.LayerRecord] = []
    var slow: [String] = []
    for shape in shapes {
      let layer = try Layer(shape)
      let pick = try layer.pick()
      let results = try Variant.all(for: shape).map {
        try Measurement(layer, $0, milliseconds: choices.milliseconds)
      }
      let best = results.map(\.nanoseconds).min() ?? 0
      for result in results {
        let record = SuiteReport.LayerRecord(
          shape, result, peak, isPicked: result.variant == pick)
        print(record.text)
        records.append(record)
        // What differs by less is noise.
        if result.variant == pick, result.nanoseconds > 1.15 * best {
          slow.append("\(shape.network), \(shape.name), \(shape.numbers.rawValue)")
        }
      }
    }
    if let file = choices.json {
      try SuiteReport(machine: machine, layers: records).write(to: file)
    }
    for layer in slow { print("\nA slower kernel is picked: \(layer)") }
    return !choices.checks || slow.isEmpty
  }
}

/// The command line.
private struct Choices {
  /// One file of shapes, or files of results.
  var files: [String] = []
  var only = ""
  var milliseconds = 60
  var json: String?
  var checks = false
  var merges = false
  var measure = MergedTable.Measure.gmacs
  var showsSets = false

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
      case "--merge": merges = true
      case "--sets": showsSets = true
      case "--of":
        guard let measure = MergedTable.Measure(rawValue: try value(argument)) else {
          let words = MergedTable.Measure.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError("--of needs one of \(words).")
        }
        self.measure = measure
      case "--milliseconds":
        guard let number = Int(try value(argument)), number > 0 else {
          throw UsageError("--milliseconds needs a positive number.")
        }
        milliseconds = number
      default:
        guard !argument.hasPrefix("--") else {
          throw UsageError("'\(argument)' is not understood.")
        }
        files.append(argument)
      }
    }
    guard merges ? !files.isEmpty : files.count == 1 else {
      throw UsageError(
        "Name a file of shapes: KernelBenchmarks Benchmarks/kernels/shapes.txt [--only TEXT] "
          + "[--milliseconds N] [--json FILE] [--check]; or files of results: KernelBenchmarks "
          + "--merge FILE.json… [--of microseconds|gmacs|roofline] [--sets]")
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
