import SwiftletLabeling
import Testing

@Suite("Hosted models")
struct RemoteModelTests {
  @Test("Equal by class and name")
  func equality() {
    let model = AutoMLImageLabelerRemoteModel(name: "flowers")
    let custom = CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: "flowers"))
    #expect(model == AutoMLImageLabelerRemoteModel(name: "flowers"))
    #expect(model.hash == AutoMLImageLabelerRemoteModel(name: "flowers").hash)
    #expect(model != AutoMLImageLabelerRemoteModel(name: "birds"))
    #expect(model != custom)
    #expect(custom.name == "flowers")
    #expect(model.description == "name: flowers")
  }
}
