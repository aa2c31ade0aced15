import SwiftletFlatBuffers
import SwiftletTensor

/// How large a model may be.
///
/// A small file may describe far more than it holds, so that the limits bound time and memory
/// before anything is built.
public struct ModelLimits: Sendable, Hashable {
  /// The largest file in bytes; 16 GiB.
  ///
  /// A file is mapped, so that its size alone takes no memory.
  public var bytes: Int
  /// The largest number of subgraphs; 10 000.
  public var subgraphs: Int
  /// The largest number of tensors in all subgraphs; 500 000.
  public var tensors: Int
  /// The largest number of operators in all subgraphs; 500 000.
  public var operators: Int
  /// The largest rank of a tensor; 8, which is also the most.
  public var rank: Int
  /// The most elements of a tensor; 2^40.
  ///
  /// Those of a session's tensors are bounded by `PlanLimits.arenaBytes`, too.
  public var elements: Int
  /// How deep subgraphs may call one another; 32.
  public var callDepth: Int
  /// The largest number of FlatBuffer tables; 1 000 000 as in the reference verifier.
  public var tables: Int
  /// The most bytes that shapes, names, scales and the like may take; 256 MiB.
  ///
  /// Constants do not count.
  public var descriptionBytes: Int
  /// The most files in the archive that follows the model; 65 536.
  public var associatedFiles: Int
  /// The most lines of a label file; 1 000 000.
  public var labelLines: Int

  /// The documented defaults.
  public init() {
    bytes = 16 << 30
    subgraphs = 10_000
    tensors = 500_000
    operators = 500_000
    rank = Shape.maximumRank
    elements = 1 << 40
    callDepth = 32
    tables = 1_000_000
    descriptionBytes = 256 << 20
    associatedFiles = 65_536
    labelLines = 1_000_000
  }

  /// The part that the FlatBuffer reader enforces.
  var flatBuffer: FlatBufferLimits {
    FlatBufferLimits(tables: tables, copiedBytes: descriptionBytes)
  }
}
