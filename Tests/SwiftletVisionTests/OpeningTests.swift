import Foundation
import SwiftletVision
import Testing

@Suite("Opening a model, and the checks before that")
struct OpeningTests {
  static func error(path: String?, _ edit: (ImageClassifierOptions) -> Void = { _ in }) -> NSError?
  {
    let options = ImageClassifierOptions()
    options.baseOptions.modelAssetPath = path
    edit(options)
    return #expect(throws: NSError.self) { try ImageClassifier(options: options) }
  }

  @Test("Paths that lead to no model")
  func paths() throws {
    let missing =
      "INVALID_ARGUMENT: ExternalFile must specify at least one of 'file_content', 'file_name', "
      + "'file_pointer_meta' or 'file_descriptor_meta'."
    #expect(Self.error(path: nil)?.localizedDescription == missing)
    #expect(Self.error(path: "")?.localizedDescription == missing)
    let absent = Self.error(path: "/no/such/model.tflite")
    #expect(absent?.code == 5)
    #expect(
      absent?.localizedDescription == "NOT_FOUND: Unable to open file at /no/such/model.tflite")
    let folder = Self.error(path: NSTemporaryDirectory())
    #expect(folder?.code == 2)
    #expect(folder?.localizedDescription.hasPrefix("UNKNOWN: Unable to open file at") == true)
    let empty = Self.error(path: try TemporaryFile([]).path)
    #expect(empty?.code == 5)
    let file = try TemporaryFile([])
    let hollow = Self.error(path: file.path)
    #expect(hollow?.code == 2)
    #expect(hollow?.localizedDescription.hasPrefix("UNKNOWN: Unable to get file size") == true)
    withExtendedLifetime(file) {}
  }

  @Test(
    "Files that are no model",
    arguments: [
      "A text that is longer than the header of a model.", "\u{89}PNG\r\n\u{1A}\n0000000",
    ])
  func noModel(_ text: String) throws {
    let file = try TemporaryFile(Array(text.utf8))
    let error = Self.error(path: file.path)
    #expect(error?.code == 3)
    #expect(
      error?.localizedDescription
        == "INVALID_ARGUMENT: The model is not a valid Flatbuffer buffer")
  }

  @Test("A damaged model says so, and where")
  func damaged() throws {
    let bytes = SampleModel.labelled.with { $0.files = [] }.bytes
    let file = try TemporaryFile(Array(bytes.prefix(bytes.count / 2)))
    let error = Self.error(path: file.path)
    #expect(error?.code == 3)
    #expect(
      error?.localizedDescription.hasPrefix(
        "INVALID_ARGUMENT: The model is not a valid Flatbuffer buffer: ") == true)
  }

  final class Receiver: NSObject, ImageClassifierLiveStreamDelegate {}

  @Test("Delegate and mode are checked before the model is opened")
  func delegates() {
    let receiver = Receiver()
    for mode in [RunningMode.image, .video] {
      let error = Self.error(path: "/no/such/model.tflite") {
        $0.runningMode = mode
        $0.imageClassifierLiveStreamDelegate = receiver
      }
      #expect(error?.code == 3)
      #expect(
        error?.localizedDescription
          == "The vision task is in image or video mode. The delegate must not be set in the "
          + "task's options.")
    }
    let error = Self.error(path: "/no/such/model.tflite") {
      $0.runningMode = .liveStream
      // The option is weak, and this object gone before the options are read.
      var brief: Receiver? = Receiver()
      $0.imageClassifierLiveStreamDelegate = brief
      brief = nil
    }
    #expect(
      error?.localizedDescription
        == "The vision task is in live stream mode. An object must be set as the delegate of the "
        + "task in its options to ensure asynchronous delivery of results.")
  }
}
