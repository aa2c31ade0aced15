/// A built-in operator, numbered as the schema's `BuiltinOperator`.
///
/// `CUSTOM` stands for operators that are known by a name alone.
public enum BuiltinOperator: Int32, Sendable, Hashable, CaseIterable {
  /// Operators 0 to 31.
  case add = 0, averagePool2D, concatenation, conv2D, depthwiseConv2D, depthToSpace, dequantize,
    embeddingLookup, floor, fullyConnected, hashtableLookup, l2Normalization, l2Pool2D,
    localResponseNormalization, logistic, lshProjection, lstm, maxPool2D, mul, relu, reluN1To1,
    relu6, reshape, resizeBilinear, rnn, softmax, spaceToDepth, svdf, tanh, concatEmbeddings,
    skipGram, call
  /// Operators 32 to 63.
  case custom, embeddingLookupSparse, pad, unidirectionalSequenceRNN, gather, batchToSpaceND,
    spaceToBatchND, transpose, mean, sub, div, squeeze, unidirectionalSequenceLSTM, stridedSlice,
    bidirectionalSequenceRNN, exp, topKV2, split, logSoftmax, delegate, bidirectionalSequenceLSTM,
    cast, prelu, maximum, argMax, minimum, less, neg, padV2, greater, greaterEqual, lessEqual
  /// Operators 64 to 95.
  case select, slice, sin, transposeConv, sparseToDense, tile, expandDims, equal, notEqual, log,
    sum, sqrt, rsqrt, shape, pow, argMin, fakeQuant, reduceProd, reduceMax, pack, logicalOr,
    oneHot, logicalAnd, logicalNot, unpack, reduceMin, floorDiv, reduceAny, square, zerosLike,
    fill, floorMod
  /// Operators 96 to 127.
  case range, resizeNearestNeighbor, leakyRelu, squaredDifference, mirrorPad, abs, splitV, unique,
    ceil, reverseV2, addN, gatherND, cos, `where`, rank, elu, reverseSequence, matrixDiag,
    quantize, matrixSetDiag, round, hardSwish, `if`, `while`, nonMaxSuppressionV4,
    nonMaxSuppressionV5, scatterND, selectV2, densify, segmentSum, batchMatMul,
    placeholderForGreaterOpCodes
  /// Operators 128 to 161.
  case cumsum, callOnce, broadcastTo, rfft2D, conv3D, imag, real, complexAbs, hashtable,
    hashtableFind, hashtableImport, hashtableSize, reduceAll, conv3DTranspose, varHandle,
    readVariable, assignVariable, broadcastArgs, randomStandardNormal, bucketize, randomUniform,
    multinomial, gelu, dynamicUpdateSlice, relu0To1, unsortedSegmentProd, unsortedSegmentMax,
    unsortedSegmentSum, atan2, unsortedSegmentMin, sign, bitcast, bitwiseXor, rightShift
  /// Operators 162 to 209: those of StableHLO, and three late ones.
  case stablehloLogistic, stablehloAdd, stablehloDivide, stablehloMultiply, stablehloMaximum,
    stablehloReshape, stablehloClamp, stablehloConcatenate, stablehloBroadcastInDim,
    stablehloConvolution, stablehloSlice, stablehloCustomCall, stablehloReduce, stablehloAbs,
    stablehloAnd, stablehloCosine, stablehloExponential, stablehloFloor, stablehloLog,
    stablehloMinimum, stablehloNegate, stablehloOr, stablehloPower, stablehloRemainder,
    stablehloRsqrt, stablehloSelect, stablehloSubtract, stablehloTanh, stablehloScatter,
    stablehloCompare, stablehloConvert, stablehloDynamicSlice, stablehloDynamicUpdateSlice,
    stablehloPad, stablehloIota, stablehloDotGeneral, stablehloReduceWindow, stablehloSort,
    stablehloWhile, stablehloGather, stablehloTranspose, dilate, stablehloRngBitGenerator,
    reduceWindow, stablehloComposite, stablehloShiftLeft, stablehloCbrt, stablehloCase

