"""Custom operators of MediaPipe, whose answers count where it has the version in question."""
import numpy as np
from flatbuffers import flexbuffers

import mediapipe_peer
from peer import Model
from record import Case, operator, rng, values

PEER = "MediaPipe 1.2.3 has the operator and LiteRT does not; the values are MediaPipe's."
DEFINED = "No released resolver has version 1; the values follow from MediaPipe's definition of it."


def options(**fields):
    """A map whose lists of integers are typed vectors, the only ones that MediaPipe reads."""
    builder = flexbuffers.Builder()
    with builder.Map():
        for key, value in fields.items():
            builder.Key(key)
            if isinstance(value, list):
                builder.TypedVectorFromElements(value)
            else:
                builder.Add(value)
    return bytes(builder.Finish())


def case(name, operator, version, inputs, shape, custom, definition=None):
    """A run that MediaPipe answers, or its definition in numpy."""
    model = Model()
    tensors = [model.input("float32", value.shape) for value in inputs]
    model.operator(operator, tensors, [model.output("float32", shape)], version, custom=custom)
    if definition is None:
        answers = mediapipe_peer.run(operator, version, inputs, [shape], custom)
    else:
        answers = [definition.astype(np.float32).reshape(shape)]
    return Case(name, model, [inputs], expected=[answers], remark=DEFINED if definition is not None
                else PEER)


def turn(angle, scale=(1, 1), shift=(0, 0)):
    matrix = np.eye(4)
    matrix[0, :2] = np.cos(angle) * scale[0], -np.sin(angle) * scale[1]
    matrix[1, :2] = np.sin(angle) * scale[0], np.cos(angle) * scale[1]
    matrix[:2, 3] = shift
    return matrix.astype(np.float32)


def mapped(points, matrix, factor=1):
    """Points whose first two coordinates are mapped in the plane."""
    result = points.copy()
    for row in range(2):
        result[..., row] = (points[..., :2] * matrix[row, :2]).sum(-1) + factor * matrix[row, 3]
    return result


@operator("TransformLandmarks")
def points():
    matrix = turn(0.4, (1.5, 0.75), (3, -2))
    matrix[:2, 2] = 9, 8  # which no point has a coordinate for
    name = "TransformLandmarks"
    for count in (2, 3):
        data = values("float32", (1, 5, count), 1, -50, 50)
        yield case(f"float32_of_{count}", name, 2, [data, matrix[None]], data.shape, b"")
        data = values("float32", (1, 1, 2, count * 3), 1, -50, 50)
        expected = mapped(data.reshape(-1, count).astype(np.float64), matrix.astype(np.float64), 4)
        yield case(f"float32_of_{count}_version_1", name, 1, [data, matrix[None]], data.shape,
                   options(dimensions=count, scale=4.0), expected)
    model = Model()
    inputs = [model.input("float32", shape) for shape in ((1, 5, 4), (1, 4, 4))]
    model.operator(name, inputs, [model.output("float32", (1, 5, 4))], 2, custom=b"")
    yield Case("float32_of_4", model, [[values("float32", (1, 5, 4), 1), matrix[None]]],
               refused=True)


def crop(image, matrix, height, width):
    """Pixels of an image between which those of the result lie, 0 outside."""
    result = np.zeros((height, width, image.shape[2]))
    padded = np.pad(image.astype(np.float64), ((0, 1), (0, 1), (0, 0)))
    for y, x in np.ndindex(height, width):
        px, py = matrix[:2].astype(np.float64) @ (x, y, 0, 1)
        if 0 <= px <= image.shape[1] - 1 and 0 <= py <= image.shape[0] - 1:
            left, top = int(px), int(py)
            right, lower = px - left, py - top
            square = padded[top:top + 2, left:left + 2]
            result[y, x] = np.einsum("yxc,y,x->c", square, (1 - lower, lower), (1 - right, right))
    return result


