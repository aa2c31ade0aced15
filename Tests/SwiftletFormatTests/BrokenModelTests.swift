import Foundation
import SwiftletFormat
import SwiftletTestSupport
import Testing

/// The broken models of the corpus against the verdicts of the reference runtime.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.advice)"))
struct BrokenModelTests {
  /// What becomes of a file here where it differs from the reference's stage of creation.
  private enum Verdict {
    /// Refused here; the words are part of the message.
    case refused(String)
    /// Loads here; preparing the operators must refuse it.
    case leftToOperators
    /// Loads here though the reference creates no interpreter: planning lists such operators.
    case leftToPlanning
  }

  /// Files that the reference creates an interpreter for, and those of operators that came later.
  ///
  /// All else that it refuses at creation must be refused here too, and has no entry.
  private static let verdicts: [String: Verdict] = [
    // Found when the reference allocates; loading finds it here.
    "tinycnn_tensor_index_out_of_range": .refused("has tensor 9999 as input"),
    "tinycnn_tensor_index_negative": .refused("has tensor -7 as input"),
    "tinycnn_output_index_out_of_range": .refused("has tensor 9999 as output"),
    "tinycnn_self_cycle": .refused("both as input and as output"),
    "tinycnn_graph_input_out_of_range": .refused("names tensor 5000 as input"),
    "tinycnn_graph_output_negative": .refused("names tensor -2 as output"),
    "tinycnn_rank_9": .refused("has rank 9"),
    "conv_tensor_index_out_of_range": .refused("has tensor 9999 as input"),
    "conv_self_cycle": .refused("both as input and as output"),
    // Found when the reference runs.
    "tinycnn_missing_weights": .refused("has no data and which nothing writes"),
    "conv_missing_weights": .refused("has no data and which nothing writes"),
    // Never found by the reference kernels, which compute nonsense.
    "tinycnn_order_cycle": .refused("writes only later"),
    "tinycnn_no_outputs": .refused("which no"),
    "tinycnn_scale_zero": .refused("has the quantisation scale 0.0"),
    "tinycnn_scale_nan": .refused("has the quantisation scale nan"),
    "tinycnn_zero_point_range": .refused("has the zero point 5000"),
    "tinycnn_signature_bad_tensor": .refused("to tensor 900"),
    "tinycnn_signature_bad_subgraph": .refused("runs subgraph 8"),
    // Shapes, options and operands are each operator's own business.
    "tinycnn_zero_dim": .leftToOperators, "tinycnn_huge_dim": .leftToOperators,
    "tinycnn_overflow_dims": .leftToOperators, "conv_huge_dim": .leftToOperators,
    "conv_overflow_dims": .leftToOperators, "tinycnn_zero_stride": .leftToOperators,
    "tinycnn_neg_stride": .leftToOperators, "tinycnn_zero_dilation": .leftToOperators,
    "tinycnn_no_options": .leftToOperators, "tinycnn_too_few_inputs": .leftToOperators,
    "conv_zero_stride": .leftToOperators, "tinycnn_custom_op": .leftToOperators,
    "coral_model_invoking_error": .leftToOperators,
    // Operators and versions that are not known are listed all together.
    "tinycnn_unknown_builtin": .leftToPlanning, "tinycnn_future_version": .leftToPlanning,
  ]

  private struct Entry: Decodable {
    let file: String
    let litert: [String: Result]

    struct Result: Decodable { let stage: String }

    var name: String { String(file.dropFirst("bad_".count).dropLast(".tflite".count)) }
  }

  @Test func verdicts() throws {
    let entries = try JSONDecoder().decode(
      [Entry].self, from: Data(try Corpus.bytes("bad/BAD.json")))
    var unused = Set(Self.verdicts.keys)
    for entry in entries {
      let error: ModelError?
      do {
        _ = try Model(contentsOf: Corpus.path("bad/\(entry.file)"))
        error = nil
      } catch let caught as ModelError { error = caught }
      unused.remove(entry.name)
      switch (Self.verdicts[entry.name], entry.litert["ref"]?.stage) {
      case (nil, "create"): #expect(error != nil, "\(entry.name)")
      case (nil, "accepted"): #expect(error == nil, "\(entry.name): \(error?.description ?? "")")
      case (.refused(let words), _):
        #expect(
          error?.description.contains(words) == true,
          "\(entry.name): \(error?.description ?? "loads")")
      case (.leftToOperators, "allocate"), (.leftToPlanning, "create"):
        #expect(error == nil, "\(entry.name)")
      case (_, let stage): Issue.record("\(entry.name) has no verdict for \(stage ?? "nothing").")
      }
      if let error { #expect(error.description.hasSuffix("."), "\(error.description)") }
    }
    #expect(unused.isEmpty)
  }

  /// Metadata that leads nowhere or is garbage does not keep a model from loading.
  @Test(arguments: [
    "bad_tinycnn_metadata_bad_buffer.tflite", "bad_tinycnn_metadata_garbage.tflite",
  ])
  func badMetadata(_ file: String) throws {
    let model = try Model(contentsOf: Corpus.path("bad/\(file)"))
    let error = #expect(throws: MetadataError.self) { _ = try model.metadata() }
    #expect(error?.kind == .invalidArgument)
  }
}
