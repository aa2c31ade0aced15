import SwiftletTestSupport

/// Changes single fields of a model in place, so that most results still load.
struct ModelMutator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Changes one to four fields.
  mutating func mutate(_ bytes: inout [UInt8]) {
    let sites = ModelSites(bytes).sites
    guard !sites.isEmpty else { return }
    for _ in 0...below(4) {
      // Counts and field positions break more than they show.
      var site = sites[below(sites.count)]
      switch site.role {
      case .elementCount, .fieldPosition: if below(4) > 0 { site = sites[below(sites.count)] }
      default: break
      }
      change(site, in: &bytes)
    }
  }

  private mutating func change(_ site: Site, in bytes: inout [UInt8]) {
    let offset = site.offset + site.width * below(site.count)
    switch site.role {
    case .tensorIndex(let count): put(below(12) == 0 ? -1 : below(count + 1), site, offset, &bytes)
    case .index(let count): put(below(count + 1), site, offset, &bytes)
    case .dimension: changeShape(site, &bytes)
    case .elementType: put(below(21), site, offset, &bytes)
    case .float: put(Int(bitPattern: UInt(float().bitPattern)), site, offset, &bytes)
    case .elementCount: put(nearby(get(site, offset, bytes)), site, offset, &bytes)
    case .fieldPosition: put(below(2) == 0 ? 0 : 4 * below(8), site, offset, &bytes)
    case .scalar: put(scalar(get(site, offset, bytes)), site, offset, &bytes)
    case .content: changeContent(site, &bytes)
    }
  }

  /// New extents; half of the time ones whose product is the old.
  private mutating func changeShape(_ site: Site, _ bytes: inout [UInt8]) {
    let (first, second) = (below(site.count), below(site.count))
    let places = (site.offset + 4 * first, site.offset + 4 * second)
    let values = (get(site, places.0, bytes), get(site, places.1, bytes))
    switch below(4) {
    case 0:
      put(values.1, site, places.0, &bytes)
      put(values.0, site, places.1, &bytes)
    case 1 where first != second && values.0 % 2 == 0 && values.0 > 0:
      put(values.0 / 2, site, places.0, &bytes)
      put(values.1 &* 2, site, places.1, &bytes)
    default: put(extent(values.0), site, places.0, &bytes)
    }
  }

  /// Elements of a constant: all of four bytes, as most are indices or floats, or single bytes.
  private mutating func changeContent(_ site: Site, _ bytes: inout [UInt8]) {
    for _ in 0...below(3) {
      guard site.count >= 4, below(3) > 0 else {
        bytes[site.offset + below(site.count)] = UInt8(truncatingIfNeeded: random.next())
        continue
      }
      let word = Site(role: .scalar, offset: site.offset, width: 4, count: site.count / 4)
      let offset = site.offset + 4 * below(word.count)
      let value =
        below(2) == 0
        ? Int(bitPattern: UInt(float().bitPattern)) : scalar(get(word, offset, bytes))
      put(value, word, offset, &bytes)
    }
  }

  private mutating func below(_ bound: Int) -> Int {
    Int(random.next() % UInt64(max(bound, 1)))
  }

  private mutating func nearby(_ value: Int) -> Int {
    [value - 1, value + 1, value / 2, value * 2, 0, 1][below(6)]
  }

  private mutating func extent(_ value: Int) -> Int {
    below(8) == 0
      ? [-1, 0, 1 << 16, Int(Int32.max)][below(4)]
      : below(3) == 0 ? nearby(value) : [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 65][below(14)]
  }

  private mutating func scalar(_ value: Int) -> Int {
    switch below(4) {
    case 0: value ^ 1 << below(8)
    case 1:
      [-1, 0, 1, 2, 127, -128, 255, 256, Int(Int32.max), Int(Int32.min), .max, .min][below(12)]
    case 2: nearby(value)
    default: below(16) - 2
    }
  }

  private mutating func float() -> Float {
    [
      0, -0.0, 1, -1, 0.5, 1e-38, 3.4e38, .infinity, -.infinity, .nan, 1e9, -3e9, 0.0039,
      Float(below(40)) - 20,
    ][below(14)]
  }
}

// MARK: - Little-endian integers

extension ModelMutator {
  private func get(_ site: Site, _ offset: Int, _ bytes: [UInt8]) -> Int {
    let stored = (0..<site.width).reduce(UInt64(0)) {
      $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1))
    }
    let shift = UInt64(64 - 8 * site.width)
    let value = Int(Int64(bitPattern: stored << shift) >> Int64(shift))
    // So that doubling cannot overflow.
    return max(-1 << 60, min(value, 1 << 60))
  }

  private func put(_ value: Int, _ site: Site, _ offset: Int, _ bytes: inout [UInt8]) {
    for byte in 0..<site.width {
      bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
    }
  }
}
