import Foundation
import SwiftletLabeling
import Testing

@Suite("Where models come from")
struct HostingTests {
  static let services = """
    {"project_info": {"project_number": "5", "project_id": "meadow"},
     "client": [{"client_info": {"android_client_info": {"package_name": "org.example.meadow"}},
                 "api_key": [{"current_key": "AIza"}, {"current_key": "other"}]}, {}]}
    """

  @Test("Firebase, and the user's folder, unless something else is said")
  func defaults() throws {
    let hosting = try ModelHosting(environment: ["SWIFTLET_MODELS_URL": ""])
    #expect(hosting.serverURL == "https://firebaseml.googleapis.com")
    #expect(hosting.project == "")
    #expect(hosting.tokenProvider == nil)
    #expect(hosting.directory.hasSuffix("/swiftlet/models"))
    #expect(hosting.policy == DownloadPolicy())
  }

  @Test("The environment")
  func environment() throws {
    let hosting = try ModelHosting(environment: [
      "SWIFTLET_MODELS_URL": "http://127.0.0.1:1/x", "SWIFTLET_MODELS_PROJECT": "garden",
      "SWIFTLET_MODELS_KEY": "key", "SWIFTLET_MODELS_TOKEN": "token",
      "SWIFTLET_MODELS_BUNDLE": "bundle", "SWIFTLET_MODELS_DIR": "/models",
      "SWIFTLET_MODELS_TIMEOUT": "2.5", "SWIFTLET_MODELS_RETRIES": "0",
    ])
    #expect(hosting.serverURL == "http://127.0.0.1:1/x")
    #expect(hosting.project == "garden")
    #expect(hosting.apiKey == "key")
    #expect(hosting.bundleIdentifier == "bundle")
    #expect(hosting.directory == "/models")
    #expect(try hosting.tokenProvider?(false) == "token")
    #expect(hosting.policy.stallTimeout == 2.5)
    #expect(hosting.policy.retryCount == 0)
  }

