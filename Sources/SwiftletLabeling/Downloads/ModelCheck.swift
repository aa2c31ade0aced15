internal import Foundation
internal import SwiftletFormat
internal import SwiftletTensor

/// Whether a complete partial file is what it should be.
struct ModelCheck {
  let folder: ModelFolder
  let flag: CancellationFlag

  /// Checks size, hash and contents; what fails is removed.
  ///
  /// - Throws: `DownloadFault`.
  func run(_ info: ModelInfo) throws {
    do {
      let file = try OpenFile(folder.partialPath, O_RDONLY)
      if let size = info.size, try file.size() != size {
        throw failure("it has \(try file.size()) bytes instead of \(size)")
      }
      if let expected = VersionTag.sha256(info.tag), try hash(file) != expected {
        throw DownloadFault.lasting(
          NSError.mlKit(
            .dataLoss, "Hash does not match with expected.",
            reason: "The file of the model \"\(folder.name)\" is another one than the server "
              + "announced, or was damaged on the way."))
      }
      // A page of a network's login, say, comes with status 200 as well.
      let model: Model
      do throws(ModelError) {
        model = try Model(contentsOf: folder.partialPath)
      } catch {
        throw failure("it is not a TensorFlow Lite model: \(error.description)")
      }
      if let labels = info.labels { try check(labels, of: model) }
    } catch {
      if !flag.isCancelled { folder.removePartial() }
      throw (error as? FileFault).map { DownloadFault.lasting($0.error) } ?? error
    }
  }

  /// Refuses labels that do not fit, with which no labeler could work.
  private func check(_ labels: [String], of model: Model) throws {
    let graph = model.subgraphs[0]
    guard let output = graph.outputs.first else { return }
    let classes = graph.tensors[output].shape.elementCount
    guard labels.count != classes else { return }
    throw failure("there are \(labels.count) labels with it, but the model has \(classes) classes")
  }

  private func failure(_ words: String) -> DownloadFault {
    .lasting(
      NSError.mlKit(
        .dataLoss, "The file that the server sent for the model \"\(folder.name)\" cannot be used.",
        reason: words.hasSuffix(".") ? "Its file: \(words)" : "Its file: \(words)."))
  }

  private func hash(_ file: borrowing OpenFile) throws -> String {
    var hash = SHA256()
    while true {
      guard !flag.isCancelled else {
        throw DownloadFault.lasting(NSError.mlKit(.cancelled, "The download was cancelled."))
      }
      let bytes = try file.read(upTo: 1 << 20)
      if bytes.isEmpty { return hash.hexadecimal() }
      hash.update(bytes)
    }
  }
}
