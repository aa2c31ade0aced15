/// Which processor runs a model, as upstream distinguishes them.
public enum Delegate: UInt, Sendable {
  // Upstream spells the cases in capitals, and so do its clients.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The processor.
  case CPU = 0
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// A graphics processor: accepted, and run on the processor.
  case GPU = 1
}
