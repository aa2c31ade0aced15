import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct AssociatedFilesTests {
  private static let files: [ZipBuilder.File] = [
    ZipBuilder.File("labels.txt", "cat\ndog\n"), ZipBuilder.File("empty.txt", ""),
  ]

  /// The files of a model that the archive follows.
  private func read(_ archive: [UInt8]) throws(MetadataError) -> AssociatedFiles {
    let model: Model
    do {
      model = try Model(bytes: MetadataSamples.model().build() + archive)
    } catch { throw MetadataError(.unknown, "\(error)") }
    return try model.associatedFiles()
  }

  private func refusal(_ archive: [UInt8]) -> MetadataError? {
    do {
      _ = try read(archive)
      return nil
    } catch { return error }
  }

  @Test func storedFilesAreRead() throws {
    let files = try read(ZipBuilder(Self.files).build())
    #expect(files.names == ["labels.txt", "empty.txt"])
    #expect(try files.text(of: "labels.txt") == "cat\ndog\n")
    #expect(try files.bytes(of: "empty.txt").count == 0)
    #expect(files.location(of: "labels.txt")?.count == 8)
  }

  @Test func offsetsMayCountFromTheStartOfTheFile() throws {
    var archive = ZipBuilder(Self.files)
    archive.origin = MetadataSamples.model().build().count
    #expect(try read(archive.build()).text(of: "labels.txt") == "cat\ndog\n")
  }

  @Test func headersMayHaveLengthsOfTheirOwn() throws {
    var archive = ZipBuilder(Self.files)
    archive.files[0].localExtra = [1, 2, 3, 4, 5]
    archive.comment = Array("made by a test".utf8)
    #expect(try read(archive.build()).text(of: "labels.txt") == "cat\ndog\n")
  }

  @Test func theLastOfEqualNamesCounts() throws {
    let archive = ZipBuilder(Self.files + [ZipBuilder.File("labels.txt", "bird")])
    let files = try read(archive.build())
    #expect(files.names == ["labels.txt", "empty.txt"])
    #expect(try files.text(of: "labels.txt") == "bird")
  }

  /// The same letter, composed and decomposed, is one string in Swift but two names.
  @Test func namesAreComparedByByte() throws {
    let archive = ZipBuilder([
      ZipBuilder.File("caf\u{E9}", "composed"), ZipBuilder.File("cafe\u{301}", "decomposed"),
    ])
    let files = try read(archive.build())
    #expect(files.names.count == 2)
    #expect(try files.text(of: "caf\u{E9}") == "composed")
    #expect(try files.text(of: "cafe\u{301}") == "decomposed")
  }

  @Test func wideDirectoriesAreRead() throws {
    var archive = ZipBuilder(Self.files)
    archive.isWide = true
    #expect(try read(archive.build()).text(of: "labels.txt") == "cat\ndog\n")
    // Sizes and offsets beyond 32 bits stand in an extra field.
    archive.files[0].claimedSize = 0xFFFF_FFFF
    archive.files[0].claimedOffset = 0xFFFF_FFFF
    archive.files[0].extra =
      ZipBuilder.words([(9, 2), (1, 2), (0, 1), (1, 2), (24, 2)])
      + ZipBuilder.words([(8, 8), (8, 8), (0, 8)])
    #expect(try read(archive.build()).text(of: "labels.txt") == "cat\ndog\n")
  }

  @Test func withoutAnArchiveThereAreNoFiles() throws {
    #expect(try read([]).names.isEmpty)
    #expect(try read([UInt8](repeating: 7, count: 1_000)).names.isEmpty)
    let archive = ZipBuilder(Self.files).build()
    #expect(try read(Array(archive.dropLast(22))).names.isEmpty)
    #expect(try read(ZipBuilder([]).build()).names.isEmpty)
  }

  @Test func absentFilesAreNamed() throws {
    let files = try read(ZipBuilder(Self.files).build())
    let error = #expect(throws: MetadataError.self) { _ = try files.bytes(of: "Labels.txt") }
    #expect(error?.kind == .notFound)
    #expect(error?.description == "No associated file with name: Labels.txt")
    #expect(files.location(of: "Labels.txt") == nil)
  }

  @Test func compressedAndEncryptedFilesAreRefused() {
    var archive = ZipBuilder(Self.files)
    archive.files[1].method = 8
    #expect(
      refusal(archive.build())
        == MetadataError(.unknown, "Expected uncompressed zip archive."))
    archive.files[1].method = 0
    archive.files[1].flags = 1
    #expect(refusal(archive.build())?.kind == .unknown)
  }

  @Test func hostileNumbersAreRefused() {
    func refuses(_ words: String, _ spoil: (inout ZipBuilder) -> Void) {
      var archive = ZipBuilder(Self.files)
      spoil(&archive)
      let error = refusal(archive.build())
      #expect(error?.kind == .unknown)
      #expect(
        error?.description
          == "The archive of associated files is damaged (\(words)); add the files to the model "
          + "again.")
    }
    refuses("\"labels.txt\" has 2147483647 bytes, more than the file holds") {
      $0.files[0].claimedSize = 0x7FFF_FFFF
    }
    refuses("\"labels.txt\" has 4294967295 bytes, more than the file holds") {
      $0.files[0].claimedSize = 0xFFFF_FFFF
    }
    refuses("\"labels.txt\" has no header at byte 4294967280") {
      $0.files[0].claimedOffset = 0xFFFF_FFF0
    }
    refuses("\"empty.txt\" has no header at byte 1") { $0.files[1].claimedOffset = 1 }
    refuses("\"labels.txt\" has no header at byte \(Int.max)") {
      $0.files[0].claimedOffset = 0xFFFF_FFFF
      $0.files[0].extra =
        ZipBuilder.words([(1, 2), (8, 2)]) + [UInt8](repeating: 0xFF, count: 8)
    }
  }

  @Test func damagedDirectoriesAreRefused() {
    let archive = ZipBuilder(Self.files).build()
    func refuses(_ words: String, _ spoil: (inout [UInt8]) -> Void) {
      var bytes = archive
      spoil(&bytes)
      #expect(refusal(bytes)?.description.contains(words) == true, "\(words)")
    }
    let end = archive.count - 22
    refuses("entry 2 is no directory entry") { $0[end + 10] = 3 }
    refuses("entry 0 is no directory entry") { $0[end + 12] -= 1 }
    refuses("its directory has 16777") { $0[end + 15] = 1 }
    refuses("an entry leads outside the directory") { $0[end - 55 + 28] = 200 }
  }

  @Test func everyChangedByteEndsInFilesOrAnError() {
    var refused = 0
    var archive = ZipBuilder(Self.files)
    archive.isWide = true
    for good in [ZipBuilder(Self.files).build(), archive.build()] {
      for index in good.indices {
        for value: UInt8 in [0, 1, 0x7F, 0xFF] {
          var bytes = good
          bytes[index] = value
          do {
            let files = try read(bytes)
            for name in files.names { _ = try files.text(of: name) }
          } catch { refused += 1 }
        }
      }
    }
    #expect(refused > 0)
  }
}
