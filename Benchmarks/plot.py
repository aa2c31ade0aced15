"""Draws results as SVG: ratio bars from compare.py's JSON, rooflines from the kernel suite's.

    python plot.py ratios compare.json ratios.svg
    python plot.py roofline kernels.json roofline.svg [--isa avx512]
"""

import argparse
import html
import json
import math
import pathlib
import statistics

BLUE, ORANGE, GREY, TEXT = "#2f6db5", "#d9822b", "#b8bec6", "#24292f"


def text(x, y, words, anchor="start", size=12, colour=TEXT) -> str:
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
            f'fill="{colour}">{html.escape(words)}</text>')


def line(x1, y1, x2, y2, colour=GREY, width=1.0) -> str:
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
            f'stroke-width="{width}"/>')


def write(path: pathlib.Path, width: float, height: float, parts: list[str]):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif">')
    ground = f'<rect width="{width:.0f}" height="{height:.0f}" fill="white"/>'
    path.write_text("\n".join([head, ground, *parts, "</svg>"]) + "\n")


def ratios(source: dict, output: pathlib.Path):
    """One bar for each model and number of threads: LiteRT's time divided by Swiftlet's."""
    bars = []
    for result in source["results"]:
        medians = result["medians_ms"]
        if "LiteRT" in result["failures"] or "Swiftlet" in result["failures"]:
            continue
        ratio = statistics.median(
            theirs / ours for ours, theirs in zip(medians["Swiftlet"], medians["LiteRT"]))
        bars.append((result["model"].removesuffix(".tflite"), result["threads"], ratio))
    left, row, top = 400, 18, 56
    scale = 460 / max([2.0, *(ratio for *_, ratio in bars)])
    parts = [text(16, 24, "LiteRT's time ÷ Swiftlet's; above 1, Swiftlet is faster", size=15),
             text(16, 42, source["heading"], size=11)]
    bottom = top + row * len(bars)
    for tick in [0.5 * step for step in range(int(2 * 460 / scale) + 1)]:
        x = left + tick * scale
        parts.append(line(x, top, x, bottom, TEXT if tick == 1 else GREY, 1.4 if tick == 1 else 0.6))
        parts.append(text(x, bottom + 16, f"{tick:g}", "middle", 11))
    for index, (model, threads, ratio) in enumerate(bars):
        y = top + row * index
        colour = BLUE if threads == 1 else ORANGE
        name = f"{model}, {threads} thread" + ("" if threads == 1 else "s")
        parts.append(text(left - 8, y + 12, name, "end", 11))
        parts.append(f'<rect x="{left}" y="{y + 2}" width="{ratio * scale:.1f}" height="{row - 5}" '
                     f'fill="{colour}"/>')
        parts.append(text(left + ratio * scale + 4, y + 12, f"{ratio:.2f}", size=11))
    write(output, left + 540, bottom + 32, parts)


def roofline(source: dict, output: pathlib.Path, isa: str):
    """Layers by their work for each byte, against what the machine can do."""
    peaks = source["machine"]["gigamacsPerSecond"][isa]
    reads = source["machine"]["read"]
    bandwidth = next(entry["gigabytesPerSecond"] for entry in reads if entry["bytes"] == 262144)
    layers = [layer for layer in source["layers"] if layer["isa"] == isa and layer["macs"] > 0]
    left, top, width, height = 70, 60, 720, 420
    low, high = 0.25, 1024.0
    floor, ceiling = 1.0, 2.0 ** math.ceil(math.log2(max(peaks.values()) * 1.2))

    def x(intensity):
        return left + width * math.log(max(intensity, low) / low) / math.log(high / low)

    def y(rate):
        return top + height * (1 - math.log(max(rate, floor) / floor) / math.log(ceiling / floor))

    parts = [text(16, 24, f"Roofline, one core, {isa}", size=15),
             text(16, 42, f"read {bandwidth:.0f} GB/s (256 KiB), {peaks['f32']:.0f} GMAC/s float32, "
                  f"{peaks['q8']:.0f} GMAC/s of 8 bits", size=11)]
    tick = low
    while tick <= high:
        parts += [line(x(tick), top, x(tick), top + height, width=0.5),
                  text(x(tick), top + height + 16, f"{tick:g}", "middle", 11)]
        tick *= 4
    tick = floor
    while tick <= ceiling:
        parts += [line(left, y(tick), left + width, y(tick), width=0.5),
                  text(left - 6, y(tick) + 4, f"{tick:g}", "end", 11)]
        tick *= 2
    parts.append(text(left + width / 2, top + height + 36, "multiplications for each byte moved",
                      "middle"))
    parts.append(text(left, top - 6, "GMAC/s"))
    for kind, colour in (("f32", ORANGE), ("q8", BLUE)):
        peak = peaks[kind]
        knee = peak / bandwidth
        points = [(low, bandwidth * low), (knee, peak), (high, peak)]
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
    for layer in layers:
        colour = ORANGE if layer["type"] == "f32" else BLUE
        rate = layer["macs"] / layer["nanoseconds"]
        label = f"{layer['network']}, {layer['layer']}, {layer['type']}: {rate:.1f} GMAC/s"
        parts.append(f'<circle cx="{x(layer["macs"] / layer["bytes"]):.1f}" cy="{y(rate):.1f}" r="3.5" '
                     f'fill="{colour}" fill-opacity="0.75"><title>{html.escape(label)}</title></circle>')
    parts += [text(left + width - 6, top + 16, "float32", "end", 12, ORANGE),
              text(left + width - 6, top + 32, "8 bits", "end", 12, BLUE)]
    write(output, left + width + 24, top + height + 52, parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=["ratios", "roofline"])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--isa", default="avx512")
    options = parser.parse_args()
    source = json.loads(options.source.read_text())
    if options.kind == "ratios":
        ratios(source, options.output)
    else:
        roofline(source, options.output, options.isa)


if __name__ == "__main__":
    main()
