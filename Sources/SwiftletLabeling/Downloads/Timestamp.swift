/// Times as texts (RFC 3339).
package enum Timestamp {
  /// The seconds since 1970 of a time such as `2021-01-20T04:20:10.220Z` (RFC 3339).
  package static func seconds(_ text: String) -> Double? {
    let pattern =
      /(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))/
    guard let match = text.wholeMatch(of: pattern)?.output, let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3), let hour = Int(match.4),
      let minute = Int(match.5), let second = Int(match.6), (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    // Days since 1970 in the Gregorian calendar, counted from March so that leap days come last.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    var seconds = Double(((days * 24 + hour) * 60 + minute) * 60 + second)
    if let fraction = match.7.flatMap({ Double("0\($0)") }) { seconds += fraction }
    if let sign = match.8, let hours = match.9.flatMap({ Int($0) }),
      let minutes = match.10.flatMap({ Int($0) })
    {
      seconds -= Double((hours * 60 + minutes) * 60) * (sign == "-" ? -1 : 1)
    }
    return seconds
  }
}
