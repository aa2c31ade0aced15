import FuzzSupport
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport

/// Reads the bytes as metadata of a small model and as the archive that follows it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(start, count, limit: 1 << 16) { bytes in
    var builder = ModelBuilder()
    let tensor = builder.tensor("x", .float32, [1])
    builder.metadata("TFLITE_METADATA", bytes)
    let model = try Model(bytes: builder.build(inputs: [tensor], outputs: [tensor]) + bytes)
    do {
      let files = try model.associatedFiles()
      for name in files.names { _ = try? files.text(of: name) }
    } catch { _ = "\(error)" }
    guard let metadata = try model.metadata() else { return }
    for subgraph in metadata.subgraphs { _ = try model.detectorMetadata(of: subgraph) }
  }
}
