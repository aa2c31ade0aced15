#if !canImport(UIKit)
public import Foundation

/// How a device is held.
public enum UIDeviceOrientation: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// Upright, the home button at the bottom.
  case portrait = 1
  /// Upright, the home button at the top.
  case portraitUpsideDown = 2
  /// On its side, the home button on the right.
  case landscapeLeft = 3
  /// On its side, the home button on the left.
  case landscapeRight = 4
  /// Lying, the screen up.
  case faceUp = 5
  /// Lying, the screen down.
  case faceDown = 6

  /// Whether the device is upright.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether the device is on its side.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  /// Whether the device lies.
  public var isFlat: Bool { self == .faceUp || self == .faceDown }
}

/// The machine that the program runs on.
public final class UIDevice: NSObject, Sendable {
  /// This machine.
  public static let current = UIDevice()

  private override init() {}

  /// How the device is held: not known, as there is no sensor that would tell.
  public var orientation: UIDeviceOrientation { .unknown }
}
#endif
