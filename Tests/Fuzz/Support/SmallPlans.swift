public import SwiftletOperators
public import SwiftletRuntime

extension PlanOptions {
  /// Limits so low that one input takes milliseconds.
  public static func small(_ arithmetic: Arithmetic) -> PlanOptions {
    PlanOptions(
      arithmetic: arithmetic,
      limits: PlanLimits(
        arenaBytes: 1 << 18, foldedBytes: 1 << 18, packedBytes: 1 << 20, loopIterations: 40,
        subgraphCalls: 100))
  }

  /// The default limit of tensors, and little for all that grows with them while planning.
  public static let wide = PlanOptions(
    limits: PlanLimits(foldedBytes: 1 << 18, packedBytes: 1 << 20))
}