  @Test(
    "Numbers that are none",
    arguments: [
      ("TIMEOUT", "x"), ("TIMEOUT", "0"), ("TIMEOUT", "-1"), ("TIMEOUT", "inf"), ("TIMEOUT", "nan"),
      ("RETRIES", "-1"), ("RETRIES", "1.5"),
    ])
  func wrongNumbers(_ name: String, _ value: String) {
    let error = #expect(throws: NSError.self) {
      try ModelHosting(environment: ["SWIFTLET_MODELS_\(name)": value])
    }
    #expect(error?.code == 3)
    #expect(
      error?.localizedDescription.hasPrefix("SWIFTLET_MODELS_\(name) is \"\(value)\", but") == true)
  }

  @Test("A services file, and variables that win over it")
  func servicesFile() throws {
    let file = try TemporaryFile(Array(Self.services.utf8))
    var hosting = try ModelHosting(environment: ["SWIFTLET_MODELS_CONFIG": file.path])
    #expect(hosting.project == "meadow")
    #expect(hosting.apiKey == "AIza")
    #expect(hosting.bundleIdentifier == "org.example.meadow")
    #expect(hosting.serverURL == ModelHosting.firebaseURL)
    hosting = try ModelHosting(environment: [
      "SWIFTLET_MODELS_CONFIG": file.path, "SWIFTLET_MODELS_PROJECT": "garden",
    ])
    #expect(hosting.project == "garden")
    #expect(hosting.apiKey == "AIza")
    let flat = try TemporaryFile(
      Array(
        #"{"PROJECT_ID": "p", "API_KEY": "k", "BUNDLE_ID": "b", "SERVER_URL": "http://x"}"#.utf8))
    try hosting.readServices(at: flat.path)
    #expect(
      [hosting.project, hosting.apiKey, hosting.bundleIdentifier, hosting.serverURL]
        == ["p", "k", "b", "http://x"])
  }

  @Test(
    "Services files that are none",
    arguments: [
      "", "[]", "{}", "{", #"{"project_info": 5, "client": 5}"#, #"{"client": [5]}"#,
      #"{"client": [{"api_key": [[]]}], "PROJECT_ID": 5}"#,
    ])
  func wrongServices(_ text: String) throws {
    let file = try TemporaryFile(Array(text.utf8))
    let error = #expect(throws: NSError.self) {
      try ModelHosting(environment: ["SWIFTLET_MODELS_CONFIG": file.path])
    }
    #expect(error?.domain == "com.google.mlkit")
    #expect(error?.localizedDescription.hasPrefix(file.path) == true)
  }

  @Test(
    "A server's address may have a path and a slash at its end, names are escaped",
    .enabled(if: ModelManager.canDownload), arguments: ["", "/", "/models", "/models/"])
  func address(_ suffix: String) async throws {
    let hosted = try Hosted()
    let prefix = suffix.hasSuffix("/") ? String(suffix.dropLast()) : suffix
    let path = "\(prefix)/v1beta2/projects/my%20garden/models/flowers:download"
    let server = try Server(info: [], file: [hosted.answer], others: [path: [hosted.info]])
    let manager = server.manager {
      $0.serverURL += suffix
      $0.project = "my garden"
      $0.apiKey = "k&y=1"
    }
    try await manager.downloadModel(flowers)
    #expect(server.requests.first?.target == "\(path)?key=k%26y%3D1")
  }

  @Test(
    "Times", arguments: ["1970-01-01T00:00:00Z", "2021-01-20T04:20:10Z", "2000-02-29T23:59:59Z"])
  func times(_ text: String) throws {
    let date = try #require(ISO8601DateFormatter().date(from: text))
    let seconds = date.timeIntervalSince1970
    #expect(Timestamp.seconds(text) == seconds)
    #expect(Timestamp.seconds(text.replacing("Z", with: ".25z")) == seconds + 0.25)
    #expect(Timestamp.seconds(text.replacing("Z", with: "+01:30")) == seconds - 5400)
    #expect(Timestamp.seconds(text.replacing("Z", with: "-00:30")) == seconds + 1800)
    #expect(Timestamp.seconds(text.replacing("Z", with: ".123456789Z")) != nil)
  }

  @Test("Every day of four centuries follows the one before it")
  func days() throws {
    var last = try #require(Timestamp.seconds("1799-12-31T00:00:00Z"))
    for year in 1800..<2200 {
      for month in 1...12 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        for day in [1, days] {
          let text = String(format: "%04d-%02d-%02dT00:00:00Z", year, month, day)
          let seconds = try #require(Timestamp.seconds(text))
          #expect(seconds - last == (day == 1 ? 86_400 : Double(86_400 * (days - 1))), "\(text)")
          last = seconds
        }
      }
    }
  }

  @Test(
    "Texts that are no times",
    arguments: [
      "", "2021", "2021-13-01T00:00:00Z", "2021-01-00T00:00:00Z", "2021-01-01T24:00:00Z",
      "2021-01-01T00:60:00Z", "2021-01-01T00:00:00", "2021-01-01 00:00:00Z x",
      "٢٠٢١-01-01T00:00:00Z",
    ])
  func noTimes(_ text: String) {
    #expect(Timestamp.seconds(text) == nil)
  }

  @Test("SHA-256 gives the standard's values, however the bytes come")
  func hash() {
    func hash(_ pieces: [[UInt8]]) -> String {
      var hash = SHA256()
      for piece in pieces { hash.update(piece) }
      return hash.hexadecimal()
    }
    #expect(
      hash([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      hash([Array("abc".utf8)])
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let long = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
    #expect(
      hash([long]) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    for size in [55, 56, 63, 64, 65, 119, 120, 128, 200] {
      let bytes = (0..<size).map { UInt8($0) }
      for cut in [0, 1, 63, 64, size] where cut <= size {
        #expect(hash([Array(bytes[..<cut]), Array(bytes[cut...])]) == hash([bytes]))
      }
    }
  }
}
