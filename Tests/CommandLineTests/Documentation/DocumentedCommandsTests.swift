import Foundation
import SwiftletImage
import SwiftletLabeling
import SwiftletTensor
import Testing

/// The commands of all pages run as they stand there, and print what stands there.
///
/// README and `docs` have no others, but for targets that `.ci/run` makes. In notes beside scripts, builds, installers and
/// Python are looked into and not run: see `DocumentedTools`.
@Suite struct DocumentedCommandsTests {
  /// Programs that run.
  private static let programs: Set<String> = ["swiftlet", "cp", "mkdir", "echo", "ffmpeg"]

  /// The pages with commands.
  private static let pages = Set(
    (try? DocumentedBlock.all())?.filter { ["console", "sh"].contains($0.kind) }.map(\.page) ?? []
  ).sorted()

  /// Whether a page is for readers, in contrast to notes beside scripts.
  private static func isGuide(_ page: String) -> Bool {
    page == "README.md" || page.hasPrefix("docs/")
  }

  /// The word that names a command's program, after variables that are set for it alone.
  private static func program(of command: String) -> String {
    let words = command.split(separator: " ").map(String.init)
    return words.first { !$0.contains("=") } ?? ""
  }

  @Test func thereAreCommands() throws {
    #expect(Self.pages.count >= 15)
    let steps = try DocumentedBlock.all().filter { ["console", "sh"].contains($0.kind) }
      .flatMap { Transcript($0).steps }
    #expect(steps.count { Self.program(of: $0.command) == "swiftlet" } >= 28)
    #expect(steps.count { $0.output?.isEmpty == false } >= 14)
  }

  @Test(
    .enabled(if: ImageFormat.jpeg.isReadable && ModelManager.canDownload),
    // Red zones make the arena larger than this page says.
    arguments: pages.filter { !RedZones.isOn || $0 != "docs/format.md" })
  func commandsRun(page: String) throws {
    let blocks = try DocumentedBlock.blocks(of: page).filter {
      ["console", "sh"].contains($0.kind)
    }
    let desk = try Desk(for: blocks.flatMap { Transcript($0).steps }.map(\.command))
    let tools = try DocumentedTools(page: page, text: blocks.map(\.text).joined())
    let routine = try DocumentedBlock.text(".ci/run").components(separatedBy: "\n")
    for block in blocks {
      var exports: [String] = []
      for var step in Transcript(block).steps {
        let place: Comment = "\(block): \(step.command)"
        if step.command.hasPrefix("export ") {
          exports.append(step.command)
          if !tools.knowsVariable(of: step.command) { Issue.record(place) }
          continue
        }
        if !Self.programs.contains(Self.program(of: step.command)) {
          #expect(
            !Self.isGuide(page) || routine.contains(step.command), "\(place): nothing runs this")
          for complaint in try tools.complaints(about: step.command) {
            Issue.record("\(block): \(complaint)")
          }
          // A page that shows what a target prints shows what its command prints.
          guard let output = step.output, !output.isEmpty else { continue }
          step.command = try #require(try tools.command(ofTarget: step.command), place)
        }
        let outcome = try desk.run((exports + [step.command]).joined(separator: "\n"))
        let shown = step.output ?? []
        // A comparison that finds a difference says so by its status, and so do images that fail.
        let differs =
          step.command.contains("swiftlet compare") && outcome.error.isEmpty
          || shown.contains { $0.contains(#""error":"#) }
        #expect(outcome.status == 0 || differs && outcome.status == 1, "\(place): \(outcome.error)")
        if step.output != nil {
          #expect(Transcript.shows(shown, outcome.output), "\(place) prints\n\(outcome.output)")
        }
      }
    }
  }

  /// A hosting server gets the requests that its page shows.
  @Test(.enabled(if: ModelManager.canDownload)) func requestsAreThoseOfThePage() throws {
    let blocks = try DocumentedBlock.blocks(of: "docs/guides/hosting-models.md")
    let shown = try #require(blocks.first { $0.kind == "http" })
    let command = "swiftlet models download flowers"
    let desk = try Desk(for: [command])
    let variables =
      "SWIFTLET_MODELS_KEY=KEY SWIFTLET_MODELS_TOKEN=TOKEN SWIFTLET_MODELS_BUNDLE=APPLICATION"
    for _ in 0..<2 { #expect(try desk.run("\(variables) \(command)").status == 0) }
    let requests = try desk.requests()
    try #require(requests.count == 3, "information, file, information")
    let target = try #require(shown.lines.first?.split(separator: " ").dropFirst().first)
      .replacingOccurrences(of: "PROJECT", with: "garden")
      .replacingOccurrences(of: "NAME", with: "flowers")
    #expect(requests[0].target == target && requests[2].target == target)
    #expect(requests[1].target == "/models/flowers-3.tflite")
    let values = shown.lines.dropFirst().map { line in
      let words = line.split(separator: " ")
      return (words[0].dropLast().lowercased(), words[1] == "TAG" ? "first" : String(words[1]))
    }
    #expect(values.count == 3)
    for (name, value) in values { #expect(requests[2].headers[name] == value, "\(name)") }
    // The static server of the page takes that path for the model's name.
    let nginx = try #require(blocks.first { $0.kind == "nginx" })
    let location = try #require(
      nginx.lines.first?.components(separatedBy: " ").dropFirst(2).first)
    let path = String(target.prefix { $0 != "?" })
    let match = try NSRegularExpression(pattern: location)
      .firstMatch(in: path, range: NSRange(path.startIndex..., in: path))
    let name = try #require(match.flatMap { Range($0.range(withName: "model"), in: path) })
    #expect(path[name] == "flowers" && nginx.text.contains("/models/$model.json"))
    #expect(nginx.lines.contains { $0.hasPrefix("location /models/ ") })
  }

  /// Commands inside sentences and tables exist and know the flags that they are shown with.
  @Test func flagsExist() throws {
    var help: [String: String] = [:]
    var count = 0
    for page in DocumentedBlock.pages {
      let text = try DocumentedBlock.text(page)
      let spans = text.components(separatedBy: "`swiftlet ").dropFirst()
      for words in spans.compactMap({ $0.split(separator: "`").first?.split(separator: " ") }) {
        guard let command = words.first.map(String.init), command.first?.isLowercase == true else {
          continue
        }
        if help[command] == nil {
          let run = try Executable.run([command, "--help"])
          #expect(run.status == 0, "\(page): swiftlet \(command)")
          help[command] = run.output
        }
        count += 1
        for word in words where word.hasPrefix("--") {
          let flag = word.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
          #expect(help[command]?.contains(flag) == true, "\(page): swiftlet \(command) \(flag)")
        }
      }
    }
    #expect(count > 10)
  }
}
