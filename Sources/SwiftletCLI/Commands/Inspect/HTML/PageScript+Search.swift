extension PageScript {
  /// Finding operators and tensors by name, kind or number.
  static let search = #"""
    const field = byId("search");
    const list = byId("results");
    let hits = [];
    let current = 0;

    function find(text) {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      if (!words.length) return [];
      const found = [];
      const drawing = drawingNow();
      const boxes = new Map(drawing.boxes.map((box, i) => [box.kind + box.index, i]));
      const fits = haystack => words.every(word => haystack.toLowerCase().includes(word));
      for (const node of graphNow().operators) {
        const names = node.outputs.filter(t => t >= 0).map(t => tensorAt(t).name).join(" ");
        if (fits(`${node.index} ${node.op} ${names}`))
          found.push({ text: `${node.index} ${node.op}  ${names}`,
            go: () => choose(boxes.get("operator" + node.index), true) });
        if (found.length === 100) return found;
      }
      for (const tensor of graphNow().tensors) {
        if (fits(`tensor ${tensor.index} ${tensor.name}`))
          found.push({ text: `tensor ${tensor.index}  ${tensor.name}`,
            go: () => visitTensor(tensor.index) });
        if (found.length === 100) return found;
      }
      return found;
    }

    // Shows a tensor and the box that writes it, or else one that reads it.
    function visitTensor(index) {
      setTab("graph");
      const { lines, boxes } = drawingNow();
      const line = lines.find(line => line.tensor === index);
      const user = graphNow().operators.find(node =>
        node.outputs.includes(index) || node.inputs.includes(index));
      const box = line ? boxes[line.from]
        : boxes.find(b => b.kind === "operator" && b.index === user?.index);
      state.box = null;
      if (box) centerOn(box);
      showTensor(index);
    }

    function showHits() {
      fill(list, hits.map((hit, index) => el("li", {
        class: index === current ? "current" : "",
        onmousedown: event => { event.preventDefault(); take(index); },
      }, hit.text)));
      list.querySelector(".current")?.scrollIntoView({ block: "nearest" });
    }
    function take(index) {
      const hit = hits[index];
      if (!hit) return;
      setTab("graph");
      hit.go();
      hits = [];
      showHits();
      field.blur();
    }
    field.addEventListener("input", () => { hits = find(field.value); current = 0; showHits(); });
    field.addEventListener("focus", () => { hits = find(field.value); current = 0; showHits(); });
    field.addEventListener("blur", () => { hits = []; showHits(); });
    field.addEventListener("keydown", event => {
      if (event.key === "ArrowDown") current = Math.min(current + 1, hits.length - 1);
      else if (event.key === "ArrowUp") current = Math.max(current - 1, 0);
      else if (event.key === "Enter") take(current);
      else if (event.key === "Escape") field.blur();
      else return;
      event.preventDefault();
      showHits();
    });
    """#
}
