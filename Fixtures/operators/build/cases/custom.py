"""Custom operators that need no registration."""
import struct

import numpy as np
from flatbuffers import flexbuffers

import mediapipe_peer
from peer import Model
from record import Case, operator, rng, values

DETECTION = "TFLite_Detection_PostProcess"


def detection(type, boxes, classes, background=1, **options):
    """A detection over `boxes` boxes in a 8×8 field."""
    model = Model()
    quantised = type == "uint8"
    encodings = model.input(type, (1, boxes, 4), *((0.05, 128) if quantised else ()))
    scores = model.input(type, (1, boxes, classes + background), *((1 / 256, 0) if quantised else ()))
    anchors = rng(type, boxes).uniform(0.1, 0.9, (boxes, 4)).astype(np.float32)
    if quantised:
        anchors = model.constant(np.round(anchors * 200).astype(np.uint8), scale=1 / 200, zero=0)
    else:
        anchors = model.constant(anchors)
    settings = dict(max_detections=6, max_classes_per_detection=1, num_classes=classes,
                    nms_score_threshold=0.3, nms_iou_threshold=0.5, y_scale=10.0, x_scale=10.0,
                    h_scale=5.0, w_scale=5.0)
    settings.update(options)
    count = settings["max_detections"] * settings["max_classes_per_detection"]
    outputs = [model.output("float32", s) for s in ((1, count, 4), (1, count), (1, count), (1,))]
    model.operator(DETECTION, [encodings, scores, anchors], outputs,
                   custom=bytes(flexbuffers.Dumps(settings)))
    return model


def inputs(type, boxes, classes, background=1, seed=1, ties=False):
    r = rng(type, boxes, classes, seed)
    if type == "uint8":
        return [r.integers(60, 200, (1, boxes, 4)).astype(np.uint8),
                r.integers(0, 4 if ties else 256, (1, boxes, classes + background)).astype(np.uint8)
                * (60 if ties else 1)]
    scores = r.uniform(0, 1, (1, boxes, classes + background))
    if ties:
        scores = np.round(scores * 4) / 4
    return [r.normal(0, 2, (1, boxes, 4)).astype(np.float32), scores.astype(np.float32)]


@operator(DETECTION)
def detections():
    for type in ("float32", "uint8"):
        yield Case(type, detection(type, 20, 3), [inputs(type, 20, 3, seed=s) for s in (1, 2)])
        yield Case(type + "_regular", detection(type, 20, 3, use_regular_nms=True,
                                                detections_per_class=4),
                   [inputs(type, 20, 3, seed=s) for s in (3, 4)])
        yield Case(type + "_regular_ties", detection(type, 20, 4, use_regular_nms=True),
                   [inputs(type, 20, 4, seed=5, ties=True)])
        yield Case(type + "_ties", detection(type, 20, 4), [inputs(type, 20, 4, seed=6, ties=True)])
    yield Case("float32_without_background", detection("float32", 12, 2, 0),
               [inputs("float32", 12, 2, 0)])
    yield Case("float32_two_classes", detection("float32", 12, 5, max_classes_per_detection=2,
                                                nms_score_threshold=0.01, nms_iou_threshold=0.99),
               [inputs("float32", 12, 5)])
    yield Case("float32_class_ties", detection("float32", 12, 6, max_classes_per_detection=3,
                                               nms_score_threshold=0.01, nms_iou_threshold=0.99),
               [inputs("float32", 12, 6, ties=True)])
    yield Case("float32_no_threshold", detection("float32", 12, 5, nms_iou_threshold=0.0),
               [inputs("float32", 12, 5)], refused=True)
    yield Case("float32_too_many_columns", detection("float32", 12, 5, 2),
               [inputs("float32", 12, 5, 2)], refused=True)


@operator("Mfcc")
def cepstra():
    for name, rate, limits, channels, coefficients, bins in [
            ("float32", 16000, (20.0, 4000.0), 40, 13, 129),
            ("float32_narrow", 8000, (300.0, 3000.0), 5, 5, 17),
            ("float32_beyond", 1000, (20.0, 4000.0), 10, 4, 33)]:
        model = Model()
        x, r = model.input("float32", (2, 3, bins)), model.input("int32", (1,))
        model.operator("Mfcc", [x, r], [model.output("float32", (2, 3, coefficients))],
                       custom=bytes(flexbuffers.Dumps(dict(
                           upper_frequency_limit=limits[1], lower_frequency_limit=limits[0],
                           filterbank_channel_count=channels,
                           dct_coefficient_count=coefficients))))
        yield Case(name, model, [[values("float32", (2, 3, bins), 1, 0, 9),
                                  np.array([rate], np.int32)]])
    yield Case("float32_no_rate", model, [[values("float32", (2, 3, bins), 1, 0, 9),
                                           np.array([0], np.int32)]], refused=True)


