/// Joins rows of an operand with rows of the output that something chooses.
///
/// The rows are taken in their order, column by column, so that sums of floats do not depend on
/// how the columns are shared among threads.
struct RowJoining: Sendable {
  /// The operand with the rows.
  let input: Int
  /// How many rows it has.
  let rows: Int
  /// The number of elements of a row.
  let width: Int
  /// How many rows the output has.
  let outputRows: Int

  /// A step that fills the output with `initial` and joins each row with the one that `target` names.
  ///
  /// - Parameters:
  ///   - name: The kernel in words.
  ///   - initial: What elements have before anything is joined.
  ///   - target: The output's row for a row of the operand; nil to leave it out, after reporting a
  ///     fault if that is what it is.
  ///   - join: The new element from the old one and the operand's.
  /// - Returns: The step, whose units are columns.
  @inline(__always) func step<Element: BitwiseCopyable & Sendable>(
    _ name: String, initial: Element,
    target: @escaping @Sendable (borrowing Buffers, Int) -> Int?,
    join: @escaping @Sendable (Element, Element) -> Element
  ) -> Step {
    let phase = Phase(
      units: width, grain: 16, nanoseconds: 2 * (rows + outputRows) * width
    ) { [self] buffers, columns in
      let source = unsafe buffers.input(input, as: Element.self)
      let result = unsafe buffers.output(as: Element.self)
      for row in 0..<outputRows {
        unsafe (result + row * width + columns.lowerBound).update(
          repeating: initial, count: columns.count)
      }
      for row in 0..<rows {
        guard let place = target(buffers, row) else { continue }
        let from = unsafe source + row * width
        let to = unsafe result + place * width
        for column in columns { unsafe to[column] = join(to[column], from[column]) }
      }
    }
    return Step(kernel: name, phases: [phase], canFault: true)
  }
}
