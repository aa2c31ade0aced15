import SwiftletFormat
import SwiftletTestSupport
import Testing

@Suite struct FileMapTests {
  private func region(_ offset: Int, _ length: Int, _ kind: FileMap.Kind) -> FileMap.Region {
    FileMap.Region(offset: offset, length: length, kind: kind, label: nil)
  }

  @Test func fillsGapsAndCutsOverlaps() {
    let map = FileMap(
      byteCount: 20,
      known: [
        region(8, 4, .string), region(2, 8, .table), region(2, 3, .vector), region(15, 99, .buffer),
        region(40, 1, .vtable),
      ]
    ) { _ in .gap }
    #expect(
      map.regions == [
        region(0, 2, .gap), region(2, 8, .table), region(10, 2, .string), region(12, 3, .gap),
        region(15, 5, .buffer),
      ])
  }

  @Test func coversEveryByteOnce() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<500 {
      let size = Int.random(in: 0...60, using: &random)
      let known = (0..<Int.random(in: 0...8, using: &random)).map { index in
        region(
          Int.random(in: -3...70, using: &random),
          [0, 1, 5, 20, .max].randomElement(using: &random) ?? 0, FileMap.Kind.allCases[index % 5])
      }
      var position = 0
      for region in FileMap(byteCount: size, known: known, filler: { _ in .gap }).regions {
        #expect(region.offset == position && region.length > 0)
        position += region.length
      }
      #expect(position == size)
    }
  }
}
