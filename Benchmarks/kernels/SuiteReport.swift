import Foundation
import SwiftletKernels
import SwiftletMeasurement
import SwiftletOperators
import SwiftletSIMD

/// The results of one machine, as `--json` writes and `--merge` reads them.
struct SuiteReport: Codable {
  /// The form of the file.
  var version = 1
  let machine: MachineRecord
  let layers: [LayerRecord]

  /// What measured.
  struct MachineRecord: Codable {
    /// The processor's name.
    let processor: String
    let processorCount: Int
    let features: [String]
    /// By instruction set and type of numbers (`f32`, `q8`), the most on one core.
    let gigamacsPerSecond: [String: [String: Double]]
    let read: [Bandwidth]

    /// How fast a buffer is read.
    struct Bandwidth: Codable {
      let bytes: Int
      let gigabytesPerSecond: Double
    }

    init(_ peak: MachinePeak) {
      let machine = Machine.current
      processor = machine.processor
      processorCount = machine.processorCount
      features = machine.features
      gigamacsPerSecond = Dictionary(
        uniqueKeysWithValues: Kernels.available.map { table in
          (
            table.isa.rawValue,
            [
              "f32": peak.products(ofIntegers: false, table.isa),
              "q8": peak.products(ofIntegers: true, table.isa),
            ]
          )
        })
      read = peak.bandwidths.map { Bandwidth(bytes: $0.byteCount, gigabytesPerSecond: $0.rate) }
    }

    /// Lines for the head of a table.
    var lines: [String] {
      ["\(processor), \(processorCount) processors (\(features.joined(separator: " ")))"]
        + gigamacsPerSecond.sorted { $0.value["f32"] ?? 0 < $1.value["f32"] ?? 0 }.map {
          set, peak in
          "\(set): \((peak["f32"] ?? 0).rounded(1)) GMAC/s float32, "
            + "\((peak["q8"] ?? 0).rounded(1)) GMAC/s of 8 bits"
        } + [
          "read: "
            + read.map { "\($0.bytes >> 10) KiB \($0.gigabytesPerSecond.rounded(0)) GB/s" }
            .joined(separator: ", ")
        ]
    }
  }

  /// A layer on one instruction set.
  struct LayerRecord: Codable {
    let network: String
    let layer: String
    let type: String
    let kernel: String
    /// The instruction set, and OpenBLAS where it multiplies.
    let isa: String
    let nanoseconds: Double
    let macs: Int
    let bytes: Int
    /// The time that the layer takes at least, divided by the one it took.
    let share: Double
    /// Whether the engine takes this kernel by itself.
    let picked: Bool

    init(
      _ shape: LayerShape, _ result: Measurement, _ peak: MachinePeak, isPicked: Bool
    ) {
      network = shape.network
      layer = shape.name
      type = shape.numbers.rawValue
      kernel = result.kernel
      let set = result.variant.isa.rawValue
      isa = result.variant.gemm == .openblas ? "\(set), OpenBLAS" : set
      nanoseconds = result.nanoseconds
      macs = result.multiplyAccumulates
      bytes = shape.bytes
      picked = isPicked
      share =
        peak.bound(
          products: result.multiplyAccumulates, ofIntegers: shape.numbers != .float32,
          byteCount: shape.bytes, result.variant.isa) / result.nanoseconds
    }

    /// Multiplications with accumulation in a nanosecond; 0 where there are none.
    var rate: Double { nanoseconds > 0 ? Double(macs) / nanoseconds : 0 }

    /// The line of the table.
    var text: String {
      "| \(network) | \(layer) | \(type) | \(kernel) | \(isa) "
        + "| \((nanoseconds / 1_000).rounded(2)) | \(macs > 0 ? rate.rounded(1) : "") "
        + "| \((100 * share).rounded(0)) % | \(picked ? "picked" : "") |"
    }
  }

  /// Reads a file.
  ///
  /// - Throws: `SuiteError` with one sentence.
  init(contentsOf path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SuiteError("\(path) cannot be read; name a file that --json wrote.")
    }
    guard let report = try? JSONDecoder().decode(SuiteReport.self, from: data) else {
      throw SuiteError("\(path) holds no results of this suite; name a file that --json wrote.")
    }
    guard report.version == 1 else {
      throw SuiteError("\(path) is of version \(report.version); measure again with this version.")
    }
    self = report
  }

  init(machine: MachineRecord, layers: [LayerRecord]) {
    self.machine = machine
    self.layers = layers
  }

  /// Writes a file, each layer on a line of its own.
  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    let lines = try layers.map(text).joined(separator: ",\n")
    let report =
      "{\"version\":\(version),\"machine\":\(try text(machine)),\n\"layers\":[\n\(lines)\n]}\n"
    try Data(report.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}

/// What the suite cannot do, in one sentence.
struct SuiteError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension Double {
  /// The number with so many digits behind the point.
  func rounded(_ digits: Int) -> String {
    guard isFinite, abs(self) < 1e15 else { return "–" }
    var unit = 1.0
    for _ in 0..<digits { unit *= 10 }
    let value = (self * unit).rounded() / unit
    return digits == 0 ? "\(Int(value))" : "\(value)"
  }
}
