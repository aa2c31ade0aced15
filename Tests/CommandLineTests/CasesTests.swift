import Foundation
import SwiftletCLI
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// `swiftlet run --cases`.
@Suite struct CasesTests {
  private let scratch: ScratchFolder
  private let model: String

  init() throws {
    scratch = try ScratchFolder()
    var builder = ModelBuilder()
    let x = builder.tensor("x", .uint8, [1, 2], signature: [-1, 2])
    builder.signature("serve", inputs: [("in", x)], outputs: [("out", x)])
    model = try scratch.write(builder.build(inputs: [x], outputs: [x]), to: "model.tflite")
  }

  private func run(_ cases: String, _ flags: [String] = ["--json"]) throws -> Executable.Outcome {
    let file = try scratch.write(Array(cases.utf8), to: "cases.json")
    return try Executable.run(["run", model, "--cases", file] + flags, in: scratch.path)
  }

  @Test func runsEachCaseAndReportsTheOneThatFails() throws {
    let array = NPYArray(type: .uint8, shape: [2, 2], bytes: [1, 2, 3, 4])
    _ = try scratch.write(array.file, to: "a.npy")
    let outcome = try run(
      """
      [{"inputs": {"0": "a.npy"}, "outputDir": "out0"},
       {"inputs": {"0": "missing.npy"}, "outputDir": "out1"},
       {"inputs": {"nobody": "a.npy"}},
       {"resize": {"0": [3, 2]}, "outputDir": "out3", "signature": "serve"},
       {"signature": null, "reset": true}]
      """)
    #expect(outcome.status == 1)
    let lines = try outcome.objects()
    try #require(lines.count == 5)
    #expect(lines[0]["model"] as? String == model)
    for (line, code) in [(1, 5), (2, 3)] {
      #expect(lines[line]["case"] as? Int == line)
      let error = try #require(lines[line]["error"] as? [String: Any])
      #expect(error["code"] as? Int == code)
      #expect((error["message"] as? String)?.isEmpty == false)
    }
    let outputs = try #require(lines[3]["outputs"] as? [[String: Any]])
    #expect(outputs[0]["name"] as? String == "out")
    #expect(outputs[0]["shape"] as? [Int] == [3, 2])
    #expect(outputs[0]["file"] as? String == "out3/0.npy")
    // The shape of case 3 is kept.
    #expect((lines[4]["outputs"] as? [[String: Any]])?[0]["shape"] as? [Int] == [3, 2])
    #expect(try NPY(contentsOf: scratch.path("out0/0.npy")).bytes == [1, 2, 3, 4])
    #expect(scratch.names().contains("out3") && !scratch.names().contains("out1"))
    let sentences = outcome.error.split(separator: "\n")
    #expect(sentences.count == 2 && sentences[0].hasPrefix("swiftlet: Case 1: "))
  }

  @Test(arguments: [
    ("[{", "it is not valid JSON"), ("", "it is not valid JSON"), ("{}", "not of the type"),
    (#"[{"input": {}}]"#, "a case has only inputs, resize, signature, reset, outputDir and dump"),
    (#"[{"inputs": {"0": 1}}]"#, #"[0]["inputs"]["0"]"#),
    (#"[{"resize": {"0": [1.5]}}]"#, "a fraction"),
  ])
  func refusesListsThatItCannotRead(_ cases: String, _ words: String) throws {
    let outcome = try run(cases)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.error.contains(words), "\(outcome.error)")
  }

  @Test func refusesCasesBesideASingleRun() throws {
    let outcome = try run("[]", ["--signature", "serve"])
    #expect(outcome.status == 1 && outcome.error.contains("--cases"))
    let none = try run("[]")
    #expect(none.status == 0 && none.output.isEmpty)
  }
}
