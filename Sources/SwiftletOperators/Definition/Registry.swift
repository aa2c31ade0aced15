package import SwiftletFormat

/// The operators that this engine runs.
package enum Registry {
  /// Every operator, in alphabetical order.
  package static let operators: [any Operator.Type] = [
    Abs.self,
    Add.self,
    AddN.self,
    ArgMax.self,
    ArgMin.self,
    Atan2.self,
    AveragePool2D.self,
    BatchMatMul.self,
    BatchToSpaceND.self,
    BidirectionalSequenceLSTM.self,
    BidirectionalSequenceRNN.self,
    Bitcast.self,
    BitwiseXor.self,
    BroadcastArgs.self,
    BroadcastTo.self,
    Bucketize.self,
    Cast.self,
    Ceil.self,
    ComplexAbs.self,
    Concatenation.self,
    Conv2D.self,
    Conv3D.self,
    Conv3DTranspose.self,
    Cos.self,
    Cumsum.self,
    Densify.self,
    DepthToSpace.self,
    DepthwiseConv2D.self,
    Dequantize.self,
    Dilate.self,
    Div.self,
    DynamicUpdateSlice.self,
    Elu.self,
    EmbeddingLookup.self,
    EmbeddingLookupSparse.self,
    Equal.self,
    Exp.self,
    ExpandDims.self,
    FakeQuant.self,
    Fill.self,
    Floor.self,
    FloorDiv.self,
    FloorMod.self,
    FullyConnected.self,
    Gather.self,
    GatherND.self,
    Gelu.self,
    Greater.self,
    GreaterEqual.self,
    HardSwish.self,
    HashtableLookup.self,
    Imag.self,
    L2Normalization.self,
    L2Pool2D.self,
    LeakyRelu.self,
    Less.self,
    LessEqual.self,
    LocalResponseNormalization.self,
    Log.self,
    LogicalAnd.self,
    LogicalNot.self,
    LogicalOr.self,
    Logistic.self,
    LogSoftmax.self,
    LSHProjection.self,
    LSTM.self,
    MatrixDiag.self,
    MatrixSetDiag.self,
    Maximum.self,
    MaxPool2D.self,
    Mean.self,
    Minimum.self,
    MirrorPad.self,
    Mul.self,
    Multinomial.self,
    Neg.self,
    NonMaxSuppressionV4.self,
    NonMaxSuppressionV5.self,
    NotEqual.self,
    OneHot.self,
    Pack.self,
    Pad.self,
    PadV2.self,
    Pow.self,
    Prelu.self,
    Quantize.self,
    RandomStandardNormal.self,
    RandomUniform.self,
    RangeOperator.self,
    Rank.self,
    Real.self,
    ReduceAll.self,
    ReduceAny.self,
    ReduceMax.self,
    ReduceMin.self,
    ReduceProd.self,
    ReduceWindow.self,
    Relu.self,
    Relu0To1.self,
    Relu6.self,
    ReluN1To1.self,
    Reshape.self,
    ResizeBilinear.self,
    ResizeNearestNeighbor.self,
    ReverseSequence.self,
    ReverseV2.self,
    Rfft2D.self,
    RightShift.self,
    RNN.self,
    Round.self,
    Rsqrt.self,
    ScatterND.self,
    SegmentSum.self,
    Select.self,
    SelectV2.self,
    ShapeOperator.self,
    Sign.self,
    Sin.self,
    Slice.self,
    Softmax.self,
    SpaceToBatchND.self,
    SpaceToDepth.self,
    SparseToDense.self,
    Split.self,
    SplitV.self,
    Sqrt.self,
    Square.self,
    SquaredDifference.self,
    Squeeze.self,
    StablehloAdd.self,
    StablehloAnd.self,
    StablehloGather.self,
    StablehloMaximum.self,
    StablehloMinimum.self,
    StablehloMultiply.self,
    StablehloPad.self,
    StablehloReduceWindow.self,
    StablehloRngBitGenerator.self,
    StablehloScatter.self,
    StablehloShiftLeft.self,
    StridedSlice.self,
    Sub.self,
    Sum.self,
    SVDF.self,
    Tanh.self,
    Tile.self,
    TopKV2.self,
    Transpose.self,
    TransposeConv.self,
    UnidirectionalSequenceLSTM.self,
    UnidirectionalSequenceRNN.self,
    Unpack.self,
    UnsortedSegmentMax.self,
    UnsortedSegmentMin.self,
    UnsortedSegmentProd.self,
    UnsortedSegmentSum.self,
    ZerosLike.self,
  ]

  /// Custom operators that are there without registration, by name, in alphabetical order.
  package static let customOperators: [any Operator.Type] = [
    AudioSpectrogram.self,
    Convolution2DTransposeBias.self,
    DetectionPostProcess.self,
    Landmarks2TransformMatrix.self,
    LiteRtMaxUnpooling2D.self,
    MaxPoolingWithArgmax2D.self,
    MaxPoolWithArgmax.self,
    MaxUnpooling2D.self,
    Mfcc.self,
    NumericVerify.self,
    TransformLandmarks.self,
    TransformTensorBilinear.self,
  ]

  /// Operators that are run on values, in alphabetical order.
  package static let interpretedOperators: [any InterpretedOperator.Type] = [
    AssignVariable.self,
    CallOnce.self,
    Hashtable.self,
    HashtableFind.self,
    HashtableImport.self,
    HashtableSize.self,
    If.self,
    ReadVariable.self,
    SkipGram.self,
    StablehloCase.self,
    StablehloComposite.self,
    Unique.self,
    VarHandle.self,
    Where.self,
    While.self,
  ]

  /// Variants of lowered operators that are run where an operand is a string, in alphabetical order.
  package static let stringVariants: [any InterpretedOperator.Type] = [
    StringVariant<Equal>.self,
    StringVariant<ExpandDims>.self,
    StringVariant<Fill>.self,
    StringVariant<Gather>.self,
    StringVariant<GatherND>.self,
    StringVariant<HashtableLookup>.self,
    StringVariant<NotEqual>.self,
    StringVariant<Rank>.self,
    StringVariant<Reshape>.self,
    StringVariant<ShapeOperator>.self,
    StringVariant<Slice>.self,
    StringVariant<Squeeze>.self,
    StringVariant<StridedSlice>.self,
    StringVariant<Tile>.self,
  ]

  private static let stringVariantsByCode = Dictionary(
    uniqueKeysWithValues: stringVariants.map { ($0.code, $0) })

  /// The type that runs an operator of `operators` on strings, or nil where strings are refused.
  package static func stringVariant(
    of code: BuiltinOperator
  ) -> (any InterpretedOperator.Type)? {
    stringVariantsByCode[code]
  }

  // Lists by number: a dictionary would have its own type made first, which takes longer than
  // planning a small model.

  private static let interpretedByCode = {
    var types = [(any InterpretedOperator.Type)?](
      repeating: nil, count: BuiltinOperator.allCases.count)
    for type in interpretedOperators { types[Int(type.code.rawValue)] = type }
    return types
  }()

  /// The type that interprets an operator, or nil where it is lowered or not there.
  package static func interpretedType(
    for code: BuiltinOperator
  ) -> (any InterpretedOperator.Type)? {
    interpretedByCode[Int(code.rawValue)]
  }

  private static let byCode = {
    var types = [(any Operator.Type)?](repeating: nil, count: BuiltinOperator.allCases.count)
    for type in operators { types[Int(type.code.rawValue)] = type }
    return types
  }()

  private static let byName = Dictionary(
    uniqueKeysWithValues: customOperators.map { ($0.customName ?? "", $0) })

  /// The type that runs a custom operator, or nil where this engine has none of that name.
  package static func type(forCustom name: String) -> (any Operator.Type)? { byName[name] }

  /// The type that runs an operator, or nil where this engine has none.
  package static func type(for code: BuiltinOperator) -> (any Operator.Type)? {
    byCode[Int(code.rawValue)]
  }
}