@operator("AudioSpectrogram")
def spectrograms():
    for name, samples, window, stride, squared in [
            ("float32", (70, 2), 16, 8, True), ("float32_magnitude", (50, 1), 10, 7, False),
            ("float32_too_short", (5, 1), 16, 8, True)]:
        model = Model()
        x = model.input("float32", samples)
        model.operator("AudioSpectrogram", [x], [model.output("float32", (1, 1, 1))],
                       custom=bytes(flexbuffers.Dumps(dict(
                           window_size=window, stride=stride, magnitude_squared=squared))))
        yield Case(name, model, [[values("float32", samples, 1)]])
    yield Case("float32_no_window", refused_spectrogram(), [[values("float32", (8, 1), 1)]],
               refused=True)


def refused_spectrogram():
    model = Model()
    x = model.input("float32", (8, 1))
    model.operator("AudioSpectrogram", [x], [model.output("float32", (1, 1, 1))],
                   custom=bytes(flexbuffers.Dumps(dict(
                       window_size=1, stride=1, magnitude_squared=True))))
    return model


def window(padding, stride, filter):
    """A pooling operator's structure: padding, widths before heights, six more words."""
    return struct.pack("<10i", padding, stride[1], stride[0], filter[1], filter[0], 0, 0, 0, 0, 0)


