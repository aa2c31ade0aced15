"""Random numbers; runs of a case follow one another on one interpreter."""
import numpy as np

from peer import Model
from record import Case, operator, values

UNREADABLE = "LiteRT's Python interface cannot read an empty tensor whose shape the run tells"


def numbers(name, shape, seeds=(1, 2), computed=False):
    model = Model()
    s = (model.input("int32", (len(shape),)) if computed
         else model.constant(np.array(shape, np.int32)))
    y = model.output("float32", shape)
    model.operator(name, [s], [y], 1, "RandomOptions", seed=seeds[0], seed2=seeds[1])
    return model


def distribution(name):
    for seeds in ((1, 2), (-5, 2**40 + 3), (0, 7), (2**63 - 1, -2**63)):
        title = f"seeds_{seeds[0]}_{seeds[1]}".replace("-", "m")
        yield Case(title, numbers(name, (3, 5), seeds), [[], [], []])
    yield Case("long", numbers(name, (401,)), [[], []])
    yield Case("empty", numbers(name, (0, 3)), [[]])
    yield Case("scalar", numbers(name, (1,)), [[], []])
    yield Case("computed_shape", numbers(name, (2, 2), computed=True), [
        [np.array(shape, np.int32)] for shape in ((2, 2), (3, 3), (1, 5), (2, 2), (2, 2))])
    yield Case("negative_shape", numbers(name, (2, 2), computed=True), [
        [np.array([2, -2], np.int32)]], refused=True)
    model = Model()
    for number in range(2):
        s = model.constant(np.array([2, 3], np.int32))
        y = model.output("float32", (2, 3))
        model.operator(name, [s], [y], 1, "RandomOptions", seed=3, seed2=number)
    yield Case("two_nodes", model, [[], []])


@operator("RANDOM_UNIFORM")
def uniform():
    yield from distribution("RANDOM_UNIFORM")


@operator("RANDOM_STANDARD_NORMAL")
def normal():
    yield from distribution("RANDOM_STANDARD_NORMAL")


@operator("MULTINOMIAL")
def multinomial():
    def model(batch, classes, count, type="int64", computed=False, seeds=(1, 2)):
        model = Model()
        x = model.input("float32", (batch, classes))
        n = model.input("int32", ()) if computed else model.constant(np.array(count, np.int32))
        y = model.output(type, (batch, count))
        model.operator("MULTINOMIAL", [x, n], [y], 1, "RandomOptions", seed=seeds[0],
                       seed2=seeds[1])
        return model
    for type in ("int32", "int64"):
        yield Case(type, model(3, 5, 7, type), [
            [values("float32", (3, 5), seed)] for seed in (1, 1, 2)])
    yield Case("many", model(2, 3, 300, "int32"), [[values("float32", (2, 3), 1)]] * 2)
    yield Case("seeds", model(2, 3, 9, "int32", seeds=(-4, 2**50)), [
        [values("float32", (2, 3), 1)]] * 2)
    yield Case("computed_count", model(2, 4, 3, "int64", True), [
        [values("float32", (2, 4), 1), np.array(n, np.int32)] for n in (3, 6, 3)])
    odd = np.array([[np.nan, 1, -np.inf, 2], [-np.inf] * 4, [np.inf, 0, 0, 0], [88, -88, 88, 0]],
                   np.float32)
    yield Case("odd_logits", model(4, 4, 6), [[odd], [odd]])
    yield Case("no_batch", model(0, 4, 6), [[np.zeros((0, 4), np.float32)]], expected=[
        [np.zeros((0, 6), np.int64)]], remark=UNREADABLE)
    yield Case("no_sample", model(2, 4, 0), [[values("float32", (2, 4), 1)]], expected=[
        [np.zeros((2, 0), np.int64)]], remark=UNREADABLE)
    yield Case("no_class", model(2, 0, 3), [[np.zeros((2, 0), np.float32)]], refused=True)
    yield Case("negative_count", model(2, 4, 1, "int64", True), [
        [values("float32", (2, 4), 1), np.array(-1, np.int32)]], refused=True)


@operator("STABLEHLO_RNG_BIT_GENERATOR")
def bits():
    def model(algorithm, words, type, shape):
        model = Model()
        s = model.input("uint64", (words,))
        t, y = model.output("uint64", (words,)), model.output(type, shape)
        model.operator("STABLEHLO_RNG_BIT_GENERATOR", [s], [t, y], 1,
                       "StablehloRngBitGeneratorOptions", algorithm=algorithm)
        return model
    states = {2: [[1, 2], [2**64 - 1, 2**64 - 1], [5, 2**32 - 2]],
              3: [[1, 2, 3], [2**64 - 1, 2**64 - 1, 7]]}
    for algorithm, name, lengths in ((0, "default", (2, 3)), (1, "philox", (2, 3)),
                                     (2, "threefry", (2,))):
        for words in lengths:
            for type in ("int32", "int64", "uint32", "uint64"):
                if name == "default" and type != "int32":
                    continue
                yield Case(f"{name}_{words}_{type}", model(algorithm, words, type, (3, 5)), [
                    [np.array(state, np.uint64)] for state in states[words]])
        yield Case(f"{name}_empty", model(algorithm, 2, "int32", (0, 2)), [
            [np.array([1, 2], np.uint64)]])
    yield Case("long", model(1, 2, "uint32", (403,)), [[np.array([1, 2**32 - 3], np.uint64)]])
    yield Case("threefry_3", model(2, 3, "int32", (4,)), [
        [np.array([1, 2, 3], np.uint64)]], refused=True)
    yield Case("philox_4", model(1, 4, "int32", (4,)), [
        [np.array([1, 2, 3, 4], np.uint64)]], refused=True)
