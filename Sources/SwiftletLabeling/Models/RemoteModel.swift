public import Foundation

/// A model that a server hosts under a name.
///
/// Two are equal when their class and name are.
public class RemoteModel: NSObject, @unchecked Sendable {
  // Sendable: this class and its two subclasses have nothing but constants.

  /// The name that the model was published under.
  public let name: String

  init(name: String) {
    self.name = name
  }

  /// Whether the other object stands for the same model.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? RemoteModel else { return false }
    return type(of: self) == type(of: other) && name == other.name
  }

  /// Equal models have equal hashes.
  public override var hash: Int { name.hash }

  /// `name: ` and the name.
  public override var description: String { "name: \(name)" }
}

/// An image labelling model that was trained with AutoML and is hosted by a server.
public final class AutoMLImageLabelerRemoteModel: RemoteModel, @unchecked Sendable {
  /// A hosted model.
  ///
  /// - Parameter name: The name that the model was published under.
  public override init(name: String) {
    super.init(name: name)
  }
}

/// Where a hosted model comes from.
public class RemoteModelSource: NSObject, @unchecked Sendable {
  // Sendable: nothing but a constant.

  /// The name that the model was published under.
  let name: String

  init(name: String) {
    self.name = name
  }
}

/// A model hosted by Firebase, or by a server that answers as Firebase does.
public final class FirebaseModelSource: RemoteModelSource, @unchecked Sendable {
  /// A hosted model.
  ///
  /// - Parameter name: The name that the model was published under.
  public override init(name: String) {
    super.init(name: name)
  }
}

/// An image classification model of any origin that is hosted by a server.
public final class CustomRemoteModel: RemoteModel, @unchecked Sendable {
  /// A hosted model.
  ///
  /// - Parameter remoteModelSource: Where it comes from.
  public init(remoteModelSource: RemoteModelSource) {
    super.init(name: remoteModelSource.name)
  }
}
