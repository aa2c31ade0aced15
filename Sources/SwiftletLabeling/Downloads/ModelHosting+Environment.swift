internal import Foundation

extension ModelHosting {
  /// What the environment says.
  ///
  /// | Variable | Meaning |
  /// | --- | --- |
  /// | `SWIFTLET_MODELS_CONFIG` | a JSON file as `google-services.json`; the variables below win |
  /// | `SWIFTLET_MODELS_URL` | the server, instead of Firebase |
  /// | `SWIFTLET_MODELS_PROJECT` | the project |
  /// | `SWIFTLET_MODELS_KEY` | the key of the project |
  /// | `SWIFTLET_MODELS_TOKEN` | a token of Firebase Installations |
  /// | `SWIFTLET_MODELS_BUNDLE` | the identifier of the application |
  /// | `SWIFTLET_MODELS_DIR` | the folder that models are kept in |
  /// | `SWIFTLET_MODELS_TIMEOUT` | the longest silence of the server, in seconds |
  /// | `SWIFTLET_MODELS_RETRIES` | how often to try again, see `DownloadPolicy.retryCount` |
  ///
  /// - Parameter environment: The variables; empty values count as absent.
  /// - Throws: An `NSError` when the file cannot be used or a number is none.
  public init(environment: [String: String]) throws {
    func value(_ name: String) -> String? {
      environment["SWIFTLET_MODELS_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
    }
    self.init(directory: value("DIR"))
    if let path = value("CONFIG") { try readServices(at: path) }
    if let url = value("URL") { serverURL = url }
    if let project = value("PROJECT") { self.project = project }
    if let key = value("KEY") { apiKey = key }
    if let bundle = value("BUNDLE") { bundleIdentifier = bundle }
    if let token = value("TOKEN") { tokenProvider = { _ in token } }
    if let text = value("TIMEOUT") {
      guard let seconds = TimeInterval(text), seconds > 0, seconds.isFinite else {
        throw Self.wrongNumber("TIMEOUT", text, "a number of seconds above 0")
      }
      policy.stallTimeout = seconds
    }
    if let text = value("RETRIES") {
      guard let count = Int(text), count >= 0 else {
        throw Self.wrongNumber("RETRIES", text, "a whole number from 0")
      }
      policy.retryCount = count
    }
  }

  private static func wrongNumber(_ name: String, _ text: String, _ words: String) -> NSError {
    .mlKit(
      .invalidArgument, "SWIFTLET_MODELS_\(name) is \"\(text)\", but it has to be \(words).")
  }

  /// Takes project, key and application from a JSON file.
  ///
  /// Two forms are understood: Firebase's `google-services.json`, whose first client counts, and an
  /// object with the keys of `GoogleService-Info.plist` (`PROJECT_ID`, `API_KEY`, `BUNDLE_ID`). Either
  /// may have `SERVER_URL` beside them. What a file does not say stays as it is.
  ///
  /// - Parameter path: The file.
  /// - Throws: An `NSError` that says what is wrong with the file.
  public mutating func readServices(at path: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try OpenFile.contents(of: path, limit: 1 << 20)
    } catch {
      throw NSError.mlKit(.notFound, "\(error.sentence) Give the path of a JSON file.")
    }
    guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)),
      let root = object as? [String: Any]
    else {
      throw NSError.mlKit(.invalidArgument, "\(path) is not a JSON object.")
    }
    let client = (root["client"] as? [Any])?.first as? [String: Any]
    let info = client?["client_info"] as? [String: Any]
    let found = Services(
      project: (root["project_info"] as? [String: Any])?["project_id"] ?? root["PROJECT_ID"],
      key: ((client?["api_key"] as? [Any])?.first as? [String: Any])?["current_key"]
        ?? root["API_KEY"],
      bundle: (info?["android_client_info"] as? [String: Any])?["package_name"]
        ?? root["BUNDLE_ID"],
      server: root["SERVER_URL"])
    guard found.project != nil || found.key != nil || found.server != nil else {
      throw NSError.mlKit(
        .invalidArgument,
        "\(path) has neither project_info nor PROJECT_ID, API_KEY or SERVER_URL; give a "
          + "google-services.json.")
    }
    project = found.project ?? project
    apiKey = found.key ?? apiKey
    bundleIdentifier = found.bundle ?? bundleIdentifier
    serverURL = found.server ?? serverURL
  }

  /// The texts found in a services file; values of other types count as absent.
  private struct Services {
    let project: String?
    let key: String?
    let bundle: String?
    let server: String?

    init(project: Any?, key: Any?, bundle: Any?, server: Any?) {
      self.project = project as? String
      self.key = key as? String
      self.bundle = bundle as? String
      self.server = server as? String
    }
  }
}
