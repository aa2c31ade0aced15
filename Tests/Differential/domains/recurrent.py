"""Recurrent operators of random sizes, with weights of several types, over several runs.

They are built by the functions of the recorded cases (`Fixtures/operators/build/cases`), which a
recurrent operator is a whole model for: its state lies in variable tensors.
"""
from cases.lstm import bidirectional as bidirectional_lstm
from cases.lstm import lstm
from cases.rnn import bidirectional as bidirectional_rnn
from cases.rnn import rnn
from cases.svdf import svdf

from graph import Skip, step


def size(g, most=9):
    return g.random.randint(1, most)


def weights(g):
    kind = g.choice("float32", "float32", "int8", "uint8")
    return dict(weights=kind, asymmetric=kind != "float32" and g.chance(0.5))


def name(g):
    """What the recorded cases draw their numbers from."""
    return f"random{g.random.getrandbits(60)}"


@step("recurrent")
def simple(g):
    """RNN and UNIDIRECTIONAL_SEQUENCE_RNN."""
    steps = g.choice(None, size(g, 4))
    g.whole(rnn(name(g), steps, size(g, 4), size(g, 20), size(g, 12), runs=3,
                activation=g.choice(1, 2, 3, 4), time_major=steps is None or g.chance(0.5),
                **weights(g)))


@step("recurrent")
def simple_both_ways(g):
    """BIDIRECTIONAL_SEQUENCE_RNN."""
    # One sequence of one step where LiteRT goes wrong; see the operator's remark.
    kinds = weights(g)
    plain = kinds["weights"] == "float32"
    g.whole(bidirectional_rnn(
        name(g), size(g, 4) if plain else 1, size(g, 3) if plain else 1, size(g),
        (size(g), size(g)),
        time_major=g.chance(0.5), merged=g.chance(0.5) and plain, runs=3, **kinds))


@step("recurrent", 3)
def long_short_term(g):
    """LSTM and UNIDIRECTIONAL_SEQUENCE_LSTM, with any of their optional parts."""
    steps, cells = g.choice(None, size(g, 4)), size(g, 12)
    integer = g.chance(0.35)
    kinds = {} if integer else weights(g)
    outputs, peephole, norm = g.choice(None, size(g, 12)), g.chance(0.3), g.chance(0.3)
    if integer and peephole and (outputs or 0) > cells:
        raise Skip  # LiteRT reads outside the weights; see the operator's remark.
    g.whole(lstm(
        name(g), steps, size(g, 3), size(g, 16), cells, outputs,
        integer=integer, cell_clip=g.choice(0.0, 0.0, 0.5),
        time_major=steps is None or g.chance(0.5),
        projection_clip=g.choice(0.0, 0.3), runs=3, cell_log2=g.choice(-11, -12, -9),
        cifg=g.chance(0.3), peephole=peephole, norm=norm, **kinds))


@step("recurrent")
def long_short_term_both_ways(g):
    """BIDIRECTIONAL_SEQUENCE_LSTM."""
    cells = (size(g),) * 2  # LiteRT wants both directions alike.
    kinds = weights(g)
    if kinds["weights"] == "uint8":
        kinds["weights"] = "int8"
    g.whole(bidirectional_lstm(
        name(g), size(g, 4), size(g, 3), size(g), cells, merged=False, time_major=g.chance(0.5),
        cifg=g.chance(0.3), peephole=g.chance(0.3), runs=3, **kinds))


@step("recurrent")
def filter_memory(g):
    """SVDF."""
    integer = g.chance(0.4)
    g.whole(svdf(name(g), size(g, 3), size(g, 20), size(g, 6), size(g, 4), size(g, 9), runs=4,
                 integer=integer, bias=g.chance(0.7), activation=1 if integer else g.choice(0, 1),
                 **({} if integer else weights(g))))
