import Foundation

/// The instructions of an object file, function by function, as the toolchain's disassembler gives them.
struct Disassembly {
  /// One instruction.
  struct Instruction {
    let address: Int
    /// The mnemonic and its operands, and behind them the symbol that the linker will fill in.
    let text: String

    /// Whether it calls what a register or memory says.
    var callsIndirectly: Bool { text.hasPrefix("call") && text.contains("*") }

    /// Whether it writes to the stack.
    var spills: Bool {
      guard text.hasPrefix("vmov") || text.hasPrefix("mov"),
        let comma = text.lastIndex(of: ",")
      else { return false }
      let target = text[text.index(after: comma)...]
      return target.contains("(%rsp") || target.contains("(%rbp")
    }

    /// Where a jump goes, if it names an address.
    fileprivate var jumpTarget: Int? {
      guard text.hasPrefix("j"), let operand = text.split(separator: "\t").dropFirst().first else {
        return nil
      }
      let digits = operand.drop { $0 == " " }.prefix { $0.isHexDigit || $0 == "x" }
      return Int(digits.hasPrefix("0x") ? digits.dropFirst(2) : digits, radix: 16)
    }
  }

  /// A function with its instructions.
  struct Function {
    let name: String
    let instructions: [Instruction]

    /// The loops that hold no other loop: from where a jump goes back to through that jump.
    var innermostLoops: [ArraySlice<Instruction>] {
      var places: [Int: Int] = [:]
      for (index, instruction) in instructions.enumerated() {
        places[instruction.address] = index
      }
      let loops = instructions.indices.compactMap { index -> ClosedRange<Int>? in
        guard let target = instructions[index].jumpTarget, let start = places[target],
          start <= index
        else { return nil }
        return start...index
      }
      return loops.filter { loop in
        !loops.contains {
          $0 != loop && loop.contains($0.lowerBound) && loop.contains($0.upperBound)
        }
      }.map { instructions[$0] }
    }
  }

  let functions: [Function]

  /// Disassembles an object file; nil if the toolchain has no disassembler.
  init?(of object: URL) throws {
    guard let tool = Self.tool else { return nil }
    let process = Process()
    process.executableURL = tool
    process.arguments = ["-d", "-r", "--no-show-raw-insn", object.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    functions = Self.functions(in: String(decoding: output, as: UTF8.self))
  }

  /// The disassembler beside the `swift` that is in the path.
  private static let tool: URL? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for folder in folders {
      let swift = URL(fileURLWithPath: "\(folder)/swift").resolvingSymlinksInPath()
      let tool = swift.deletingLastPathComponent().appending(path: "llvm-objdump")
      if FileManager.default.isExecutableFile(atPath: tool.path) { return tool }
    }
    return nil
  }()

  /// Reads the disassembler's output.
  static func functions(in text: String) -> [Function] {
    var functions: [Function] = []
    var name: String?
    var instructions: [Instruction] = []
    func finish() {
      if let name { functions.append(Function(name: name, instructions: instructions)) }
      instructions = []
    }
    for line in text.split(separator: "\n") {
      if line.hasSuffix(">:"), let start = line.firstIndex(of: "<") {
        finish()
        name = String(line[line.index(after: start)...].dropLast(2))
        continue
      }
      let trimmed = line.drop { $0 == " " || $0 == "\t" }
      guard let colon = trimmed.firstIndex(of: ":"),
        let address = Int(trimmed[..<colon], radix: 16)
      else { continue }
      let rest = trimmed[trimmed.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      if rest.hasPrefix("R_X86_64"), let last = instructions.popLast() {
        instructions.append(
          Instruction(address: last.address, text: last.text + "\t" + rest))
      } else {
        instructions.append(Instruction(address: address, text: String(rest)))
      }
    }
    finish()
    return functions
  }
}
