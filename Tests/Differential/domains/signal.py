"""Transforms, sound, and detections: what is left of the custom operators."""
import numpy as np
from flatbuffers import flexbuffers

from cases.custom import DETECTION, detection
from cases.custom import inputs as detection_inputs
from graph import step


@step("signal", 2)
def fourier(g):
    """RFFT2D, REAL, IMAG, COMPLEX_ABS."""
    lead = g.extents((0, 1))
    rows, columns = 2 ** g.random.randint(0, 4), 2 ** g.random.randint(1, 5)
    if 0 in lead:
        lead = ()
    x = g.input("float32", (*lead, g.choice(rows, rows + 1, max(rows - 1, 1)), columns))
    y = g.new("complex64", (*lead, rows, columns // 2 + 1))
    g.add("RFFT2D", [x, g.ints(rows, columns)], [y], "Rfft2dOptions")
    name = g.choice("REAL", "IMAG", "COMPLEX_ABS", "REAL")
    g.add(name, [y], [g.new("float32", y.shape)])


@step("signal")
def spectrogram(g):
    """AudioSpectrogram."""
    window = g.choice(4, 10, 16, 25)
    stride, channels = g.random.randint(1, window), g.choice(1, 2)
    samples = window + g.random.randint(0, 60)
    bins = 1 << (window - 1).bit_length()
    shape = (channels, (samples - window) // stride + 1, bins // 2 + 1)
    x = g.input("float32", (samples, channels))
    out = g.new("float32", shape)
    g.add("AudioSpectrogram", [x], [out], custom=bytes(flexbuffers.Dumps(dict(
        window_size=window, stride=stride, magnitude_squared=g.chance(0.5)))))
    out.inexact = True


@step("signal")
def cepstrum(g):
    """Mfcc."""
    channels, bins = g.choice(5, 10, 40), g.choice(17, 65, 129)
    count = g.random.randint(1, channels)
    x = g.input("float32", (1, g.random.randint(1, 4), bins), None,
                lambda s: g.array("float32", s, 0, 9))
    out = g.new("float32", (*x.shape[:2], count))
    g.add("Mfcc", [x, g.ints(g.choice(8000, 16000))], [out], custom=bytes(flexbuffers.Dumps(dict(
        upper_frequency_limit=g.uniform(2000, 3900), lower_frequency_limit=g.uniform(20, 300),
        filterbank_channel_count=channels, dct_coefficient_count=count))))
    out.inexact = True


@step("signal", 3)
def detections(g):
    """TFLite_Detection_PostProcess, with fast or regular suppression."""
    type = g.choice("float32", "uint8")
    boxes, classes, background = g.random.randint(1, 30), g.random.randint(1, 5), g.choice(0, 1)
    regular = g.chance(0.5)
    model = detection(type, boxes, classes, background, use_regular_nms=regular,
                      max_detections=g.random.randint(1, 12),
                      max_classes_per_detection=1 if regular else g.random.randint(1, classes),
                      nms_score_threshold=g.choice(0.0, 0.3, 0.5),
                      nms_iou_threshold=g.choice(0.3, 0.5, 0.9))
    assert DETECTION in model.file.operatorCodes[0].customCode
    runs = [detection_inputs(type, boxes, classes, background, seed=g.random.getrandbits(30))
            for _ in range(g.choice(1, 2))]
    # LiteRT does not write what lies behind the last detection.
    g.replace(model, [[np.ascontiguousarray(v) for v in run] for run in runs], count=3)


@step("signal")
def verification(g):
    """NumericVerify, which tells how far a dequantised tensor is from a float one."""
    x = g.input("int8", g.extents((1, 2, 3)))
    y = g.input("float32", x.shape)
    g.add("NumericVerify", [x, y], [g.new("float32", x.shape)], custom=bytes(flexbuffers.Dumps(
        dict(tolerance=5.0, log_if_failed=False))))
