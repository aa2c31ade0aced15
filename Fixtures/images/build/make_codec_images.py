#!/usr/bin/env python3
"""Writes the small images of Fixtures/images/codecs and expected.json, the pixels they must give.

usage: python3 make_codec_images.py        (needs the PyPI package pillow; 13.0 was used)

PNG and BMP files are encoded here, byte by byte, because Pillow writes few of the variants; their
pixels are known from the samples. JPEG files are written by Pillow and their pixels are Pillow's.
Wherever Pillow reads a variant as intended its answer is checked against ours.
"""
import io, json, os, struct, zlib
from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "..", "codecs")
W, H = 9, 7
expected = {}


def color(x, y):
    return (28 * x + 3 * y, 255 - 31 * y - x, (37 * x + 53 * y) % 256)


RGB = [[color(x, y) for x in range(W)] for y in range(H)]
GREY = [[(29 * x + 17 * y) % 256 for x in range(W)] for y in range(H)]
ALPHA = [[[255, 128, 0, 7][(x + y) % 4] for x in range(W)] for y in range(H)]


def flat(rows):
    return bytes(c for row in rows for pixel in row for c in pixel)


def save(name, data, pixels, pillow=True, size=(W, H)):
    with open(os.path.join(OUT, name), "wb") as f:
        f.write(data)
    if pillow:
        seen = Image.open(io.BytesIO(data)).convert("RGB")
        assert seen.size == size and seen.tobytes() == pixels, name
    expected[name] = {"width": size[0], "height": size[1], "rgb": pixels.hex()}


# PNG ------------------------------------------------------------------------------------------

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def packed(row, depth):
    """One row of samples as bytes; several samples share a byte below eight bits."""
    if depth == 16:
        return b"".join(struct.pack(">H", s) for s in row)
    if depth == 8:
        return bytes(row)
    out, bits = [], 0
    for s in row:
        if bits == 0:
            out.append(0)
            bits = 8
        bits -= depth
        out[-1] |= s << bits
    return bytes(out)


ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def png(rows, depth, kind, interlaced=False, before=b"", after=b""):
    """rows: lists of pixels, each a tuple of samples. Every row is stored with another filter."""
    raw, line = b"", 0
    bpp = max(1, len(rows[0][0]) * depth // 8)
    passes = ADAM7 if interlaced else [(0, 0, 1, 1)]
    for x0, y0, dx, dy in passes:
        above = None
        for y in range(y0, len(rows), dy):
            row = packed([s for p in rows[y][x0::dx] for s in p], depth)
            if not row:
                continue
            up = above or bytes(len(row))
            how = line % 5
            line += 1
            left = bytes(bpp) + row[:-bpp] if len(row) > bpp else bytes(len(row))
            corner = bytes(bpp) + up[:-bpp] if len(row) > bpp else bytes(len(row))

            def paeth(a, b, c):
                p = a + b - c
                return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]

            guess = [lambda a, b, c: 0, lambda a, b, c: a, lambda a, b, c: b,
                     lambda a, b, c: (a + b) // 2, paeth][how]
            raw += bytes([how]) + bytes((v - guess(a, b, c)) % 256
                                        for v, a, b, c in zip(row, left, up, corner))
            above = row
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), depth, kind, 0, 0, int(interlaced))
    body = zlib.compress(raw, 9)
    half = len(body) // 2
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + before + chunk(b"IDAT", body[:half])
            + chunk(b"IDAT", body[half:]) + after + chunk(b"IEND", b""))


def grey_rgb(rows):
    return bytes(v for row in rows for g in row for v in (g, g, g))


