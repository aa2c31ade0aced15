import SwiftletKernels
import SwiftletSIMD
import SwiftletTensor

/// What this machine does at most on one core, measured.
struct MachinePeak {
  /// Multiplications with accumulation in a nanosecond.
  private var floats: [ISA: Double] = [:]
  private var integers: [ISA: Double] = [:]
  /// Bytes read in a nanosecond, by the size of what is read again and again.
  private var bandwidths: [(bytes: Int, rate: Double)] = []

  init() {
    for table in Kernels.available {
      let peak = table.peak
      floats[table.isa] = Self.rate(peak.floatProducts * 100_000) { _ = peak.floats(100_000, 0.5) }
      integers[table.isa] = Self.rate(peak.integerProducts * 100_000) {
        _ = peak.integers(100_000, 3)
      }
    }
    let read = Kernels.widest.peak.read
    for bytes in [16 << 10, 256 << 10, 4 << 20, 32 << 20] {
      let memory = AlignedMemory(byteCount: bytes)
      memory.pointer.initializeMemory(as: UInt8.self, repeating: 1, count: bytes)
      let rounds = max(1, (64 << 20) / bytes)
      let rate = Self.rate(bytes * rounds) {
        for _ in 0..<rounds { _ = read(memory.pointer, bytes) }
      }
      bandwidths.append((bytes, rate))
    }
  }

  /// Multiplications with accumulation in a nanosecond.
  func products(_ numbers: LayerShape.Numbers, _ isa: ISA) -> Double {
    (numbers == .float32 ? floats[isa] : integers[isa]) ?? 0
  }

  /// The time that a layer takes at least.
  func bound(_ shape: LayerShape, products: Int, _ isa: ISA) -> Double {
    let rate = self.products(shape.numbers, isa)
    let compute = rate > 0 ? Double(products) / rate : 0
    let bandwidth = bandwidths.first { shape.bytes <= $0.bytes } ?? bandwidths[bandwidths.count - 1]
    return max(compute, Double(shape.bytes) / bandwidth.rate)
  }

  /// Lines for the head of a report.
  var lines: [String] {
    Kernels.available.map { table in
      let pair = (products(.float32, table.isa), products(.int8, table.isa))
      return "\(table.isa.rawValue): \(pair.0.rounded(1)) GMAC/s float32, "
        + "\(pair.1.rounded(1)) GMAC/s of 8 bits"
    } + [
      "read: "
        + bandwidths.map { "\($0.bytes >> 10) KiB \($0.rate.rounded(0)) GB/s" }
        .joined(separator: ", ")
    ]
  }

  /// Members for JSON.
  var json: String {
    let sets = Kernels.available.map { table in
      "\"\(table.isa.rawValue)\":{\"f32\":\(products(.float32, table.isa)),"
        + "\"q8\":\(products(.int8, table.isa))}"
    }
    let reads = bandwidths.map { "{\"bytes\":\($0.bytes),\"gigabytesPerSecond\":\($0.rate)}" }
    return "{\"gigamacsPerSecond\":{\(sets.joined(separator: ","))},"
      + "\"read\":[\(reads.joined(separator: ","))]}"
  }

  /// Units of work in a nanosecond, the best of some rounds.
  private static func rate(_ work: Int, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    var best = Double.infinity
    for _ in 0..<12 {
      let parts = clock.measure(body).components
      best = min(best, Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9)
    }
    return Double(work) / best
  }
}

extension Double {
  /// The number with so many digits behind the point.
  func rounded(_ digits: Int) -> String {
    var unit = 1.0
    for _ in 0..<digits { unit *= 10 }
    let value = (self * unit).rounded() / unit
    return digits == 0 ? "\(Int(value))" : "\(value)"
  }
}
