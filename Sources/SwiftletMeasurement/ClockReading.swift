/// What it costs to look at the clock between steps.
package enum ClockReading {
  /// By how much one reading made a watched run longer than a plain one, in nanoseconds.
  ///
  /// No reading takes over 100 ns, so that what else makes long runs differ is not taken for it.
  package static func cost(plain: Int, watched: Int, readings: Int) -> Int {
    readings > 0 ? min(max((watched - plain) / readings, 0), 100) : 0
  }
}
