internal import SwiftletMeasurement
internal import SwiftletRuntime
internal import SwiftletSIMD

/// Where the time of a run goes, step by step; all times are nanoseconds.
struct Profile {
  /// A step with its time.
  struct Line {
    let work: StepWork
    /// The mean of the runs around the median one.
    let time: Int
    /// The least of all runs.
    let least: Int
    /// The time that the work takes at least on this machine, divided by `time`; nil where there
    /// is nothing to do.
    let ofRoofline: Double?
  }

  /// A step of a called graph, all its calls in a run together.
  struct Called {
    let work: StepWork
    /// The median of the number of calls, and of their time.
    let calls: Int
    let time: Int
  }

  /// All steps with one operator.
  struct Kind {
    let operatorName: String
    var count = 0
    var time = 0
    var multiplyAccumulates = 0
    var byteCount = 0
  }

  /// The steps in order.
  let lines: [Line]
  /// The steps of called graphs, in the order of subgraphs and nodes; their times are part of those of
  /// `lines`.
  let called: [Called]
  /// The times of the steps in the run whose sum is the median.
  let typicalRun: [Int]
  /// The median of the runs whose steps were timed.
  let run: Int
  /// The least of them, which a busy machine changes less than the median.
  let leastRun: Int
  /// What is taken off every step: a reading of the clock waits for all that went before, which in a
  /// plain run is done beside the next step.
  let readingCost: Int
  /// Medians of runs with the copies of inputs and outputs.
  let endToEnd: (input: Int, run: Int, output: Int, total: Int)
  let peak: MachinePeak
  let isa: ISA

  /// Sums up runs, of which there is at least one; `plain` are the times of those that were not watched.
  init(
    plain: [Int], work: [StepWork], samples: [[Int]], called: [StepWork], calls: [[CalledStep]],
    endToEnd: [ModelTimer.EndToEnd], isa: ISA, peak: MachinePeak
  ) {
    let runs = calls.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.place, $0) }) }
    self.called = called.map { work in
      let steps = runs.map { $0[work.step.place] }
      return Called(
        work: work, calls: median(steps.map { $0?.calls ?? 0 }),
        time: median(steps.map { $0?.nanoseconds ?? 0 }))
    }
    let totals = samples.map { $0.reduce(0, +) }
    let order = totals.indices.sorted { totals[$0] < totals[$1] }
    // Medians of steps do not add up to that of runs on a machine with slow and fast phases; means of the
    // tenth of the runs around the median one do.
    let first = 9 * order.count / 20
    let middle = order[first..<max(11 * order.count / 20, first + 1)]
    func mean(_ value: (Int) -> Int) -> Int { middle.reduce(0) { $0 + value($1) } / middle.count }
    let readings = work.count { !$0.step.isElided }
    let cost = ClockReading.cost(
      plain: median(plain), watched: mean { totals[$0] }, readings: readings)
    readingCost = cost
    lines = work.enumerated().map { index, work in
      func withoutReading(_ time: Int) -> Int { max(time - cost, min(time, 1)) }
      let time = withoutReading(mean { samples[$0][index] })
      let bound = peak.bound(
        products: work.multiplyAccumulates, ofIntegers: work.hasIntegerProducts,
        byteCount: work.byteCount, isa)
      return Line(
        work: work, time: time, least: withoutReading(samples.map { $0[index] }.min() ?? 0),
        ofRoofline: bound > 0 && time > 0 ? bound / Double(time) : nil)
    }
    run = median(totals)
    leastRun = totals.min() ?? 0
    typicalRun = samples[order[order.count / 2]]
    self.endToEnd = (
      median(endToEnd.map(\.input)), median(endToEnd.map(\.run)), median(endToEnd.map(\.output)),
      median(endToEnd.map(\.total))
    )
    self.isa = isa
    self.peak = peak
  }

  /// The sum of the steps.
  var time: Int { lines.reduce(0) { $0 + $1.time } }

  /// The share of a step or kind in the sum.
  func share(_ time: Int) -> Double {
    self.time > 0 ? Double(time) / Double(self.time) : 0
  }

  /// The operators, the longest first.
  var kinds: [Kind] {
    var kinds: [String: Kind] = [:]
    for line in lines {
      let name = line.work.step.place.operatorName
      var kind = kinds[name] ?? Kind(operatorName: name)
      kind.count += 1
      kind.time += line.time
      kind.multiplyAccumulates += line.work.multiplyAccumulates
      kind.byteCount += line.work.byteCount
      kinds[name] = kind
    }
    return kinds.values.sorted { ($1.time, $0.operatorName) < ($0.time, $1.operatorName) }
  }
}

/// The middle of some numbers, of an even count the mean of the two in the middle; 0 of none.
func median(_ numbers: [Int]) -> Int {
  guard !numbers.isEmpty else { return 0 }
  let sorted = numbers.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
