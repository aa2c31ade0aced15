@_exported public import SwiftletFormat
@_exported public import SwiftletImage
@_exported public import SwiftletLabeling
@_exported public import SwiftletOperators
@_exported public import SwiftletRuntime
@_exported public import SwiftletTensor
@_exported public import SwiftletVision

@_exported public import enum SwiftletFlatBuffers.FlexValue
@_exported public import enum SwiftletSIMD.ISA