@operator("TransformTensorBilinear")
def crops():
    name = "TransformTensorBilinear"
    image = values("float32", (1, 6, 7, 3), 1)
    for title, matrix, size in [
            ("turned", turn(0.4, (0.8, 0.8), (1.1, 0.3)), (5, 4)),
            ("enlarged", turn(0, (0.4, 0.35), (0.3, 0.2)), (9, 11)),
            ("reduced", turn(-0.1, (2.5, 2), (0.5, 1)), (3, 3)),
            ("outside", turn(0, (1, 1), (-3, 40)), (4, 4)),
            ("border", turn(0, (1, 1), (0, 0)), (6, 7))]:
        yield case(f"float32_{title}", name, 2, [image, matrix[None]], (1, *size, 3),
                   options(mode="bilinear", output_height=size[0], output_width=size[1]))
        expected = crop(image[0], matrix, *size)
        yield case(f"float32_{title}_version_1", name, 1, [image, matrix[None]], (1, *size, 3),
                   options(mode="bilinear", output_size=list(size)), expected)


def first_matrix(points, left, right, subset, multiplier, span, input_size, output_size):
    """Version 1, as a product of matrices in float64."""
    points = points.reshape(-1, 3)[:, :2].astype(np.float64)
    slope = (points[right] - points[left])
    angle = -np.arctan(slope[1] / slope[0])

    def plane(angle, shift=(0, 0)):
        c, s = np.cos(angle), np.sin(angle)
        return np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1]])

    turned = points[subset] @ plane(angle)[:2, :2].T
    low, high = turned.min(0), turned.max(0)
    scale = np.diag([*((high - low) * multiplier / span), 1])
    middle = plane(-angle)[:2, :2] @ ((low + high) / 2)
    (ih, iw), (oh, ow) = input_size, output_size
    relative = np.array([[2 / (ow - 1), 0, -1], [0, 2 / (oh - 1), -1], [0, 0, 1]])
    absolute = np.array([[(iw - 1) / 2, 0, (iw - 1) / 2], [0, (ih - 1) / 2, (ih - 1) / 2], [0, 0, 1]])
    product = absolute @ plane(-angle, middle / span * 2 - 1) @ scale @ relative
    result = np.eye(4)
    result[:2, :2], result[:2, 3] = product[:2, :2], product[:2, 2]
    return result


@operator("Landmarks2TransformMatrix")
def matrices():
    name = "Landmarks2TransformMatrix"
    for title, left, right, subset in [("few", 1, 4, [0, 1, 2, 3]), ("odd", 5, 2, [3, 0, 4]),
                                       ("all", 0, 1, [0, 1, 2, 3, 4, 5]), ("one", 2, 3, [2])]:
        data = rng(title).uniform(10, 90, (1, 6, 3)).astype(np.float32)
        custom = options(left_rotation_idx=left, right_rotation_idx=right, subset_idxs=subset,
                         target_rotation_radians=0.3, output_height=16, output_width=24,
                         scale_x=1.5, scale_y=1.25)
        yield case(f"float32_{title}", name, 2, [data], (1, 4, 4), custom)
        data = data.reshape(1, 1, 1, 18)
        custom = options(left_rotation_idx=left, right_rotation_idx=right, subset=subset,
                         dimensions=3, landmarks_range=100, bbox_size_multiplier=1.5,
                         input_hw=[128, 192], output_hw=[16, 24])
        yield case(f"float32_{title}_version_1", name, 1, [data], (1, 4, 4), custom,
                   first_matrix(data, left, right, subset, 1.5, 100, (128, 192), (16, 24)))
    model = Model()
    x = model.input("float32", (1, 6, 3))
    custom = options(left_rotation_idx=1, right_rotation_idx=4, subset_idxs=[6],
                     target_rotation_radians=0.3, output_height=16, output_width=24,
                     scale_x=1.5, scale_y=1.25)
    model.operator(name, [x], [model.output("float32", (1, 4, 4))], 2, custom=custom)
    yield Case("float32_no_such_point", model, [[values("float32", (1, 6, 3), 1)]], refused=True)
