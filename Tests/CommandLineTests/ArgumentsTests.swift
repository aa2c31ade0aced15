import SwiftletCLI
import Testing

@Suite struct ArgumentsTests {
  private static let name = Flag<String>("--name", "TEXT", repeatable: true, is: "a text", help: "")
  {
    $0
  }
  private static let count = Flag<Int>("--count", "N", is: "a whole number", help: "") { Int($0) }
  private static let loud = Switch("--loud", help: "")
  private static let syntax = CommandSyntax(
    name: "try", summary: "Tries.", operands: "FILE…", operandCount: 1...2, operandHelp: "files",
    flags: [name.syntax, count.syntax, loud.syntax])

  private func parse(_ words: String...) throws -> ParsedArguments {
    guard case .run(let parsed) = try ParsedArguments.request(words, for: Self.syntax) else {
      throw Executable.Unusable("no run")
    }
    return parsed
  }

  private func sentence(_ words: String...) -> String? {
    do throws(CommandError) {
      guard case .run(let parsed) = try ParsedArguments.request(words, for: Self.syntax) else {
        return nil
      }
      _ = try parsed.value(of: Self.count)
      return nil
    } catch {
      guard case .usage(let sentence) = error else { return "another error" }
      return sentence
    }
  }

  @Test func sortsOperandsAndFlags() throws {
    let parsed = try parse("a", "--count", "3", "b", "--loud")
    #expect(parsed.operands == ["a", "b"])
    #expect(try parsed.value(of: Self.count) == 3)
    #expect(parsed.isSet(Self.loud))
    #expect(try parsed.value(of: Self.name) == nil)
  }

  @Test func takesWhateverFollowsAsAValue() throws {
    let parsed = try parse("a", "--name", "--loud", "--name", "-x, y", "--name", "")
    #expect(try parsed.values(of: Self.name) == ["--loud", "-x, y", ""])
    #expect(!parsed.isSet(Self.loud))
    #expect(try parse("a", "--count", "-5").value(of: Self.count) == -5)
  }

  @Test func takesValuesBehindAnEqualsSign() throws {
    let parsed = try parse("a", "--name=x=y", "--count=4")
    #expect(try parsed.values(of: Self.name) == ["x=y"])
    #expect(try parsed.value(of: Self.count) == 4)
  }

  @Test func theLastValueWins() throws {
    #expect(try parse("a", "--count", "1", "--count", "2").value(of: Self.count) == 2)
  }

  @Test func whatFollowsTwoDashesIsAnOperand() throws {
    #expect(try parse("--", "--loud", "-").operands == ["--loud", "-"])
    #expect(try parse("-").operands == ["-"])
  }

  @Test func refusesWhatItDoesNotKnow() {
    #expect(sentence("a", "--lout")?.hasPrefix("There is no flag --lout") == true)
    #expect(sentence("a", "-l")?.hasPrefix("There is no flag -l") == true)
    #expect(sentence("a", "--count")?.hasPrefix("The flag --count needs a value") == true)
    #expect(sentence("a", "--loud=1")?.hasPrefix("The flag --loud takes no value") == true)
    #expect(sentence()?.hasPrefix("The operand FILE… is missing") == true)
    #expect(sentence("a", "b", "c")?.hasPrefix("The operand \"c\" is one too many") == true)
    // Also a value that a later one would replace.
    for text in ["", "x", "1.5", "99999999999999999999", " 1"] {
      let sentence = sentence("a", "--count", text, "--count", "1")
      #expect(sentence?.hasPrefix("The value \"\(text)\" of --count is not a whole number") == true)
    }
  }

  @Test(arguments: [["--help"], ["-h"], ["a", "--help", "--nonsense"]])
  func helpComesFirst(_ words: [String]) throws {
    guard case .help = try ParsedArguments.request(words, for: Self.syntax) else {
      Issue.record("no help for \(words)")
      return
    }
    #expect(Self.syntax.help.contains("--count N"))
    let bare = CommandSyntax(
      name: "bare", summary: "Does it.", operands: "", operandCount: 0...0, operandHelp: "none",
      flags: [])
    #expect(bare.help.hasPrefix("usage: swiftlet bare [flags]\n\nDoes it.\n\n"))
  }
}
