import SwiftletFlatBuffers
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// The whole file told region by region.
@Suite struct ModelFileMapTests {
  /// Expects that regions follow one another from the first byte to the last.
  private func expectWhole(_ map: FileMap, _ byteCount: Int, _ comment: Comment = "") {
    var position = 0
    for region in map.regions {
      #expect(region.offset == position && region.length > 0, comment)
      position += region.length
    }
    #expect(position == byteCount, comment)
  }

  private func labels(_ map: FileMap, _ kind: FileMap.Kind) -> [String] {
    map.regions.filter { $0.kind == kind }.compactMap(\.label)
  }

  @Test func everyObjectHasItsNameAndPlace() throws {
    let bytes = SampleModels.convolution().build()
    let model = try Model(bytes: bytes)
    let file = ModelFileMap(of: model)
    expectWhole(file.map, bytes.count)
    #expect(file.faults.isEmpty && file.deprecatedFields.isEmpty)
    #expect(labels(file.map, .header) == ["offset of Model", "identifier TFL3"])
    let tables = Set(labels(file.map, .table))
    #expect(
      tables.isSuperset(of: [
        "Model", "SubGraph 0", "Tensor 0 of SubGraph 0", "Operator 0 of SubGraph 0",
        "Conv2DOptions of Operator 0 of SubGraph 0",
        "QuantizationParameters of Tensor 0 of SubGraph 0", "OperatorCode 0", "Buffer 0",
      ]))
    #expect(labels(file.map, .vector).contains("shape of Tensor 1 of SubGraph 0"))
    #expect(labels(file.map, .string).contains("name of Tensor 1 of SubGraph 0"))
    let name = try #require(
      file.map.regions.first { $0.label == "name of Tensor 1 of SubGraph 0" })
    let text = model.subgraphs[0].tensors[1].name
    #expect(name.length == 4 + text.utf8.count + 1)
    #expect(Array(bytes[(name.offset + 4)...].prefix(text.utf8.count)) == Array(text.utf8))
    for (index, location) in model.buffers.enumerated() where location.count > 0 {
      let region = file.map.regions.first { $0.offset == location.offset }
      let named = model.metadataEntries.contains { $0.buffer == index }
      #expect(region?.kind == (named ? .metadata : .buffer) && region?.length == location.count)
      #expect(region?.label?.hasPrefix("buffer \(index)") == true)
    }
  }

  @Test func metadataAndArchiveAreToldApart() throws {
    var zip = ZipBuilder([.init("labels.txt", "cat\ndog\n"), .init("packed.bin", "xyz")])
    zip.files[1].method = 8
    zip.comment = Array("the end".utf8)
    let model = MetadataSamples.model().build()
    let bytes = model + zip.build() + [1, 2, 3]
    let file = ModelFileMap(of: try Model(bytes: bytes))
    expectWhole(file.map, bytes.count)
    #expect(file.faults.isEmpty)
    #expect(!file.map.regions.contains { $0.kind == .gap || $0.kind == .metadata })
    let block = "TFLITE_METADATA: "
    #expect(labels(file.map, .header).contains(block + "identifier M001"))
    #expect(
      Set(labels(file.map, .table)).isSuperset(of: [
        block + "ModelMetadata", block + "SubGraphMetadata 0",
        block + "ImageProperties of Content of TensorMetadata 0 of SubGraphMetadata 0",
      ]))
    for kind in [FileMap.Kind.zipHeader, .associatedFile, .zipDirectory] {
      #expect(labels(file.map, kind) == ["labels.txt", "packed.bin"], "\(kind)")
    }
    let end = file.map.regions.suffix(2)
    #expect(end.map(\.kind) == [.zipEnd, .trailing])
    #expect(end.map(\.length) == [22 + 7, 3])
  }

  @Test func unreferencedBytesAreGapsAndZerosPadding() throws {
    let model = SampleModels.convolution().build()
    for (tail, kind) in [
      ([UInt8](repeating: 0, count: 63), FileMap.Kind.padding),
      ([UInt8](repeating: 0, count: 64), .trailing), ([0, 0, 7], .trailing),
    ] {
      let map = ModelFileMap(of: try Model(bytes: model + tail)).map
      expectWhole(map, model.count + tail.count)
      #expect(map.regions.last?.kind == kind && map.regions.last?.length == tail.count)
    }
    // The root table moves behind bytes that nothing refers to.
    var bytes = model
    let root = Int(bytes[0])
    bytes.insert(contentsOf: [0, 0, 0, 0, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0], at: 8)
    bytes[0] = UInt8(root + 16)
    let map = ModelFileMap(of: try Model(bytes: bytes)).map
    expectWhole(map, bytes.count)
    #expect(map.regions.contains { $0.kind == .gap && $0.offset == 8 })
  }

  /// A vector of tables that all are the same one, and a table of fields that point into others.
  @Test func sharedObjectsAreToldOnce() throws {
    let inner = FlatBufferSchema("Inner", [.init(0, "name", .string)])
    let outer = FlatBufferSchema("Outer", [.init(0, "parts", .tables(inner))])
    let part = FlatTable([0: .string("part")])
    var bytes = FlatBufferBuilder.build(
      FlatTable([0: .tables([part, part, part])]), identifier: "TEST")
    let before = walk(bytes, outer)
    let vector = try #require(before.objects.first { $0.label == "parts" })
    let first = try #require(before.objects.first { $0.label == "Inner 0" })
    // Slots 1 and 2 get the offset of table 0.
    for slot in 1...2 {
      let position = vector.offset + 4 + 4 * slot
      bytes[position] = UInt8(first.offset - position)
    }
    let after = walk(bytes, outer)
    #expect(before.objects.filter { $0.kind == .table }.count == 4)
    #expect(after.objects.filter { $0.kind == .table }.count == 2)
    #expect(after.faults.isEmpty)
  }

  private func walk(
    _ bytes: [UInt8], _ root: FlatBufferSchema, limits: FlatBufferLimits = .init()
  ) -> FlatBufferWalk {
    bytes.withUnsafeBytes { buffer in
      FlatBufferWalk(of: buffer.bytes, root: root, identifier: "TEST", limits: limits)
    }
  }

  @Test func workIsBounded() {
    let inner = FlatBufferSchema("Inner", [.init(0, "name", .string)])
    let outer = FlatBufferSchema("Outer", [.init(0, "parts", .tables(inner))])
    let parts = (0..<50).map { FlatTable([0: .string("part \($0)")]) }
    let bytes = FlatBufferBuilder.build(FlatTable([0: .tables(parts)]), identifier: "TEST")
    #expect(walk(bytes, outer).objects.filter { $0.kind == .table }.count == 51)
    let limited = walk(bytes, outer, limits: FlatBufferLimits(tables: 10))
    #expect(limited.objects.filter { $0.kind == .table }.count <= 10)
  }

  @Test func faultsAreNamedAndTheRestIsTold() throws {
    let inner = FlatBufferSchema("Inner", [.init(0, "name", .string)])
    let outer = FlatBufferSchema(
      "Outer", [.init(0, "first", .table(inner)), .init(1, "second", .table(inner))])
    var bytes = FlatBufferBuilder.build(
      FlatTable([0: .table(FlatTable([0: .string("a")])), 1: .table(FlatTable([0: .string("b")]))]),
      identifier: "TEST")
    let whole = walk(bytes, outer)
    let name = try #require(whole.objects.first { $0.label == "name of Inner" })
    bytes[name.offset + 3] = 0x7F
    let damaged = walk(bytes, outer)
    #expect(damaged.faults.count == 1)
    #expect(damaged.faults.first?.table == "Inner" && damaged.faults.first?.field == "name")
    #expect(damaged.objects.count == whole.objects.count - 1)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.advice)"), arguments: Corpus.models)
  func publishedModelsHaveNoGaps(_ file: String) throws {
    guard let model = try? Model(contentsOf: Corpus.model(file)) else { return }
    let map = ModelFileMap(of: model)
    expectWhole(map.map, model.byteCount, "\(file)")
    #expect(map.faults.isEmpty)
    #expect(!map.map.regions.contains { $0.kind == .gap || $0.kind == .trailing })
  }
}
