"""NON_MAX_SUPPRESSION_V4 and V5."""
import numpy as np

from peer import Model
from record import Case, operator, rng


def suppression(name, count, largest, iou, score, sigma=None, computed=False, type="float32"):
    model = Model()
    boxes, scores = model.input(type, (count, 4)), model.input(type, (count,))
    m = model.input("int32", ()) if computed else model.constant(np.array(largest, np.int32))
    thresholds = [model.constant(np.array(v, np.float32))
                  for v in (iou, score, sigma) if v is not None]
    indices = model.output("int32", (largest,))
    outputs = [indices]
    if sigma is not None:
        outputs.append(model.output(type, (largest,)))
    outputs.append(model.output("int32", ()))
    options = "NonMaxSuppressionV5Options" if sigma is not None else "NonMaxSuppressionV4Options"
    model.operator(name, [boxes, scores, m, *thresholds], outputs, 1, options)
    return model


def boxes(count, seed, levels=None):
    """Overlapping boxes in any corner order, with scores that repeat where `levels` is given."""
    r = rng("boxes", count, seed)
    corners = r.uniform(0, 1, (count, 2))
    corners = np.concatenate([corners, corners + r.uniform(-0.6, 0.6, (count, 2))], 1)
    scores = r.uniform(-0.2, 1, count)
    if levels:
        scores = np.round(scores * levels) / levels
    return [corners.astype(np.float32), scores.astype(np.float32)]


def cases(name, sigmas):
    for sigma in sigmas:
        soft = "" if sigma is None else f"_sigma_{str(sigma).replace('.', '_')}"
        for largest, iou, score in ((10, 0.5, 0.3), (3, 0.1, 0.0), (40, 0.99, -1), (30, 0.3, 0.1)):
            title = f"{largest}_{int(iou * 100)}_{int(score * 100)}{soft}".replace("-", "m")
            yield Case(title, suppression(name, 30, largest, iou, score, sigma), [
                boxes(30, 1), boxes(30, 2)])
        yield Case("equal_scores" + soft, suppression(name, 40, 40, 0.3, 0.0, sigma), [
            boxes(40, 3, 4), boxes(40, 4, 2)])
    sigma = sigmas[-1]
    flat = np.array([[0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 1, 0.01], [1, 1, 0, 0], [0.5] * 4],
                    np.float32)
    yield Case("flat_boxes", suppression(name, 5, 5, 0.5, 0.0, sigma), [
        [flat, np.array([0.9, 0.8, 0.7, 0.6, 0.5], np.float32)]])
    yield Case("odd_scores", suppression(name, 5, 5, 0.5, 0.0, sigma), [
        [flat, np.array([np.nan, np.inf, 0.0, -np.inf, 0.5], np.float32)]])
    yield Case("none", suppression(name, 5, 4, 0.5, 2.0, sigma), [boxes(5, 1)])
    yield Case("no_box", suppression(name, 0, 4, 0.5, 0.0, sigma), [boxes(0, 1)])
    yield Case("no_result", suppression(name, 5, 0, 0.5, 0.0, sigma), [boxes(5, 1)])
    yield Case("computed_count", suppression(name, 20, 5, 0.5, 0.0, sigma, True), [
        [*boxes(20, 1), np.array(n, np.int32)] for n in (5, 9, 2)])
    yield Case("negative_count", suppression(name, 20, 5, 0.5, 0.0, sigma, True), [
        [*boxes(20, 1), np.array(-1, np.int32)]], refused=True)
    if sigma is not None:
        yield Case("negative_sigma", suppression(name, 20, 5, 0.5, 0.0, -0.5), [boxes(20, 1)],
                   refused=True)


@operator("NON_MAX_SUPPRESSION_V4")
def hard():
    yield from cases("NON_MAX_SUPPRESSION_V4", [None])


@operator("NON_MAX_SUPPRESSION_V5")
def soft():
    yield from cases("NON_MAX_SUPPRESSION_V5", [0.0, 0.3])
