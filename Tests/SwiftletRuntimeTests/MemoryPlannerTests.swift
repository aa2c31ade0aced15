import SwiftletRuntime
import SwiftletTestSupport
import Testing

@Suite struct MemoryPlannerTests {
  typealias Request = MemoryPlanner.Request

  @Test func placesBuffersThatNeverMeetInOnePlace() {
    let layout = MemoryPlanner.place([
      Request(byteCount: 100, lifetime: 0...1), Request(byteCount: 100, lifetime: 2...3),
    ])
    #expect(layout.offsets == [0, 0])
    #expect(layout.byteCount == 128)
  }

  @Test func takesTheSmallestGapThatFits() {
    // Two gaps, of 256 and 128 bytes, between buffers that live throughout; 128 bytes fit the
    // second one best.
    let requests = [
      Request(byteCount: 1024, lifetime: 0...9), Request(byteCount: 256, lifetime: 0...1),
      Request(byteCount: 512, lifetime: 0...9), Request(byteCount: 128, lifetime: 0...1),
      Request(byteCount: 64, lifetime: 2...3), Request(byteCount: 128, lifetime: 2...3),
    ]
    let layout = MemoryPlanner.place(requests)
    #expect(layout.byteCount == MemoryPlanner.lowerBound(of: requests))
  }

  @Test func emptyBuffersTakeNothing() {
    let layout = MemoryPlanner.place([Request(byteCount: 0, lifetime: 0...5)])
    #expect(layout.byteCount == 0)
    #expect(MemoryPlanner.place([]).byteCount == 0)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func neverOverlapsWhatLivesTogether(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let requests = (0..<120).map { _ in
      let start = Int(random.next() % 100)
      return Request(
        byteCount: Int(random.next() % 5000), lifetime: start...start + Int(random.next() % 20))
    }
    let layout = MemoryPlanner.place(requests)
    for first in requests.indices where requests[first].byteCount > 0 {
      #expect(layout.offsets[first] % MemoryPlanner.alignment == 0)
      #expect(layout.offsets[first] + requests[first].byteCount <= layout.byteCount)
      for second in 0..<first where requests[second].byteCount > 0 {
        guard requests[first].lifetime.overlaps(requests[second].lifetime) else { continue }
        let isBefore =
          layout.offsets[first] + requests[first].byteCount <= layout.offsets[second]
        let isAfter =
          layout.offsets[second] + requests[second].byteCount <= layout.offsets[first]
        #expect(isBefore || isAfter, "\(first) and \(second) overlap, seed \(seed)")
      }
    }
    #expect(layout.byteCount >= MemoryPlanner.lowerBound(of: requests))
    #expect(layout.byteCount <= requests.reduce(0) { $0 + $1.byteCount })
  }

  @Test func manyBuffersArePlacedWithoutASearch() {
    let requests = (0...MemoryPlanner.searchLimit).map {
      Request(byteCount: 64, lifetime: $0...$0)
    }
    let layout = MemoryPlanner.place(requests)
    #expect(layout.byteCount == 64 * requests.count)
  }
}
