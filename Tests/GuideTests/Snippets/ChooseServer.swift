import Foundation
import Swiftlet

/// A manager for models of another server than Firebase.
func manager(server: String, keepingModelsIn folder: String) -> ModelManager {
  var hosting = ModelHosting(directory: folder)
  hosting.serverURL = server
  hosting.project = "garden"
  hosting.tokenProvider = { refusedBefore in refusedBefore ? "a new token" : "a token" }
  hosting.policy.retryCount = 1
  return ModelManager(hosting: hosting)
}
