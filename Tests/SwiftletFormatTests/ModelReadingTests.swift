import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Files that are whole and cannot be loaded, as they are shown.
@Suite struct ModelReadingTests {
  private static let spoiled =
    (ModelValidationTests.tables + ModelValidationTests.tensors + ModelValidationTests.nodes
    + GraphOrderTests.cases + QuantizationTests.cases).filter { $0.kind == .invalid }

  @Test(arguments: spoiled)
  func theFaultIsToldAndTheRestIsThere(_ spoiled: Spoiled) throws {
    let reading = try ModelReading(bytes: spoiled.bytes)
    #expect(reading.faults.map(\.description).contains(spoiled.words))
    #expect(!reading.isSound && reading.untoldFaults == 0)
    let model = reading.model
    let regions = ModelFileMap(of: model).map.regions
    #expect(regions.reduce(0) { $0 + $1.length } == spoiled.bytes.count)
    for graph in model.subgraphs {
      let places = graph.operators.flatMap { $0.inputs + $0.outputs + $0.intermediates }
      let allHold = places.allSatisfy { (-1..<graph.tensors.count).contains($0) }
      #expect(allHold)
      #expect((graph.inputs + graph.outputs).allSatisfy(graph.tensors.indices.contains))
      for tensor in graph.tensors where tensor.isConstant {
        let bytes = try #require(model.constant(tensor))
        let stored = tensor.sparsity?.storedValueCount ?? tensor.shape.elementCount
        #expect(bytes.count >= tensor.type.byteCount(elements: stored) ?? 0)
      }
    }
  }

  @Test func whatHoldsIsKept() throws {
    var b = SampleModels.convolution()
    b.subgraphs[0].tensors[1].type = 99
    b.subgraphs[0].tensors[0].shape = [1, -5, 4, 2]
    b.subgraphs[0].operators[1].code = 77
    b.subgraphs[0].operators[0].inputs = [0, 1, 5000]
    let reading = try ModelReading(bytes: b.build())
    #expect(reading.faults.count == 4)
    #expect(reading.typeless == [StoredForms.Place(subgraph: 0, tensor: 1)])
    #expect(reading.shapeless == [StoredForms.Place(subgraph: 0, tensor: 0)])
    let graph = try #require(reading.model.subgraphs.first)
    #expect(
      graph.tensors.map(\.name)
        == (try ModelReading(bytes: SampleModels.convolution().build()))
        .model.subgraphs[0].tensors.map(\.name))
    #expect(graph.operators[0].code == .conv2D && graph.operators[0].inputs == [0, 1, -1])
    #expect(graph.operators[1].code == .placeholderForGreaterOpCodes)
  }

  @Test func aSoundModelHasNoFaults() throws {
    let bytes = SampleModels.convolution().build()
    let reading = try ModelReading(bytes: bytes)
    #expect(reading.isSound && reading.typeless.isEmpty && reading.shapeless.isEmpty)
    #expect(
      reading.model.subgraphs[0].operators.count
        == (try Model(bytes: bytes))
        .subgraphs[0].operators.count)
  }

  @Test func moreFaultsThanAnybodyReadsAreCounted() throws {
    var b = SampleModels.convolution()
    b.subgraphs[0].operators[0].inputs = [Int](repeating: 5000, count: 1500)
    let reading = try ModelReading(bytes: b.build())
    #expect(reading.faults.count == 1000 && reading.untoldFaults == 500)
  }

  @Test func damageIsRefused() {
    let bytes = SampleModels.convolution().build()
    for count in [0, 4, 40, bytes.count / 2] {
      #expect(throws: ModelError.self) { _ = try ModelReading(bytes: Array(bytes.prefix(count))) }
    }
  }
}