def make_png():
    save("rgb8.png", png(RGB, 8, 2), flat(RGB))
    save("rgb8_interlaced.png", png(RGB, 8, 2, interlaced=True), flat(RGB))
    gamma = chunk(b"gAMA", struct.pack(">I", 100000)) + chunk(b"cHRM", struct.pack(">8I", *[30000] * 8))
    save("rgb8_gamma.png", png(RGB, 8, 2, before=gamma), flat(RGB))
    key = chunk(b"tRNS", struct.pack(">HHH", *RGB[1][1]))
    save("rgb8_key.png", png(RGB, 8, 2, before=key), flat(RGB))
    save("rgba8.png", png([[(*p, a) for p, a in zip(r, s)] for r, s in zip(RGB, ALPHA)], 8, 6), flat(RGB))
    save("gray8.png", png([[(g,) for g in r] for r in GREY], 8, 0), grey_rgb(GREY))
    save("gray8_alpha.png", png([[(g, a) for g, a in zip(r, s)] for r, s in zip(GREY, ALPHA)], 8, 4),
         grey_rgb(GREY))
    for depth in (1, 2, 4):
        top = 2 ** depth - 1
        small = [[g % (top + 1) for g in r] for r in GREY]
        save(f"gray{depth}.png", png([[(g,) for g in r] for r in small], depth, 0),
             grey_rgb([[g * 255 // top for g in r] for r in small]))
        palette = [color(i % 9, i // 2) for i in range(top + 1)]
        plte = chunk(b"PLTE", bytes(c for p in palette for c in p))
        trns = chunk(b"tRNS", bytes(range(0, 2 * top, 2)))
        save(f"palette{depth}.png", png([[(g,) for g in r] for r in small], depth, 3, before=plte + trns),
             flat([[palette[g] for g in r] for r in small]))
    palette = [(i, 255 - i, i * 7 % 256) for i in range(256)]
    plte = chunk(b"PLTE", bytes(c for p in palette for c in p))
    save("palette8.png", png([[(g,) for g in r] for r in GREY], 8, 3, before=plte),
         flat([[palette[g] for g in r] for r in GREY]))
    # 16 bits: the high byte is the pixel, the low byte is noise that must not matter.
    wide = [[tuple(v << 8 | (v * 91 + 13 * x) % 256 for v in p) for x, p in enumerate(r)] for r in RGB]
    save("rgb16.png", png(wide, 16, 2), flat(RGB))
    save("rgb16_gamma.png", png(wide, 16, 2, before=chunk(b"gAMA", struct.pack(">I", 100000))), flat(RGB))
    opaque = [[(*p, 65535) for p in r] for r in wide]
    save("rgba16.png", png(opaque, 16, 6), flat(RGB))
    grey16 = [[(g << 8 | (g * 77) % 256,) for g in r] for r in GREY]
    # Pillow keeps 16-bit grey as numbers up to 65535 and clips them when converting.
    save("gray16.png", png(grey16, 16, 0), grey_rgb(GREY), pillow=False)
    save("gray16_alpha.png", png([[(*p, 65535) for p in r] for r in grey16], 16, 4), grey_rgb(GREY))


# BMP ------------------------------------------------------------------------------------------

def bmp(pixels, width, height, depth, compression=0, palette=b"", masks=b"", header=40, used=0):
    if header == 12:
        info = struct.pack("<IHHHH", 12, width, height, 1, depth)
    else:
        info = struct.pack("<IiiHHIIiiII", header, width, height, 1, depth, compression, len(pixels),
                           2835, 2835, used, 0)
        if header > 40:
            info = (info + masks).ljust(header, b"\0")
            masks = b""
    offset = 14 + len(info) + len(masks) + len(palette)
    return b"BM" + struct.pack("<IHHI", offset + len(pixels), 0, 0, offset) + info + masks + palette + pixels


def padded(rows):
    return b"".join(r + bytes(-len(r) % 4) for r in rows)


def make_bmp():
    def rows(of):
        return [b"".join(of(p) for p in r) for r in RGB]

    bgr = rows(lambda p: bytes(p[::-1]))
    save("rgb24.bmp", bmp(padded(bgr[::-1]), W, H, 24), flat(RGB))
    save("rgb24_topdown.bmp", bmp(padded(bgr), W, -H, 24), flat(RGB))
    save("rgb24_core.bmp", bmp(padded(bgr[::-1]), W, H, 24, header=12), flat(RGB))
    save("rgb32.bmp", bmp(padded(rows(lambda p: bytes(p[::-1]) + b"\x07")[::-1]), W, H, 32), flat(RGB))
    save("rgba32_v4.bmp", bmp(padded(rows(lambda p: bytes(p[::-1]) + b"\x80")[::-1]), W, H, 32, 3, header=108,
         masks=struct.pack("<IIII", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)), flat(RGB))
    save("rgb32_fields.bmp", bmp(padded(rows(lambda p: bytes([9, *p]))[::-1]), W, H, 32, 3,
         masks=struct.pack("<III", 0xFF00, 0xFF0000, 0xFF000000)), flat(RGB), pillow=False)
    r5 = [[tuple(v >> 3 for v in p) for p in r] for r in RGB]
    words = [b"".join(struct.pack("<H", r << 10 | g << 5 | b) for r, g, b in row) for row in r5]
    want5 = flat([[tuple(v * 255 // 31 for v in p) for p in r] for r in r5])
    save("rgb555.bmp", bmp(padded(words[::-1]), W, H, 16), want5)
    r6 = [[(p[0] >> 3, p[1] >> 2, p[2] >> 3) for p in r] for r in RGB]
    words = [b"".join(struct.pack("<H", r << 11 | g << 5 | b) for r, g, b in row) for row in r6]
    want6 = flat([[(p[0] * 255 // 31, p[1] * 255 // 63, p[2] * 255 // 31) for p in r] for r in r6])
    save("rgb565.bmp", bmp(padded(words[::-1]), W, H, 16, 3, masks=struct.pack("<III", 0xF800, 0x7E0, 0x1F)), want6)
    for depth in (1, 4, 8):
        top = min(2 ** depth, 40) - 1
        small = [[g % (top + 1) for g in r] for r in GREY]
        palette = [color(i % 9, i // 6) for i in range(top + 1)]
        quads = b"".join(bytes([*p[::-1], 0]) for p in palette)
        want = flat([[palette[g] for g in r] for r in small])
        data = padded([packed(r, depth) for r in small[::-1]])
        save(f"palette{depth}.bmp", bmp(data, W, H, depth, palette=quads, used=top + 1), want)
        if depth < 8:
            triples = b"".join(bytes(p[::-1]) for p in palette)
            save(f"palette{depth}_core.bmp", bmp(data, W, H, depth, palette=triples, header=12), want)
    palette = [color(i % 9, i // 2) for i in range(16)]
    quads = b"".join(bytes([*p[::-1], 0]) for p in palette)
    # Bottom row first: a run, literals of odd length, a run past the edge, a jump, the end.
    rle8 = bytes([9, 3, 0, 0, 0, 5, 1, 2, 3, 4, 5, 0, 4, 6, 0, 0, 200, 2, 0, 0, 0, 2, 3, 1, 2, 9, 0, 0,
                  0, 3, 7, 8, 9, 0, 0, 0, 9, 0, 0, 1])
    up = [[3] * 9, [1, 2, 3, 4, 5, 6, 6, 6, 6], [2] * 9, [0] * 9, [0, 0, 0, 9, 9, 0, 0, 0, 0],
          [7, 8, 9] + [0] * 6, [0] * 9]
    want = flat([[palette[g] for g in r] for r in up[::-1]])
    save("rle8.bmp", bmp(rle8, W, H, 8, 1, palette=quads, used=16), want)
    rle4 = bytes([9, 0x3C, 0, 0, 0, 5, 0x12, 0x34, 0x50, 0, 4, 0x66, 0, 0, 200, 0x22, 0, 0, 0, 2, 3, 1, 2, 0x99,
                  0, 0, 0, 3, 0x78, 0x90, 0, 0, 9, 0, 0, 1])
    up[0] = [3, 12, 3, 12, 3, 12, 3, 12, 3]
    want = flat([[palette[g] for g in r] for r in up[::-1]])
    save("rle4.bmp", bmp(rle4, W, H, 4, 2, palette=quads, used=16), want)


# JPEG -----------------------------------------------------------------------------------------

def make_jpeg():
    w, h = 21, 13
    soft = Image.frombytes("RGB", (w, h), bytes(c for y in range(h) for x in range(w)
                                                for c in (12 * x, 19 * y, 255 - 6 * x - 9 * y)))

    def write(name, image, pillow=None, patch=None, **how):
        f = io.BytesIO()
        image.save(f, "JPEG", **how)
        data = patch(f.getvalue()) if patch else f.getvalue()
        save(name, data, Image.open(io.BytesIO(data)).convert("RGB").tobytes(), size=(w, h))

    write("rgb420.jpg", soft, quality=85)
    write("rgb444.jpg", soft, quality=85, subsampling=0)
    write("progressive.jpg", soft, quality=85, progressive=True)
    write("restart.jpg", soft, quality=85, restart_marker_blocks=1)
    write("gray.jpg", soft.convert("L"), quality=85)
    inks = soft.convert("CMYK")
    black = Image.frombytes("L", (w, h), bytes((5 * x + 3 * y) % 256 for y in range(h) for x in range(w)))
    inks = Image.merge("CMYK", (*inks.split()[:3], black))
    write("cmyk.jpg", inks, quality=85)

    def to_ycck(data):
        at = data.index(b"Adobe")
        assert data[at + 11] == 0
        return data[:at + 11] + b"\x02" + data[at + 12:]

    write("ycck.jpg", inks, quality=85, patch=to_ycck)


os.makedirs(OUT, exist_ok=True)
make_png()
make_bmp()
make_jpeg()
with open(os.path.join(OUT, "expected.json"), "w") as f:
    json.dump(expected, f, indent=0, sort_keys=True)
    f.write("\n")
print(len(expected), "images,", sum(os.path.getsize(os.path.join(OUT, n)) for n in os.listdir(OUT)), "bytes")
