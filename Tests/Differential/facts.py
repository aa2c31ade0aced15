"""What the generators know about types and operators."""
import json

from engines import ROOT

LIMITS = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767)}
FLOATS = ("float32", "float16", "float64", "bfloat16")

# The newest version of each operator; older ones are what the recorded cases are for.
VERSIONS = json.loads((ROOT / "Fixtures/operators/registered.json").read_text())["operators"]

# Where LiteRT's resolver of reference kernels knows only an older version, that one.
REFERENCE_VERSIONS = {
    "ABS": 3, "ADD": 5, "ARG_MAX": 2, "ARG_MIN": 2, "COS": 1, "DEPTHWISE_CONV_2D": 6,
    "DEPTH_TO_SPACE": 1, "GELU": 2, "MUL": 7, "RANGE": 1, "SIN": 1, "SOFTMAX": 3, "SQUEEZE": 1,
    "STRIDED_SLICE": 4, "TILE": 2, "TRANSPOSE": 8, "UNIDIRECTIONAL_SEQUENCE_LSTM": 3,
}

# Float results that engines round differently: sums in another order, and approximations.
INEXACT = {
    "ATAN2", "AVERAGE_POOL_2D", "BATCH_MATMUL", "COMPLEX_ABS", "CONV_2D", "CONV_3D",
    "CONV_3D_TRANSPOSE", "COS", "CUMSUM", "DEPTHWISE_CONV_2D", "DIV", "ELU", "EXP",
    "FULLY_CONNECTED", "GELU", "HARD_SWISH", "L2_NORMALIZATION", "L2_POOL_2D",
    "LOCAL_RESPONSE_NORMALIZATION", "LOG", "LOGISTIC", "LOG_SOFTMAX", "MEAN", "POW", "REDUCE_PROD",
    "RESIZE_BILINEAR", "RFFT2D", "RSQRT", "SEGMENT_SUM", "SIN", "SOFTMAX", "SQRT", "SUM", "TANH",
    "TRANSPOSE_CONV", "UNSORTED_SEGMENT_PROD", "UNSORTED_SEGMENT_SUM", "ADD_N",
    "STABLEHLO_SCATTER", "STABLEHLO_REDUCE_WINDOW", "REDUCE_WINDOW", "NumericVerify",
}

# Float results that jump where an operand changes by a little.
JUMPING = {"FLOOR", "CEIL", "ROUND", "SIGN", "FLOOR_DIV", "FLOOR_MOD", "TOPK_V2", "UNIQUE",
           "FAKE_QUANT"}
