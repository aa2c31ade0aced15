/// Indices ordered by what they mean, in memory of a step, so that nothing is allocated.
///
/// `precedes` is a strict order, by which better indices come first.
@safe struct RankedIndices {
  private let indices: UnsafeMutablePointer<Int32>

  /// Takes memory for as many indices as the calls need.
  @unsafe init(_ indices: UnsafeMutablePointer<Int32>) {
    unsafe self.indices = indices
  }

  subscript(place: Int) -> Int {
    get { Int(unsafe indices[place]) }
    nonmutating set { unsafe indices[place] = Int32(truncatingIfNeeded: newValue) }
  }

  /// Puts the best `sorted` of the first `count` indices in front, best first.
  ///
  /// Of equals, which come first and which stay out is what C++'s `std::partial_sort` of libstdc++
  /// makes of them: a heap of the first ones, in which each better one replaces the worst.
  func partialSort(_ sorted: Int, of count: Int, by precedes: (Int, Int) -> Bool) {
    makeHeap(sorted, by: precedes)
    for place in stride(from: sorted, to: count, by: 1)
    where sorted > 0 && precedes(self[place], self[0]) {
      let value = self[place]
      self[place] = self[0]
      sink(value, from: 0, in: sorted, by: precedes)
    }
    var end = sorted
    while end > 1 {
      end -= 1
      let value = self[end]
      self[end] = self[0]
      sink(value, from: 0, in: end, by: precedes)
    }
  }

  /// Makes a heap of the first indices, whose root is the one that precedes no other.
  func makeHeap(_ count: Int, by precedes: (Int, Int) -> Bool) {
    for place in stride(from: count / 2 - 1, through: 0, by: -1) {
      sink(self[place], from: place, in: count, by: precedes)
    }
  }

  /// Takes the root out of a heap of `count` indices; what is left are the first `count - 1`.
  func popRoot(of count: Int, by precedes: (Int, Int) -> Bool) -> Int {
    let root = self[0]
    if count > 1 { sink(self[count - 1], from: 0, in: count - 1, by: precedes) }
    return root
  }

  /// Moves a hole down to a leaf along later children, and a value from there up to its place.
  private func sink(
    _ value: Int, from top: Int, in count: Int, by precedes: (Int, Int) -> Bool
  ) {
    var hole = top
    while 2 * hole + 1 < count {
      var child = 2 * hole + 2
      if child == count || precedes(self[child], self[child - 1]) { child -= 1 }
      self[hole] = self[child]
      hole = child
    }
    while hole > top, precedes(self[(hole - 1) / 2], value) {
      self[hole] = self[(hole - 1) / 2]
      hole = (hole - 1) / 2
    }
    self[hole] = value
  }
}
