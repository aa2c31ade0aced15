extension PageScript {
  /// The file as a bar in proportion, as a strip with a cell for each region, and as a list.
  static let file = #"""
    const hiddenKinds = new Set();

    function showFile() {
      const regions = model.fileMap;
      const totals = new Map();
      for (const region of regions) {
        const total = totals.get(region.kind) ?? { count: 0, bytes: 0 };
        total.count += 1;
        total.bytes += region.length;
        totals.set(region.kind, total);
      }
      const chips = el("div", { class: "chips" }, [...totals].sort((a, b) => b[1].bytes - a[1].bytes)
        .map(([kind, total]) => el("button", {
          class: hiddenKinds.has(kind) ? "off" : "",
          title: `${number(total.bytes)} bytes; choose to hide or show in the list`,
          onclick: event => {
            if (!hiddenKinds.delete(kind)) hiddenKinds.add(kind);
            event.currentTarget.classList.toggle("off");
            fillList();
          },
        }, el("span", { class: "dot", style: { background: `var(--${kind})` } }),
          `${kind}  ${number(total.count)} × ${bytes(total.bytes)} · `
          + percent(total.bytes / model.bytes))));
      const bar = el("canvas", { "aria-label": "bytes of the file by kind" });
      const strip = el("canvas", { "aria-label": "regions of the file in their order" });
      const holder = el("div", { style: { display: "flex", flex: "1", minHeight: "280px" } });
      function fillList() {
        fill(holder, table([
          ["offset", "7em", r => number(r.offset), true], ["hex", "6em", r => "0x"
            + r.offset.toString(16), true], ["bytes", "7em", r => number(r.length), true],
          ["kind", "9em", r => r.kind], ["what", "1fr", r => r.label ?? ""],
        ], regions.filter(region => !hiddenKinds.has(region.kind))));
      }
      fill(byId("file"), el("h2", {}, `File: ${number(model.bytes)} bytes in `
        + `${number(regions.length)} regions`), chips,
        el("div", { class: "soft" }, "In proportion to the bytes:"),
        el("div", { class: "plot" }, bar),
        el("div", { class: "soft" }, "In order, all regions alike:"),
        el("div", { class: "plot" }, strip), holder);
      fillList();
      drawBar(bar, regions);
      drawStrip(strip, regions);
    }

    const regionTip = region => `${region.kind}${region.label ? ": " + region.label : ""}\n`
      + `${number(region.length)} bytes at ${number(region.offset)} `
      + `(0x${region.offset.toString(16)})`;

    function drawBar(canvas, regions) {
      const width = canvas.parentElement.clientWidth - 2;
      const height = 54;
      const context = sharpen(canvas, width, height);
      // Each column shows the kind that has most of its bytes.
      const share = model.bytes / width;
      let index = 0;
      for (let column = 0; column < width; column += 1) {
        const [start, end] = [column * share, (column + 1) * share];
        while (index > 0 && regions[index].offset > start) index -= 1;
        while (regions[index].offset + regions[index].length <= start) index += 1;
        const sums = {};
        for (let i = index; i < regions.length && regions[i].offset < end; i += 1) {
          const { offset, length, kind } = regions[i];
          sums[kind] = (sums[kind] ?? 0) + Math.min(end, offset + length) - Math.max(start, offset);
        }
        const kind = Object.entries(sums).reduce((a, b) => b[1] > a[1] ? b : a, ["", 0])[0];
        if (!kind) continue;
        context.fillStyle = color(kind);
        context.fillRect(column, 0, 1.3, height);
      }
      // Lines between regions that are wide enough to be told apart.
      context.fillStyle = color("panel");
      for (const { offset, length } of regions)
        if (length / share > 4) context.fillRect(offset / share, 0, 0.8, height);
      follow(canvas, x => regionAt(regions, x * share));
    }

    // The region that holds a byte, by halving.
    function regionAt(regions, offset) {
      let [low, high] = [0, regions.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (regions[middle].offset <= offset) low = middle; else high = middle - 1;
      }
      return regions[low];
    }

    function drawStrip(canvas, regions) {
      const width = canvas.parentElement.clientWidth - 2;
      // Cells shrink where there are many, so that the strip stays below a few hundred lines.
      const size = [12, 9, 7, 5, 3, 2, 1].find(size =>
        Math.ceil(regions.length / Math.floor(width / size)) * size <= 170) ?? 1;
      const columns = Math.max(1, Math.floor(width / size));
      const height = Math.min(600, Math.ceil(regions.length / columns) * size);
      const context = sharpen(canvas, width, Math.max(height, size));
      const inner = size > 3 ? size - 1 : size;
      for (const [index, region] of regions.entries()) {
        context.fillStyle = color(region.kind);
        context.fillRect(index % columns * size, Math.floor(index / columns) * size, inner, inner);
      }
      follow(canvas, (x, y) =>
        regions[Math.floor(y / size) * columns + Math.min(columns - 1, Math.floor(x / size))]);
    }

    function follow(canvas, find) {
      canvas.addEventListener("mousemove", event => {
        const box = canvas.getBoundingClientRect();
        const region = find(event.clientX - box.left, event.clientY - box.top);
        showTip(event, region ? regionTip(region) : "");
      });
      canvas.addEventListener("mouseleave", hideTip);
    }
    """#
}
