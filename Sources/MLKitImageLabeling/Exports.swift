// What a source file written for ML Kit's pods finds with one import: the labeler, the types of Apple's
// frameworks where the platform has none, and Foundation, which those bring on Apple's platforms.
@_exported public import Foundation
@_exported public import SwiftletAppleStandIns
@_exported public import SwiftletLabeling

// `UIImage.Orientation` is a name for it, and its cases are members of this module.
@_exported public import enum SwiftletImage.ImageOrientation
