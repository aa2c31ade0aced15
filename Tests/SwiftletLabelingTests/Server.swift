import Foundation
import SwiftletLabeling
import SwiftletTestSupport

/// A web server process that plays a script, and a folder for models and everything else.
final class Server: Sendable {
  /// A folder that disappears with the server.
  let folder: String
  private let process: ChildProcess
  private let port: String

  /// One answer of the script, with the keys of the server's `Script.Answer`.
  typealias Answer = [String: any Sendable]

  /// The path of the request for the whereabouts of a model.
  static func infoPath(_ model: String) -> String {
    "/v1beta2/projects/garden/models/\(model):download"
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - info: The answers about the model `flowers`.
  ///   - file: The answers to the request for its file, at `/file`.
  ///   - others: Answers for other paths.
  /// - Throws: `ChildProcess.Unusable`.
  init(info: [Answer], file: [Answer] = [], others: [String: [Answer]] = [:]) throws {
    folder = NSTemporaryDirectory() + "/swiftlet-server-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var answers = others
    answers[Self.infoPath("flowers")] = info
    answers["/file"] = file
    let script = try JSONSerialization.data(withJSONObject: ["answers": answers])
    try script.write(to: URL(fileURLWithPath: "\(folder)/script.json"))
    process = try ChildProcess(
      [ChildProcess.built("ModelServer"), "\(folder)/script.json", "\(folder)/log"],
      errorFile: "\(folder)/errors")
    guard let port = process.line() else {
      throw ChildProcess.Unusable("the server tells no port")
    }
    self.port = port
  }

  deinit {
    process.kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The address of a path.
  func url(_ path: String = "") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Where the models of this test are kept.
  var models: String { "\(folder)/models" }

  /// Hosting by this server, with little patience.
  var hosting: ModelHosting {
    var hosting = ModelHosting(directory: models)
    hosting.serverURL = url()
    hosting.project = "garden"
    hosting.apiKey = "key"
    hosting.policy.stallTimeout = 20
    hosting.policy.totalTimeout = 60
    hosting.policy.retryCount = 0
    hosting.policy.firstRetryDelay = 0.01
    return hosting
  }

  /// A manager for this server.
  func manager(_ edit: (inout ModelHosting) -> Void = { _ in }) -> ModelManager {
    var hosting = hosting
    edit(&hosting)
    return ModelManager(hosting: hosting)
  }

  /// A request that came.
  struct Request {
    let target: String
    let headers: [String: String]
  }

  /// The requests that came, in order.
  var requests: [Request] {
    let text = FileManager.default.contents(atPath: "\(folder)/log") ?? Data()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let target = object?["target"] as? String,
        let headers = object?["headers"] as? [String: String]
      else { return nil }
      return Request(target: target, headers: headers)
    }
  }

  /// The requests for the file.
  var fileRequests: [Request] { requests.filter { $0.target == "/file" } }

  /// The answer about a version.
  ///
  /// - Parameters:
  ///   - model: The bytes of the file.
  ///   - tag: The version's tag; the file's hash unless given.
  ///   - path: Where the file is.
  ///   - edit: Changes the JSON.
  /// - Returns: The answer.
  static func info(
    _ model: [UInt8], tag: String? = nil, path: String = "/file",
    _ edit: (inout [String: any Sendable]) -> Void = { _ in }
  ) -> Answer {
    var object: [String: any Sendable] = [
      "downloadUri": path, "expireTime": "2100-01-01T00:00:00.123Z",
      "sizeBytes": String(model.count),
    ]
    edit(&object)
    let body = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
    return [
      "headers": ["ETag": tag ?? hash(model)], "body": String(decoding: body, as: UTF8.self),
    ]
  }

  /// The answer of a file that can be resumed.
  static func file(_ path: String, _ more: Answer = [:]) -> Answer {
    var answer: Answer = ["file": path, "ranges": true, "headers": ["ETag": "\"v\""]]
    answer.merge(more) { $1 }
    return answer
  }

  /// The SHA-256 of a file.
  static func hash(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexadecimal()
  }
}

/// A file that disappears with the value that names it.
final class TemporaryFile: Sendable {
  let path: String

  init(_ bytes: [UInt8]) throws {
    path = NSTemporaryDirectory() + "/swiftlet-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
