extension PageScript {
  /// Long tables, of which only what is seen is made, and the sheets of tensors, metadata and findings.
  static let tables = #"""
    const rowHeight = 24;

    // `columns` are [title, width, text of a row, is a number]; `open` is called with a chosen row.
    function table(columns, entries, open) {
      const template = columns.map(([, width]) => width).join(" ");
      const line = (cells, attributes = {}) => el("div", { class: "row", ...attributes,
        style: { gridTemplateColumns: template, ...attributes.style } }, cells);
      const head = line(columns.map(([title, , , isNumber]) =>
        el("span", { class: isNumber ? "number" : "" }, title)));
      head.classList.add("head");
      const body = el("div", { style: { position: "relative",
        height: entries.length * rowHeight + "px" } });
      const grid = el("div", { class: "grid" }, head, body);
      let shown = "";
      function update() {
        const first = Math.max(0, Math.floor(grid.scrollTop / rowHeight) - 8);
        const last = Math.min(entries.length,
          first + Math.ceil((grid.clientHeight || 700) / rowHeight) + 16);
        if (shown === first + ":" + last) return;
        shown = first + ":" + last;
        fill(body, entries.slice(first, last).map((entry, index) => {
          const row = line(columns.map(([, , text, isNumber]) => {
            const value = text(entry) ?? "";
            return el("span", { class: isNumber ? "number" : "", title: value }, value);
          }), { style: { top: (first + index) * rowHeight + "px" } });
          if (open) {
            row.style.cursor = "pointer";
            row.addEventListener("click", () => open(entry));
          }
          return row;
        }));
      }
      grid.addEventListener("scroll", update);
      new ResizeObserver(update).observe(grid);
      update();
      return grid;
    }

    function showTensors() {
      const kinds = tensor => tensor.isConstant ? "constant" : tensor.isVariable ? "variable" : "";
      fill(byId("tensors"), el("h2", {}, `Tensors (${graphNow().tensors.length})`), table([
        ["#", "4em", t => t.index, true], ["name", "minmax(14em, 2fr)", t => t.name],
        ["type", "6em", t => t.type ?? "unknown"], ["shape", "minmax(8em, 1fr)", shape],
        ["kind", "5.5em", kinds], ["quantisation", "minmax(10em, 1.6fr)", quantizationText],
        ["values", "minmax(10em, 1.8fr)", t => statisticsText(t.statistics)],
      ], graphNow().tensors, tensor => visitTensor(tensor.index)));
    }

    // Any value of the model as nested lists.
    function tree(value) {
      if (Array.isArray(value)) {
        if (value.every(v => v === null || typeof v !== "object"))
          return el("span", {}, value.map(v => v === null ? "–" : String(v)).join(", "));
        return el("div", {}, value.map((v, i) => el("div", { class: "card" },
          el("div", { class: "soft" }, "# " + i), tree(v))));
      }
      if (value !== null && typeof value === "object") {
        const filled = Object.entries(value).filter(([, v]) => v !== null && v !== ""
          && !(Array.isArray(v) && !v.length));
        return rows(filled.map(([key, v]) => [key, tree(v)]));
      }
      return el("span", { style: { whiteSpace: "pre-wrap" } }, String(value));
    }

    function showMetadata() {
      const part = (title, value) => !value || Array.isArray(value) && !value.length ? []
        : [el("h3", {}, title), tree(value)];
      const parts = [...part("TFLITE_METADATA", model.metadata),
        ...part("signatures", model.signatures), ...part("entries", model.metadataEntries),
        ...part("associated files", model.associatedFiles)];
      fill(byId("metadata"), el("h2", {}, "Metadata"), parts.length ? parts
        : el("p", { class: "soft" }, "The file has no metadata, signatures or attached files."));
    }

    function showFindings() {
      fill(byId("findings"), el("h2", {}, "Findings"),
        model.findings.length ? null : el("p", { class: "soft" }, "Nothing was found."),
        model.findings.map(finding => el("div", { class: "card",
          style: { background: "var(--panel)", margin: "0" } },
          el("span", { class: "severity " + finding.severity }, finding.severity), " ",
          el("code", { class: "soft" }, finding.code),
          el("div", {}, finding.place ? [placeLink(finding.place), " "] : null,
            finding.message, "."),
          el("div", { class: "soft" }, "→ ", finding.remedy, "."))));
    }

    // The place as a link where the page can show it.
    function placeLink(place) {
      const match = /^(operator|tensor) (\d+)/.exec(place);
      if (!match) return place;
      const graph = Number(/ of subgraph (\d+)/.exec(place)?.[1] ?? 0);
      return link(place, () => {
        setTab("graph");
        if (graph !== state.subgraph) setSubgraph(graph);
        const index = Number(match[2]);
        if (match[1] === "tensor") visitTensor(index);
        else choose(drawingNow().boxes.findIndex(box =>
          box.kind === "operator" && box.index === index), true);
      });
    }
    """#
}