  /// The name in the schema, as in `AVERAGE_POOL_2D`.
  public var schemaName: String { Self.schema[Int(rawValue)].name }

  /// The newest version that the reference runtime has a kernel for, or nil where it has none.
  ///
  /// A model that asks for a newer one relies on something that was not known yet, and cannot be
  /// planned.
  package var newestVersion: Int? { Self.schema[Int(rawValue)].version }

  /// The operator of a name in the schema.
  package init?(schemaName: String) {
    guard let index = Self.schema.firstIndex(where: { $0.name == schemaName }) else { return nil }
    self.init(rawValue: Int32(index))
  }

  /// Names and newest versions in the order of the numbers.
  ///
  /// Read byte by byte, since splitting the text took a tenth of a small model's start.
  private static let schema: [(name: String, version: Int?)] = {
    var entries: [(name: String, version: Int?)] = []
    entries.reserveCapacity(allCases.count)
    var name: [UInt8] = []
    var version: Int?
    for byte in Array(table.utf8) + [UInt8(ascii: " ")] {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"):
        entries.append((String(decoding: name, as: UTF8.self), version))
        name.removeAll(keepingCapacity: true)
        version = nil
      case UInt8(ascii: ":"): version = 0
      default:
        if let digits = version {
          version = 10 * digits + Int(byte - UInt8(ascii: "0"))
        } else {
          name.append(byte)
        }
      }
    }
    return entries
  }()

  private static let table = """
    ADD:6 AVERAGE_POOL_2D:3 CONCATENATION:7 CONV_2D:8 DEPTHWISE_CONV_2D:7 DEPTH_TO_SPACE:2
    DEQUANTIZE:9 EMBEDDING_LOOKUP:5 FLOOR:1 FULLY_CONNECTED:14 HASHTABLE_LOOKUP:1
    L2_NORMALIZATION:2 L2_POOL_2D:1 LOCAL_RESPONSE_NORMALIZATION:1 LOGISTIC:3 LSH_PROJECTION:1
    LSTM:4 MAX_POOL_2D:3 MUL:8 RELU:3 RELU_N1_TO_1:1 RELU6:3 RESHAPE:1 RESIZE_BILINEAR:4 RNN:3
    SOFTMAX:4 SPACE_TO_DEPTH:2 SVDF:4 TANH:3 CONCAT_EMBEDDINGS SKIP_GRAM:1 CALL CUSTOM
    EMBEDDING_LOOKUP_SPARSE:1 PAD:6 UNIDIRECTIONAL_SEQUENCE_RNN:3 GATHER:8 BATCH_TO_SPACE_ND:4
    SPACE_TO_BATCH_ND:4 TRANSPOSE:9 MEAN:3 SUB:5 DIV:2 SQUEEZE:2 UNIDIRECTIONAL_SEQUENCE_LSTM:4
    STRIDED_SLICE:8 BIDIRECTIONAL_SEQUENCE_RNN:3 EXP:2 TOPK_V2:3 SPLIT:5 LOG_SOFTMAX:2 DELEGATE
    BIDIRECTIONAL_SEQUENCE_LSTM:3 CAST:9 PRELU:1 MAXIMUM:4 ARG_MAX:3 MINIMUM:4 LESS:3 NEG:1
    PADV2:6 GREATER:2 GREATER_EQUAL:3 LESS_EQUAL:2 SELECT:4 SLICE:8 SIN:2 TRANSPOSE_CONV:5
    SPARSE_TO_DENSE:3 TILE:3 EXPAND_DIMS:1 EQUAL:5 NOT_EQUAL:4 LOG:2 SUM:2 SQRT:2 RSQRT:3 SHAPE:1
    POW:1 ARG_MIN:3 FAKE_QUANT:2 REDUCE_PROD:2 REDUCE_MAX:3 PACK:5 LOGICAL_OR:1 ONE_HOT:1
    LOGICAL_AND:1 LOGICAL_NOT:1 UNPACK:6 REDUCE_MIN:3 FLOOR_DIV:3 REDUCE_ANY:1 SQUARE:1
    ZEROS_LIKE:1 FILL:5 FLOOR_MOD:2 RANGE:2 RESIZE_NEAREST_NEIGHBOR:4 LEAKY_RELU:2
    SQUARED_DIFFERENCE:2 MIRROR_PAD:3 ABS:5 SPLIT_V:3 UNIQUE:1 CEIL:1 REVERSE_V2:4 ADD_N:1
    GATHER_ND:6 COS:2 WHERE:2 RANK:1 ELU:1 REVERSE_SEQUENCE:1 MATRIX_DIAG:1 QUANTIZE:6
    MATRIX_SET_DIAG:1 ROUND:1 HARD_SWISH:1 IF:1 WHILE:1 NON_MAX_SUPPRESSION_V4:1
    NON_MAX_SUPPRESSION_V5:1 SCATTER_ND:1 SELECT_V2:2 DENSIFY:1 SEGMENT_SUM:1 BATCH_MATMUL:4
    PLACEHOLDER_FOR_GREATER_OP_CODES CUMSUM:1 CALL_ONCE:1 BROADCAST_TO:4 RFFT2D:1 CONV_3D:1 IMAG:1
    REAL:1 COMPLEX_ABS:1 HASHTABLE:1 HASHTABLE_FIND:1 HASHTABLE_IMPORT:1 HASHTABLE_SIZE:1
    REDUCE_ALL:1 CONV_3D_TRANSPOSE:1 VAR_HANDLE:1 READ_VARIABLE:1 ASSIGN_VARIABLE:1
    BROADCAST_ARGS:1 RANDOM_STANDARD_NORMAL:1 BUCKETIZE:1 RANDOM_UNIFORM:1 MULTINOMIAL:1 GELU:3
    DYNAMIC_UPDATE_SLICE:6 RELU_0_TO_1:1 UNSORTED_SEGMENT_PROD:1 UNSORTED_SEGMENT_MAX:1
    UNSORTED_SEGMENT_SUM:1 ATAN2:1 UNSORTED_SEGMENT_MIN:1 SIGN:2 BITCAST:1 BITWISE_XOR:1
    RIGHT_SHIFT:1 STABLEHLO_LOGISTIC STABLEHLO_ADD:1 STABLEHLO_DIVIDE STABLEHLO_MULTIPLY:1
    STABLEHLO_MAXIMUM:1 STABLEHLO_RESHAPE STABLEHLO_CLAMP STABLEHLO_CONCATENATE
    STABLEHLO_BROADCAST_IN_DIM STABLEHLO_CONVOLUTION STABLEHLO_SLICE STABLEHLO_CUSTOM_CALL
    STABLEHLO_REDUCE STABLEHLO_ABS STABLEHLO_AND:1 STABLEHLO_COSINE STABLEHLO_EXPONENTIAL
    STABLEHLO_FLOOR STABLEHLO_LOG STABLEHLO_MINIMUM:1 STABLEHLO_NEGATE STABLEHLO_OR
    STABLEHLO_POWER STABLEHLO_REMAINDER STABLEHLO_RSQRT STABLEHLO_SELECT STABLEHLO_SUBTRACT
    STABLEHLO_TANH STABLEHLO_SCATTER:1 STABLEHLO_COMPARE STABLEHLO_CONVERT STABLEHLO_DYNAMIC_SLICE
    STABLEHLO_DYNAMIC_UPDATE_SLICE STABLEHLO_PAD:1 STABLEHLO_IOTA STABLEHLO_DOT_GENERAL
    STABLEHLO_REDUCE_WINDOW:1 STABLEHLO_SORT STABLEHLO_WHILE STABLEHLO_GATHER:1
    STABLEHLO_TRANSPOSE DILATE:1 STABLEHLO_RNG_BIT_GENERATOR:1 REDUCE_WINDOW:1
    STABLEHLO_COMPOSITE:1 STABLEHLO_SHIFT_LEFT:1 STABLEHLO_CBRT STABLEHLO_CASE:1
    """
}
