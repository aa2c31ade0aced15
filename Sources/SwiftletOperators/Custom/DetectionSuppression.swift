internal import SwiftletTensor

/// The second half of `TFLite_Detection_PostProcess`: which decoded boxes become detections.
///
/// A box is left out when it overlaps a better one that was not left out by more than a threshold.
struct DetectionSuppression: Sendable {
  let options: DetectionOptions
  let boxCount: Int
  /// The scores of each box; one more than there are classes where the first stands for background.
  let columns: Int
  let scores: DetectionNumbers

  private var background: Int { columns - options.classCount }

  /// The most detections of one run of the suppression.
  private var selectionLimit: Int {
    min(
      boxCount,
      options.usesRegularSuppression ? options.detectionsPerClass : options.maximumDetections)
  }

  private var keptCount: Int { min(options.maximumDetections, boxCount * options.classCount) }

  /// After the boxes: a score of each box, a heap, what was selected, classes or merged candidates
  /// with their scores.
  var temporaries: [Int] {
    let merged = options.usesRegularSuppression ? keptCount + selectionLimit : options.classCount
    return [4 * boxCount, 4 * boxCount, 4 * selectionLimit, 8 * merged, 4 * merged, 4 * merged]
  }

  func run(_ buffers: borrowing Buffers) {
    for output in 0..<3 {
      unsafe buffers.output(output).initializeMemory(
        as: UInt8.self, repeating: 0, count: options.slots * (output == 0 ? 16 : 4))
    }
    let count = options.usesRegularSuppression ? mergeClasses(buffers) : selectBoxes(buffers)
    unsafe buffers.output(3, as: Float.self)[0] = Float(count)
  }

  /// Fast: each box is ranked by its best class.
  private func selectBoxes(_ buffers: borrowing Buffers) -> Int {
    let best = unsafe buffers.temporary(1).assumingMemoryBound(to: Float.self)
    for box in 0..<boxCount where options.classCount > 0 {
      var largest = unsafe scores.number(box, background, buffers.input(1))
      for column in background + 1..<columns {
        let score = unsafe scores.number(box, column, buffers.input(1))
        if score > largest { largest = score }
      }
      unsafe best[box] = largest
    }
    let selected = unsafe RankedIndices(
      buffers.temporary(3).assumingMemoryBound(to: Int32.self))
    let count = options.classCount == 0 ? 0 : select(into: selected, buffers)
    let classes = unsafe RankedIndices(
      buffers.temporary(5).assumingMemoryBound(to: Int32.self))
    let classCount = min(options.classesPerDetection, options.classCount)
    for place in 0..<count {
      let box = selected[place]
      rankClasses(of: box, classCount, in: classes, buffers)
      for rank in 0..<classCount {
        write(
          place * options.classesPerDetection + rank, box: box, class: classes[rank],
          score: unsafe scores.number(box, background + classes[rank], buffers.input(1)), buffers)
      }
    }
    return count
  }

  /// Puts the best classes of a box in front.
  private func rankClasses(
    of box: Int, _ count: Int, in classes: RankedIndices, _ buffers: borrowing Buffers
  ) {
    let memory = unsafe buffers.input(1)
    func score(_ index: Int) -> Float {
      unsafe scores.number(box, background + index, memory)
    }
    for index in 0..<options.classCount { classes[index] = index }
    guard count == 1 else {
      classes.partialSort(count, of: options.classCount) { score($0) > score($1) }
      return
    }
    var best = 0
    for index in 1..<max(options.classCount, 1) where score(index) > score(best) { best = index }
    classes[0] = best
  }

