internal import Foundation

/// Where models are downloaded from, and where they are kept.
///
/// The server is Firebase unless another one is named. Any web server that answers two requests does:
/// one for the whereabouts of a model and one for its file.
public struct ModelHosting: Sendable {
  /// The address of Firebase's model hosting.
  public static let firebaseURL = "https://firebaseml.googleapis.com"

  /// The server's address, perhaps with a path in front of `/v1beta2/…`.
  public var serverURL = Self.firebaseURL

  /// The project that the models belong to.
  public var project = ""

  /// The key of the project; empty to send none.
  public var apiKey = ""

  /// The identifier of the application, for keys that are restricted to one; empty to send none.
  public var bundleIdentifier = ""

  /// Gives a token of Firebase Installations, which Firebase requires; nil to send none.
  ///
  /// Called on a thread of the download's own, which it may block. The argument is true after the
  /// server refused the token of the call before, so that a cached one must not be given again.
  public var tokenProvider: (@Sendable (_ refusedBefore: Bool) throws -> String)?

  /// The folder that downloaded models are kept in; processes may share it.
  public var directory: String

  /// How patient downloads are.
  public var policy = DownloadPolicy()

  /// Hosting by Firebase, with models kept in the user's folder for application data.
  ///
  /// - Parameter directory: The folder to keep models in; nil for the default.
  public init(directory: String? = nil) {
    self.directory = directory ?? Self.defaultDirectory
  }

  /// `swiftlet/models` among the user's application data: on Linux below `XDG_DATA_HOME`, else below
  /// `~/.local/share`.
  private static var defaultDirectory: String {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let folder = folders.first ?? FileManager.default.temporaryDirectory
    return folder.appendingPathComponent("swiftlet/models").path
  }

  /// The address that tells where a model's file is; nil where server and names make none.
  func infoURL(of model: String) -> URL? {
    guard URL(string: serverURL)?.isWeb == true, let project = Self.escaped(project),
      let model = Self.escaped(model),
      let key = Self.escaped(apiKey)
    else { return nil }
    let server = serverURL.hasSuffix("/") ? String(serverURL.dropLast()) : serverURL
    let query = key.isEmpty ? "" : "?key=\(key)"
    let url = URL(string: "\(server)/v1beta2/projects/\(project)/models/\(model):download\(query)")
    return url.flatMap { $0.isWeb ? $0 : nil }
  }

  private static func escaped(_ text: String) -> String? {
    text.addingPercentEncoding(withAllowedCharacters: unreserved)
  }

  /// The characters that never need escaping in an address (RFC 3986, section 2.3).
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension URL {
  /// Whether it is an address that can be asked over HTTP.
  var isWeb: Bool {
    guard let scheme = scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      return false
    }
    return host?.isEmpty == false
  }

  /// Whether following it from another address would give up encryption.
  func isLessSecure(than other: URL) -> Bool {
    other.scheme?.lowercased() == "https" && scheme?.lowercased() != "https"
  }
}
