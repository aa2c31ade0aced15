// Where the platform has these frameworks, the real types are used.
@_exported public import Foundation

#if canImport(AVFoundation)
@_exported public import AVFoundation
#endif
#if canImport(CoreGraphics)
@_exported public import CoreGraphics
#endif
#if canImport(CoreImage)
@_exported public import CoreImage
#endif
#if canImport(CoreMedia)
@_exported public import CoreMedia
#endif
#if canImport(CoreVideo)
@_exported public import CoreVideo
#endif
#if canImport(UIKit)
@_exported public import UIKit
#endif