  /// Regular: each class has a suppression of its own, and the best of all classes are kept.
  private func mergeClasses(_ buffers: borrowing Buffers) -> Int {
    let best = unsafe buffers.temporary(1).assumingMemoryBound(to: Float.self)
    let selected = unsafe RankedIndices(
      buffers.temporary(3).assumingMemoryBound(to: Int32.self))
    // Candidates before and after a merge, each a place of a score.
    let places = unsafe buffers.temporary(4).assumingMemoryBound(to: Int64.self)
    let order = unsafe RankedIndices(buffers.temporary(5).assumingMemoryBound(to: Int32.self))
    let values = unsafe buffers.temporary(6).assumingMemoryBound(to: Float.self)
    var kept = 0
    for index in 0..<options.classCount {
      for box in 0..<boxCount {
        unsafe best[box] = scores.number(box, background + index, buffers.input(1))
      }
      let count = select(into: selected, buffers)
      for place in 0..<count {
        unsafe places[kept + place] = Int64(selected[place] * columns + background + index)
        unsafe values[kept + place] = best[selected[place]]
      }
      let all = kept + count
      let target = min(all, options.maximumDetections)
      // Both runs descend; of equals, those of the earlier class come first.
      var (first, second) = (0, kept)
      for place in 0..<target {
        let takesSecond =
          unsafe (second < all && (first == kept || values[second] > values[first]))
        order[place] = takesSecond ? second : first
        if takesSecond { second += 1 } else { first += 1 }
      }
      unsafe permute(target, order, places, values)
      kept = target
    }
    for place in 0..<kept {
      let (box, column) = unsafe Int(places[place]).quotientAndRemainder(dividingBy: columns)
      write(
        place, box: box, class: column - background, score: unsafe values[place], buffers)
    }
    return kept
  }

  /// Moves the candidates at the first places of an order to the front, cycle by cycle.
  private func permute(
    _ count: Int, _ order: RankedIndices, _ places: UnsafeMutablePointer<Int64>,
    _ values: UnsafeMutablePointer<Float>
  ) {
    for place in 0..<count {
      var source = order[place]
      // What stood there went to where an earlier swap put it.
      while source < place { source = order[source] }
      guard source != place else { continue }
      unsafe swap(&places[place], &places[source])
      unsafe swap(&values[place], &values[source])
    }
  }

  /// Selects boxes by their scores, best first; of equals, the one that comes first.
  private func select(into selected: RankedIndices, _ buffers: borrowing Buffers) -> Int {
    let boxes = unsafe buffers.temporary(0).assumingMemoryBound(to: DetectionBox.self)
    let best = unsafe buffers.temporary(1).assumingMemoryBound(to: Float.self)
    let heap = unsafe RankedIndices(buffers.temporary(2).assumingMemoryBound(to: Int32.self))
    var candidates = 0
    for box in 0..<boxCount where unsafe best[box] >= options.scoreThreshold {
      heap[candidates] = box
      candidates += 1
    }
    // The root of a heap precedes no other, so the order is turned round.
    func follows(_ a: Int, _ b: Int) -> Bool {
      unsafe best[a] < best[b] || (best[a] == best[b] && a > b)
    }
    heap.makeHeap(candidates, by: follows)
    var count = 0
    while candidates > 0, count < selectionLimit {
      let box = heap.popRoot(of: candidates, by: follows)
      candidates -= 1
      var isOverlapped = false
      for place in 0..<count where !isOverlapped {
        isOverlapped =
          unsafe boxes[selected[place]].overlap(with: boxes[box]) > options.overlapThreshold
      }
      guard !isOverlapped else { continue }
      selected[count] = box
      count += 1
    }
    return count
  }

  private func write(
    _ slot: Int, box: Int, class index: Int, score: Float, _ buffers: borrowing Buffers
  ) {
    let boxes = unsafe buffers.temporary(0).assumingMemoryBound(to: DetectionBox.self)
    unsafe buffers.output(0, as: DetectionBox.self)[slot] = boxes[box]
    unsafe buffers.output(1, as: Float.self)[slot] = Float(index)
    unsafe buffers.output(2, as: Float.self)[slot] = score
  }
}
