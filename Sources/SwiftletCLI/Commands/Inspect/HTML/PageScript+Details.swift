extension PageScript {
  /// The pane beside the graph: the model, an operator or a tensor.
  static let details = #"""
    const pane = byId("details");
    const rows = pairs => el("dl", {}, pairs.filter(([, value]) => value !== null && value !== ""
      && value !== undefined).flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, value)]));
    const link = (text, action) =>
      el("button", { class: "link", title: text, onclick: action }, text);

    function optionText(value) {
      if (Array.isArray(value)) return "[" + value.map(optionText).join(", ") + "]";
      if (value !== null && typeof value === "object") return JSON.stringify(value);
      return String(value);
    }

    // Subgraphs that an operator runs lead to their drawings.
    function optionContent(key, value) {
      const isGraph = /subgraph_ind(ex|ices)$|^subgraph$/.test(key);
      if (!isGraph || value === null) return optionText(value);
      return el("span", {}, [value].flat().flatMap(index => graphs[index]
        ? [link(`${index} ${graphs[index].name}`, () => setSubgraph(index)), " "] : [index, " "]));
    }

    function findingsOf(kind, index) {
      return model.findings.filter(({ place }) => {
        if (!place) return false;
        const graph = Number(/ of subgraph (\d+)/.exec(place)?.[1] ?? 0);
        return new RegExp(`^${kind} ${index}(?!\\d)`).test(place) && graph === state.subgraph;
      });
    }
    const findingCards = findings => findings.map(finding => el("div", { class: "card" },
      el("span", { class: "severity " + finding.severity }, finding.severity), " ",
      el("code", { class: "soft" }, finding.code), el("div", {}, finding.message, "."),
      el("div", { class: "soft" }, "→ ", finding.remedy, ".")));

    function scalesList(tensor) {
      const q = tensor.quantization;
      if (!q || q.scales.length < 2) return null;
      return el("details", {}, el("summary", {}, `all ${q.scales.length} scales`),
        el("pre", { class: "mono" }, q.scales.map((s, i) =>
          `${i}: ${s === null ? "–" : s}, ${q.zeroPoints[i]}`).join("\n")));
    }

    function tensorFacts(tensor) {
      const kind = tensor.isConstant ? "constant, buffer " + tensor.buffer
        : tensor.isVariable ? "variable"
        : graphNow().inputs.includes(tensor.index) ? "input" : "computed";
      return rows([
        ["type", tensor.type ?? "unknown"], ["shape", shape(tensor)], ["kind", kind],
        ["quantisation", quantizationText(tensor)],
        ["values", statisticsText(tensor.statistics)],
        ["sparse", tensor.sparsity ? `${tensor.sparsity.levels.length} levels` : null],
        ["arena", placementText(tensor.index)],
      ]);
    }

    function placementText(index) {
      const found = graphNow().arena?.placements.find(p => p.tensor === index);
      return found ? `byte ${number(found.offset)}, ${bytes(found.length)}, steps `
        + `${found.firstStep}–${found.lastStep}` : null;
    }

    function tensorCard(index, role) {
      if (index < 0) return el("div", { class: "card soft" }, role + ": left out");
      const tensor = tensorAt(index);
      return el("div", { class: "card" }, el("div", { class: "soft" }, role),
        el("div", { class: "title" }, link(tensorName(tensor), () => showTensor(index))),
        tensorFacts(tensor), scalesList(tensor));
    }

    function showOperator(box) {
      const node = graphNow().operators[box.index];
      const options = node.options ? Object.entries(node.options) : [];
      fill(pane, el("h2", {}, node.op),
        el("div", { class: "soft" }, `operator ${node.index}, version ${node.version}`),
        findingCards(findingsOf("operator", node.index)),
        el("h3", {}, "runs"), rows([
          ["kernel", node.kernel ?? "cannot be run"],
          ["MACs", node.macs ? `${scaled(node.macs)} (${number(node.macs)})` : null],
          ["parameters", node.parameters ? number(node.parameters) : null],
        ]),
        options.length ? [el("h3", {}, "options"),
          rows(options.map(([key, value]) => [key, optionContent(key, value)]))] : [],
        node.customOptions ? el("div", { class: "soft" },
          `${node.customOptions.length} bytes at ${node.customOptions.offset}`) : null,
        el("h3", {}, "inputs"),
        node.inputs.map((index, position) => tensorCard(index, "input " + position)),
        el("h3", {}, "outputs"),
        node.outputs.map((index, position) => tensorCard(index, "output " + position)));
    }

    function showTensor(index) {
      const tensor = tensorAt(index);
      state.tensor = index;
      const drawing = drawingNow();
      const uses = (role, list) => graphNow().operators.filter(node => node[list].includes(index))
        .map(node => el("div", {}, `${role} `, link(`${node.op} ${node.index}`, () =>
          choose(drawing.boxes.findIndex(b => b.kind === "operator" && b.index === node.index)))));
      fill(pane, el("h2", {}, tensorName(tensor)),
        el("div", { class: "soft" }, `tensor ${index}`),
        findingCards(findingsOf("tensor", index)), el("h3", {}, "tensor"), tensorFacts(tensor),
        scalesList(tensor), el("h3", {}, "used by"),
        uses("written by", "outputs"), uses("read by", "inputs"));
      pane.scrollTop = 0;
      writeHash();
      redraw();
    }

    function showModel() {
      const graph = graphNow();
      const counts = new Map();
      for (const node of graph.operators) counts.set(node.op, (counts.get(node.op) ?? 0) + 1);
      const list = [...counts].sort((a, b) => b[1] - a[1]);
      const memory = graph.arena;
      fill(pane, el("h2", {}, model.metadata?.name || fileName),
        el("div", { class: "soft" }, model.metadata?.description || model.description || ""),
        el("h3", {}, "model"), rows([
          ["file", bytes(model.bytes)], ["parameters", scaled(model.totals.parameters)],
          ["MACs a run", scaled(model.totals.macs)],
          ["subgraphs", graphs.length], ["operators", graph.operators.length],
          ["tensors", graph.tensors.length],
          ["arena", memory ? bytes(memory.bytes) : "cannot be planned"],
          ["kernels", model.isa ?? "none"],
        ]),
        el("h3", {}, "inputs"), graph.inputs.map((t, i) => tensorCard(t, "input " + i)),
        el("h3", {}, "outputs"), graph.outputs.map((t, i) => tensorCard(t, "output " + i)),
        el("h3", {}, "operators"), rows(list.map(([op, count]) => [op, count])));
    }

    // Shows a box, or the model where none is chosen.
    function choose(index, center = false) {
      state.box = index;
      state.tensor = null;
      const box = index === null ? null : drawingNow().boxes[index];
      if (!box) showModel();
      else if (box.kind === "operator") showOperator(box);
      else showTensor(box.index);
      pane.scrollTop = 0;
      if (box && center) centerOn(box);
      writeHash();
      redraw();
    }
    """#
}
