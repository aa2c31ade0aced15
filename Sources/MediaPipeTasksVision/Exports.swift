// What a source file written for the pod of this name finds with its one import: the tasks, the types
// of Apple's frameworks where the platform has none, and Foundation, which those bring on Apple's
// platforms.
@_exported public import Foundation
@_exported public import SwiftletAppleStandIns
@_exported public import SwiftletVision

// `UIImage.Orientation` is a name for it, and its cases are members of this module.
@_exported public import enum SwiftletImage.ImageOrientation
