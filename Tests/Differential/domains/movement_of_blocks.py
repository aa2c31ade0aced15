"""More operators that move elements: blocks of images, one-hot codes, diagonals and updates."""
import numpy as np

from facts import LIMITS
from graph import Skip, step


@step("movement", 2)
def depth_and_space(g):
    """DEPTH_TO_SPACE, SPACE_TO_DEPTH."""
    x = g.image(("float32", "int8", "uint8", "int32", "int64"))
    b, h, w, c = x.shape
    block = g.choice(2, 2, 3)
    if c % block ** 2 == 0:
        g.add("DEPTH_TO_SPACE", [x], [g.like(x, (b, h * block, w * block, c // block ** 2))],
              "DepthToSpaceOptions", blockSize=block)
    elif h % block == 0 and w % block == 0:
        g.add("SPACE_TO_DEPTH", [x], [g.like(x, (b, h // block, w // block, c * block ** 2))],
              "SpaceToDepthOptions", blockSize=block)
    else:
        raise Skip


@step("movement", 2)
def space_to_batch(g):
    """SPACE_TO_BATCH_ND, BATCH_TO_SPACE_ND."""
    x = g.image(("float32", "int8", "uint8", "int32", "int64"))
    block = [g.choice(1, 2, 3), g.choice(1, 2)]
    edges = [[a, -(v + a) % n] for v, n in zip(x.shape[1:3], block)
             for a in [g.choice(0, 0, 1)]]
    inner = [(v + a + b) // n for v, n, (a, b) in zip(x.shape[1:3], block, edges)]
    y = g.like(x, (x.shape[0] * block[0] * block[1], *inner, x.shape[3]))
    g.add("SPACE_TO_BATCH_ND", [x, g.ints(*block), g.constant(np.array(edges, np.int32))], [y],
          "SpaceToBatchNDOptions")
    if g.chance(0.5):
        crops = [[g.random.randint(0, min(1, v * n - 1)), 0] for v, n in zip(inner, block)]
        shape = [v * n - a for v, n, (a, _) in zip(inner, block, crops)]
        g.add("BATCH_TO_SPACE_ND", [y, g.ints(*block), g.constant(np.array(crops, np.int32))],
              [g.like(x, (x.shape[0], *shape, x.shape[3]))], "BatchToSpaceNDOptions")


@step("movement", 2)
def resize(g):
    """RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR."""
    name = g.choice("RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR")
    x = g.image(("float32", "int8", "uint8", "int16"))
    size = [g.random.randint(1, 9) for _ in range(2)]
    corners, half = g.choice((False, False), (True, False), (False, True))
    title = "".join(part.title() for part in name.split("_"))
    g.add(name, [x, g.ints(*size)], [g.like(x, (x.shape[0], *size, x.shape[3]))],
          title + "Options", alignCorners=corners, halfPixelCenters=half)


@step("movement")
def one_hot(g):
    """ONE_HOT."""
    places, depth = g.extents((1, 2, 3)), g.random.randint(1, 6)
    indices = g.input("int32", places, None, lambda s: g.array("int32", s, -1, depth))
    type = g.choice("float32", "int32", "int64", "bool", "int8", "uint8")
    axis = g.random.randint(-1, len(places))
    shape = list(places)
    shape.insert(len(places) if axis == -1 else axis, depth)
    on, off = (g.constant(np.array(v, bool if type == "bool" else type)) for v in (1, 0))
    g.add("ONE_HOT", [indices, g.int(depth), on, off], [g.new(type, shape, (None, None))],
          "OneHotOptions", axis=axis)


@step("movement")
def diagonal(g):
    """MATRIX_DIAG, MATRIX_SET_DIAG."""
    x = g.take(("float32", "int32", "int64"), (1, 2, 3), lambda t: t.size)
    if g.chance(0.5):
        g.add("MATRIX_DIAG", [x], [g.like(x, x.shape + x.shape[-1:])], "MatrixDiagOptions")
        return
    g.is_resizable = False
    wide = g.random.randint(1, 4)
    matrix = g.constant(g.array(x.type, x.shape + (x.shape[-1] + wide - 1,)))
    g.add("MATRIX_SET_DIAG", [matrix, x], [g.like(x, matrix.shape)], "MatrixSetDiagOptions")


@step("movement")
def update_slice(g):
    """DYNAMIC_UPDATE_SLICE."""
    x = g.take(("float32", "int32", "int8", "int64", "bool"), (1, 2, 3, 4), lambda t: t.size)
    part = [g.random.randint(1, v) for v in x.shape]
    update = g.input(x.type, part, x.scheme)
    begin = g.input("int32", (x.rank,), None, lambda s: g.array("int32", s, -1, 3))
    g.add("DYNAMIC_UPDATE_SLICE", [x, update, begin], [g.like(x)], "DynamicUpdateSliceOptions")


@step("movement")
def dilate(g):
    """DILATE."""
    x = g.take(("float32", "int32", "int64"), (1, 2, 3), lambda t: t.size)
    spread = [g.choice(1, 2, 3) for _ in x.shape]
    shape = [(v - 1) * d + 1 for v, d in zip(x.shape, spread)]
    g.add("DILATE", [x, g.ints(*spread), g.constant(g.array(x.type, ()))], [g.like(x, shape)],
          "DilateOptions")


@step("movement")
def half_and_complex(g):
    """Types that only movement has kernels for."""
    type = g.choice("float16", "complex64", "float64", "uint32", "uint16", "uint64")
    x = g.input(type, g.extents((1, 2, 3)), (None, None))
    if not x.size:
        raise Skip
    shape = (x.size,)
    g.add("RESHAPE", [x, g.ints(*shape)], [g.like(x, shape)])
    if type not in ("complex64",) or type in LIMITS:
        order = g.random.sample(range(x.rank), x.rank)
        g.add("TRANSPOSE", [x, g.ints(*order)], [g.like(x, [x.shape[i] for i in order])],
              "TransposeOptions")
