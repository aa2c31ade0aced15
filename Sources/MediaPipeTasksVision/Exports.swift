// What a source file written for the pod of this name finds with its one import: the tasks, the types
// of Apple's frameworks where the platform has none, and Foundation, which those bring on Apple's
// platforms.
@_exported public import Foundation
@_exported public import SwiftletAppleStandIns
@_exported public import enum SwiftletImage.ImageOrientation
@_exported public import SwiftletVision
