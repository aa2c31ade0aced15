import Swiftlet

/// A labeler with the newest version of a hosted model, or the version that is here already.
func labeler(of name: String, from manager: ModelManager) async throws -> ImageLabeler {
  let model = CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: name))
  do {
    try await manager.downloadModel(model)
  } catch {
    guard manager.isModelDownloaded(model) else { throw error }
  }
  let options = CustomImageLabelerOptions(remoteModel: model)
  options.modelManager = manager
  return ImageLabeler.imageLabeler(options: options)
}
