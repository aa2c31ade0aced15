import Foundation
import SwiftletCLI
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// `swiftlet compare`.
@Suite struct CompareTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func network(_ network: SmallNetwork = SmallNetwork()) throws -> String {
    try scratch.write(
      network.file(), to: "\(network.hashValue).tflite")
  }

  /// The object that a comparison prints, and its rows by the name of the first side's tensor.
  private func compare(
    _ arguments: String...
  ) throws -> (status: Int32, report: [String: Any], rows: [String: [String: Any]]) {
    let run = try Executable.run(["compare", "--json"] + arguments)
    #expect(run.error.isEmpty, "\(run.error)")
    let report = try #require(try run.objects().first)
    let tensors = try #require(report["tensors"] as? [[String: Any]])
    let rows = tensors.map { row in
      ((row["a"] as? [String: Any])?["name"] as? String ?? "", row)
    }
    return (run.status, report, Dictionary(rows) { $1 })
  }

  private func dump(_ model: String, to name: String, _ arguments: String...) throws -> String {
    let folder = scratch.path(name)
    let run = try Executable.run(["run", model, "--dump", folder] + arguments)
    #expect(run.status == 0, "\(run.error)")
    return folder
  }

  @Test func aModelEqualsItselfOnMoreThreads() throws {
    let model = try network()
    let (status, report, rows) = try compare(model, "--b-threads", "2")
    #expect(status == 0 && report["equal"] as? Bool == true)
    #expect(report["compared"] as? Int == 6 && report["different"] as? Int == 0)
    #expect(report["first"] is NSNull && (report["origins"] as? [Int]) == [])
    #expect(Set(rows.keys) == Set(["image"] + SmallNetwork.results))
    let settings = (report["b"] as? [String: Any])?["settings"] as? String
    #expect(settings?.contains("2 threads") == true)
    let text = try Executable.run(["compare", model, model])
    #expect(text.status == 0 && text.output.contains("All 6 pairs of tensors are equal."))
  }

  @Test func findsWhereAWeightDiffers() throws {
    let (good, bad) = (try network(), try network(SmallNetwork(fault: 0.5)))
    let (status, report, rows) = try compare(good, bad)
    #expect(status == 1 && report["equal"] as? Bool == false)
    for name in ["image", "first", "sum"] { #expect(rows[name]?["equal"] as? Bool == true) }
    for name in ["second", "flat", "probabilities"] {
      #expect(rows[name]?["equal"] as? Bool == false, "\(name)")
      #expect(rows[name]?["origin"] as? Bool == (name == "second"))
    }
    let second = try #require(rows["second"])
    #expect(second["differingConstants"] as? [String] == ["second/weights"])
    #expect(second["step"] as? Int == 2 && second["op"] as? String == "CONV_2D")
    #expect(report["first"] as? Int == 3 && report["origins"] as? [Int] == [3])
    try check(
      second, against: dump(good, to: "good"), dump(bad, to: "bad"),
      index: try #require((second["a"] as? [String: Any])?["index"] as? Int))
    let text = try Executable.run(["compare", good, bad])
    #expect(text.status == 1 && text.error.isEmpty)
    #expect(
      text.output.contains(
        "It begins at step 2, CONV_2D, second; its tensors agree, its constants do not: "
          + "second/weights."), "\(text.output)")
  }

  /// The numbers of a row are those of the two arrays.
  private func check(
    _ row: [String: Any], against first: String, _ second: String, index: Int
  ) throws {
    let arrays = try [first, second].map { floats(try NPY(contentsOf: "\($0)/\(index).npy")) }
    let pairs = Array(zip(arrays[0], arrays[1]))
    let distances = pairs.map { abs(Double($0) - Double($1)) }
    let maximum = try #require(row["maxAbs"] as? Double)
    #expect(abs(maximum - (distances.max() ?? 0)) < 1e-12)
    let mean = try #require(row["meanAbs"] as? Double)
    #expect(abs(mean - distances.reduce(0, +) / 128) < 1e-12 && distances.count == 128)
    #expect(row["differing"] as? Int == distances.count { $0 > 0 })
    let relative = pairs.map { $0 == $1 ? 0 : abs(Double($0 - $1)) / Double(max(abs($0), abs($1))) }
    let largest = try #require(row["maxRel"] as? Double)
    #expect(abs(largest - (relative.max() ?? 0)) < 1e-6)
    let place = try #require(distances.firstIndex { $0 > 0 })
    #expect(row["firstIndex"] as? [Int] == [0, place / 32, place / 8 % 4, place % 8])
    #expect(row["firstA"] as? Double == Double(arrays[0][place]))
  }

  private func floats(_ array: NPY) -> [Float] {
    stride(from: 0, to: array.bytes.count, by: 4).map { start in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(array.bytes[start + $1]) << (8 * $1) })
    }
  }

  @Test func tolerancesDecide() throws {
    let (good, bad) = (try network(), try network(SmallNetwork(fault: 1e-4)))
    #expect(try compare(good, bad).status == 1)
    #expect(try compare(good, bad, "--tolerance", "0.01").status == 0)
    #expect(try compare(good, bad, "--tolerance", "1e-9").status == 1)
    #expect(try compare(good, bad, "--relative-tolerance", "0.5").status == 0)
  }

  @Test func otherNamesArePairedInOrderAndNoneByIndex() throws {
    let (plain, renamed) = (try network(), try network(SmallNetwork(prefix: "b_")))
    let (status, report, rows) = try compare(plain, renamed)
    #expect(status == 0 && report["compared"] as? Int == 6)
    #expect(rows["image"]?["pairedBy"] as? String == "place")
    #expect(rows["probabilities"]?["pairedBy"] as? String == "place")
    #expect(rows["sum"]?["pairedBy"] as? String == "order")
    let bare = try network(SmallNetwork(fault: 0.5, isNamed: false))
    let (other, indexed, _) = try compare(plain, bare)
    #expect(other == 1 && indexed["compared"] as? Int == 6)
    let origin = try #require((indexed["origins"] as? [Int])?.first)
    let row = try #require((indexed["tensors"] as? [[String: Any]])?[origin])
    #expect((row["a"] as? [String: Any])?["name"] as? String == "second")
  }

  @Test func foldersStandForModels() throws {
    let (good, bad) = (try network(), try network(SmallNetwork(fault: 0.5)))
    // The other side takes the folder's input, whatever the seed was.
    let folder = try dump(good, to: "dump", "--seed", "77")
    #expect(try compare(folder, good).status == 0)
    #expect(try compare(good, folder).status == 0)
    let (status, report, rows) = try compare(folder, bad)
    #expect(status == 1 && rows["second"]?["origin"] as? Bool == true)
    #expect((report["onlyInA"] as? [Any])?.isEmpty == true)
    #expect(try compare(folder, try dump(bad, to: "bad", "--seed", "77")).status == 1)
  }

  /// Arrays of others, named by the index of their tensor or by its name.
  @Test(arguments: [true, false])
  func plainArraysStandForModels(_ isNamed: Bool) throws {
    let (good, bad) = (
      try network(SmallNetwork(prefix: "a/b:")),
      try network(SmallNetwork(fault: 0.5, prefix: "a/b:"))
    )
    let folder = try dump(good, to: "dump", "--seed", "9", "--dump-constants")
    let plain = scratch.path("plain")
    let manifest = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/manifest.json"))
    let object = try JSONSerialization.jsonObject(with: manifest) as? [String: Any]
    let tensors = try #require(object?["tensors"] as? [[String: Any]])
    try FileManager.default.createDirectory(atPath: plain, withIntermediateDirectories: true)
    for tensor in tensors {
      let (file, name) = (tensor["file"] as? String ?? "", tensor["name"] as? String ?? "")
      let stem = name.replacingOccurrences(of: "/", with: "_").replacingOccurrences(
        of: ":", with: "_")
      try FileManager.default.copyItem(
        atPath: "\(folder)/\(file)", toPath: "\(plain)/\(isNamed ? "\(stem).npy" : file)")
    }
    let same = try compare(plain, good)
    #expect(same.status == 0 && same.report["compared"] as? Int == 6)
    #expect((same.report["onlyInA"] as? [Any])?.isEmpty == true)
    let (status, report, _) = try compare(bad, plain)
    #expect(status == 1 && report["origins"] as? [Int] == [3])
  }

  @Test func quantisedTensorsAreComparedAsReals() throws {
    func model(_ type: ElementType) throws -> String {
      var b = ModelBuilder()
      let scale = type == .int8 ? Quantization(scale: 0.5, zeroPoint: -3) : nil
      let x = b.tensor("x", type, [2, 5], quantization: scale)
      let y = b.tensor("y", type, [2, 5], quantization: scale)
      b.operator(.relu, inputs: [x], outputs: [y])
      return try scratch.write(b.build(inputs: [x], outputs: [y]), to: "\(type).tflite")
    }
    let (status, report, rows) = try compare(try model(.float32), try model(.int8))
    #expect(status == 0 && report["compared"] as? Int == 2)
    #expect(rows["y"]?["unit"] as? String == "reals")
  }

  @Test func whatCannotBeComparedIsRefused() throws {
    let model = try network()
    let empty = scratch.path("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let stranger = scratch.path("stranger")
    try FileManager.default.createDirectory(atPath: stranger, withIntermediateDirectories: true)
    let array = NPYArray(type: .int8, shape: [1], bytes: [1])
    _ = try scratch.write(array.file, to: "stranger/nobody.npy")
    for (operands, words) in [
      ([model, empty], "holds neither manifest.json nor .npy files"),
      ([model, stranger], "has a partner in"), ([model, scratch.path("none")], "none"),
      ([model, "--tolerance", "-1"], "at least 0"), ([model, "--calls", "0"], "at least 1"),
      ([model, "--b-threads", "0"], "number of threads"),
    ] {
      let run = try Executable.run(["compare"] + operands)
      #expect(run.status == 1 && run.output.isEmpty && run.error.contains(words), "\(run.error)")
    }
    #expect(try Executable.run(["compare", model, model, model]).status == 2)
    #expect(try Executable.run(["compare", model, "--a-isa", "mmx"]).status == 2)
  }

  @Test(arguments: [
    ("[]", "cannot be used"),
    (
      #"{"format":"x","version":1,"isa":"","threads":1,"arithmetic":"","subgraph":0,"tensors":[]}"#,
      "is \"x\" of version 1"
    ),
    (
      #"{"format":"swiftlet-dump","version":1,"isa":"","threads":1,"arithmetic":"","subgraph":0,"#
        + #""tensors":[{"kind":"input","subgraph":0,"call":0,"index":0,"name":"","type":"int8","#
        + #""shape":[],"file":"../x.npy"}]}"#, "is not known here"
    ),
  ])
  func brokenManifestsAreRefused(_ manifest: String, _ words: String) throws {
    let folder = scratch.path("dump")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try scratch.write(Array(manifest.utf8), to: "dump/manifest.json")
    let run = try Executable.run(["compare", try network(), folder])
    #expect(run.status == 1 && run.error.contains(words), "\(run.error)")
  }

  /// Quantised models give the same integers on every instruction set and number of threads.
  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.advice)"),
    arguments: ["mobilenet_v1_0.25_128_quant", "kws_ref_model_int8", "resnet8_cifar10_int8"])
  func quantisedModelsAgreeEverywhere(_ name: String) throws {
    let model = try Corpus.model("\(name).tflite")
    let (status, report, _) = try compare(model, "--a-isa", "portable", "--b-threads", "2")
    #expect(status == 0 && (report["compared"] as? Int ?? 0) > 8)
  }
}
