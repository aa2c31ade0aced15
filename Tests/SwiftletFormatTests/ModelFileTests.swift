import Foundation
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// What a caller is told who hands in something other than a model.
@Suite struct ModelFileTests {
  /// Calls a body with a path in a folder of its own.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftlet-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func refusal(of path: String) -> ModelError? {
    do {
      _ = try Model(contentsOf: path)
      return nil
    } catch { return error }
  }

  @Test func mapsAFile() throws {
    try withFolder { folder in
      let bytes = SampleModels.convolution().build()
      let path = "\(folder)/model.tflite"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let model = try Model(contentsOf: path)
      #expect(model.byteCount == bytes.count)
      #expect(
        model.constant(model.subgraphs[0].tensors[4])?.elements(as: Int32.self) == [1, 48])
      // The mapping outlives the file's name.
      try FileManager.default.removeItem(atPath: path)
      #expect(
        model.constant(model.subgraphs[0].tensors[4])?.elements(as: Int32.self) == [1, 48])
      var limits = ModelLimits()
      limits.bytes = bytes.count - 1
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      #expect(throws: ModelError.self) { _ = try Model(contentsOf: path, limits: limits) }
    }
  }

  @Test func missingFiles() throws {
    try withFolder { folder in
      let path = "\(folder)/none.tflite"
      let error = refusal(of: path)
      #expect(error?.kind == .unreadable(errno: ENOENT))
      #expect(
        error?.description
          == "\(path) cannot be opened: there is no such file; check the path.")
      // The path must not be cut at the zero.
      try Data(SampleModels.convolution().build()).write(to: URL(fileURLWithPath: path))
      #expect(refusal(of: path + "\0.txt")?.kind == .unreadable(errno: ENOENT))
      #expect(refusal(of: "")?.kind == .unreadable(errno: ENOENT))
    }
  }

  @Test func foldersAndPipes() throws {
    try withFolder { folder in
      let error = refusal(of: folder)
      #expect(error?.kind == .notAFile)
      #expect(
        error?.description == "\(folder) is a folder; give the path of a .tflite file in it.")
      // Opening a pipe would wait for a writer for ever.
      let pipe = "\(folder)/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(refusal(of: pipe)?.kind == .notAFile)
      #expect(refusal(of: "/dev/null")?.kind == .notAFile)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "The superuser may read everything."))
  func unreadableFiles() throws {
    try withFolder { folder in
      let path = "\(folder)/secret.tflite"
      try Data([1]).write(to: URL(fileURLWithPath: path))
      chmod(path, 0)
      let error = refusal(of: path)
      #expect(error?.kind == .unreadable(errno: EACCES))
      #expect(error?.description.contains("make the file readable") == true)
    }
  }

  @Test func emptyFiles() throws {
    try withFolder { folder in
      let path = "\(folder)/empty.tflite"
      try Data().write(to: URL(fileURLWithPath: path))
      #expect(refusal(of: path)?.kind == .empty)
      #expect(refusal(of: path)?.description == "\(path) is empty; download it again.")
    }
    #expect(throws: ModelError.self) { _ = try Model(bytes: []) }
  }

  @Test(arguments: [
    ("a PNG image", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    ("a JPEG image", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0]),
    ("a zip archive", Array("PK\u{3}\u{4}0000".utf8)),
    ("a gzip archive", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]),
    ("an HTML page, perhaps of a failed download", Array("\n<!DOCTYPE html>".utf8)),
    ("JSON text", Array("{\"modelFile\": 1}".utf8)), ("plain text", Array("labels\nfirst".utf8)),
    ("a Git LFS pointer", Array("version https://git-lfs.github.com/spec/v1".utf8)),
    ("nothing but zeros", [UInt8](repeating: 0, count: 64)),
    ("an unknown kind of file", [1, 2, 3, 4, 5, 6, 7, 8]),
    ("an HDF5 file, such as a Keras model", [0x89] + Array("HDF\r\n\u{1A}\n".utf8)),
  ])
  func otherFiles(_ kind: String, _ bytes: [UInt8]) {
    let error = #expect(throws: ModelError.self) { _ = try Model(bytes: bytes) }
    #expect(error?.kind == .notAModel)
    #expect(
      error?.description
        == "The file is no TensorFlow Lite model but looks like \(kind); give a .tflite file.")
  }

  @Test func otherVersionsOfTheFormat() {
    var b = SampleModels.convolution()
    b.identifier = "TFL2"
    var error = #expect(throws: ModelError.self) { _ = try Model(bytes: b.build()) }
    #expect(error?.kind == .notAModel)
    #expect(error?.description.contains("the identifier TFL2 instead of TFL3") == true)
    b.identifier = "TFL3"
    for version in [0, 2, 4, 9] {
      b.version = version
      error = #expect(throws: ModelError.self) { _ = try Model(bytes: b.build()) }
      #expect(error?.kind == .unsupportedVersion)
      #expect(
        error?.description
          == "The model has schema version \(version), but only 3 can be read; convert it again.")
    }
  }

  @Test func shortFiles() {
    let error = #expect(throws: ModelError.self) { _ = try Model(bytes: [28, 0, 0, 0]) }
    #expect(error?.kind == .notAModel)
    let cut = #expect(throws: ModelError.self) {
      _ = try Model(bytes: Array(SampleModels.convolution().build().prefix(100)))
    }
    #expect(cut?.kind == .damaged)
    #expect(cut?.description.hasPrefix("The model is damaged (table ") == true)
    #expect(cut?.description.hasSuffix("download it or convert it again.") == true)
  }
}