def pool(x, stride, filter, same, in_image):
    """The largest elements and their places, by definition."""
    b, h, w, c = x.shape
    if same:
        oh, ow = -(-h // stride[0]), -(-w // stride[1])
    else:
        oh, ow = (h - filter[0]) // stride[0] + 1, (w - filter[1]) // stride[1] + 1
    top = max((oh - 1) * stride[0] + filter[0] - h, 0) // 2
    left = max((ow - 1) * stride[1] + filter[1] - w, 0) // 2
    y = np.zeros((b, oh, ow, c), np.float32)
    p = np.zeros((b, oh, ow, c), np.int32 if in_image else np.float32)
    for n, i, j, k in np.ndindex(y.shape):
        best = None
        for fy in range(filter[0]):
            for fx in range(filter[1]):
                sy, sx = i * stride[0] - top + fy, j * stride[1] - left + fx
                if 0 <= sy < h and 0 <= sx < w and (best is None or x[n, sy, sx, k] > best):
                    best = x[n, sy, sx, k]
                    p[n, i, j, k] = ((sy * w + sx) * c + k if in_image
                                     else np.float32(fy * filter[1] + fx) + np.float32(0.1))
        y[n, i, j, k] = best
    return y, p


REMARK = "The peer's resolver lacks the operator; the values follow from its definition."
PEER = "MediaPipe 1.2.3 has the operator, LiteRT's delegate only parts; the values are MediaPipe's."


def pooling(name, options, same, stride, filter, in_image):
    model = Model()
    x = model.input("float32", (2, 5, 7, 3))
    data = values("float32", (2, 5, 7, 3), 1)
    y, places = pool(data, stride, filter, same, in_image)
    if not in_image:
        y, places = mediapipe_peer.run(name, 1, [data], [y.shape, y.shape], options)
    model.operator(name, [x], [model.output("float32", y.shape),
                               model.output("int32" if in_image else "float32", y.shape)],
                   custom=options)
    return Case("float32_same" if same else "float32_valid", model, [[data]],
                expected=[[y, places]], remark=REMARK if in_image else PEER)


@operator("MaxPoolingWithArgmax2D")
def window_places():
    for same in (True, False):
        yield pooling("MaxPoolingWithArgmax2D", window(1 if same else 2, (2, 1), (2, 3)), same,
                      (2, 1), (2, 3), False)
    yield there_and_back("float32_and_back")


def there_and_back(case):
    """What LiteRT's delegate computes; its places, which only it can read, stay inside."""
    model = Model()
    x = model.input("float32", (2, 4, 9, 5))
    y, p = model.tensor("float32", (2, 2, 3, 5)), model.tensor("float32", (2, 2, 3, 5))
    custom = window(2, (2, 3), (2, 3))
    model.operator("MaxPoolingWithArgmax2D", [x], [y, p], custom=custom)
    model.operator("MaxUnpooling2D", [y, p], [model.output("float32", (2, 4, 9, 5))],
                   custom=custom)
    return Case(case, model, [[values("float32", (2, 4, 9, 5), seed)] for seed in (1, 2)])


@operator("MaxPoolWithArgmax")
def image_places():
    for same in (True, False):
        options = flexbuffers.Dumps(dict(
            ksize=[1, 2, 3, 1], strides=[1, 2, 1, 1], padding="SAME" if same else "VALID",
            include_batch_in_index=False))
        yield pooling("MaxPoolWithArgmax", bytes(options), same, (2, 1), (2, 3), True)


def unpooling(name, case, in_image):
    model = Model()
    data = values("float32", (2, 4, 6, 3), 1)
    y, places = pool(data, (2, 2), (2, 2), True, in_image)
    expected = np.zeros_like(data)
    for n, i, j, k in np.ndindex(y.shape):
        if in_image:
            expected[n].reshape(-1)[places[n, i, j, k]] = y[n, i, j, k]
        else:
            fy, fx = divmod(int(places[n, i, j, k]), 2)
            expected[n, 2 * i + fy, 2 * j + fx, k] = y[n, i, j, k]
    custom = window(1, (2, 2), (2, 2))
    if not in_image:
        expected, = mediapipe_peer.run(name, 1, [y, places], [data.shape], custom)
    x = model.input("float32", y.shape)
    p = model.input("int32" if in_image else "float32", y.shape)
    model.operator(name, [x, p], [model.output("float32", data.shape)],
                   custom=custom)
    remark = REMARK if in_image else PEER
    return Case(case, model, [[y, places]], expected=[[expected]], remark=remark), model, y, places


@operator("MaxUnpooling2D")
def unpoolings():
    yield unpooling("MaxUnpooling2D", "float32", False)[0]
    yield unpooling("MaxUnpooling2D", "float32_in_image", True)[0]
    yield there_and_back("float32_after_pooling")


@operator("LiteRtMaxUnpooling2D")
def litert_unpoolings():
    yield unpooling("LiteRtMaxUnpooling2D", "float32", True)[0]
    _, model, y, places = unpooling("LiteRtMaxUnpooling2D", "float32_outside", True)
    yield Case("float32_outside", model, [[y, places + 1000]], refused=True)


def verification(type, scale, zero, axis=0, shape=(3, 4), reference=None, **options):
    model = Model()
    x = model.input(type, shape, scale, zero, axis=axis)
    r = model.input("float32", shape if reference is None else reference)
    model.operator("NumericVerify", [x, r], [model.output("float32", shape)],
                   custom=bytes(flexbuffers.Dumps(options)))
    return model


@operator("NumericVerify")
def verifications():
    for type, scale, zero in [("int8", 0.5, 3), ("uint8", 0.25, 128), ("int16", 0.01, 0),
                              ("float16", None, None)]:
        data = [values(type, (3, 4), 1), values("float32", (3, 4), 2, -60, 60)]
        yield Case(type, verification(type, scale, zero, tolerance=5.0, log_if_failed=False), [data])
        yield Case(type + "_low_tolerance",
                   verification(type, scale, zero, tolerance=0.09, log_if_failed=True), [data])
        yield Case(type + "_too_far",
                   verification(type, scale, zero, tolerance=0.1, log_if_failed=True), [data],
                   refused=True)
        exact = (data[0].astype(np.float32) - np.float32(zero or 0)) * np.float32(scale or 1)
        near = exact + np.float32(0.4 * (scale or 0)) * np.sign(data[1])
        yield Case(type + "_near",
                   verification(type, scale, zero, tolerance=0.5, log_if_failed=True),
                   [[data[0], near]])
    data = [values("int8", (3, 4), 1), values("float32", (3, 4), 2, -60, 60)]
    for axis, count in ((0, 3), (1, 4)):
        scales = [0.5, 0.25, 0.125, 2][:count]
        yield Case(f"int8_channels_{axis}",
                   verification("int8", scales, [0] * count, axis, tolerance=5.0), [data])
    yield Case("int16_offset", verification("int16", 0.01, 7), [[values("int16", (3, 4), 1), data[1]]])
    odd = data[1].copy()
    odd[0, :3] = np.nan, np.inf, -np.inf
    yield Case("int8_not_finite", verification("int8", 0.5, 3), [[data[0], odd]])
    odd = (data[0].astype(np.float32) - np.float32(3)) * np.float32(0.5)
    odd[0, 0] = np.nan
    yield Case("int8_nan_is_near",
               verification("int8", 0.5, 3, tolerance=5.0, log_if_failed=True), [[data[0], odd]])
    yield Case("int8_empty", verification("int8", 0.5, 3, shape=(0, 4), tolerance=5.0,
                                          log_if_failed=True), [[data[0][:0], data[1][:0]]])
    yield Case("float32", verification("float32", None, None), [[data[1], data[1]]], refused=True)
    yield Case("int32", verification("int32", 0.5, 0), [[data[0].astype(np.int32), data[1]]],
               refused=True)
    yield Case("int8_short_reference", verification("int8", 0.5, 0, reference=(1, 4)),
               [[data[0], data[1][:1]]], refused=True)
