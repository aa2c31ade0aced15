extension PageScript {
  /// The arena as a chart: steps from left to right, offsets from bottom to top.
  static let memory = #"""
    const card = (name, value, note) => el("div", { class: "card" },
      el("div", { class: "soft" }, name), el("div", { class: "value" }, value),
      note ? el("div", { class: "soft" }, note) : null);

    // A colour for each tensor, neighbours far apart on the circle.
    const hue = index => `hsl(${(index * 137.508) % 360} 52% `
      + `${document.documentElement.dataset.theme === "dark" ? 55 : 58}%)`;

    function showMemory() {
      const sheet = byId("memory");
      const arena = graphNow().arena;
      if (!arena) {
        fill(sheet, el("h2", {}, "Memory"), el("p", {}, "This subgraph is not planned; the "
          + "findings say why, or nothing leads to it."));
        return;
      }
      const cards = el("div", { class: "cards" }, card("arena", bytes(arena.bytes)),
        card("unshared", bytes(arena.naiveBytes), "if no two tensors shared memory"),
        card("lower bound", bytes(arena.lowerBoundBytes), "the most that lives at one time"),
        card("steps", arena.steps.length));
      if (!arena.fixed || !arena.placements.length) {
        fill(sheet, el("h2", {}, "Memory"), cards, el("p", { class: "soft" }, arena.fixed
          ? "No tensor lies in the arena."
          : "Shapes depend on values, so the graph is run node by node, without a fixed arena."));
        return;
      }
      const chart = el("canvas", { "aria-label": "lifetimes of tensors in the arena" });
      const plot = el("div", { class: "plot" }, chart);
      fill(sheet, el("h2", {}, "Memory"), cards,
        el("div", { class: "soft" }, "Each box is a tensor: from the step that writes it to the "
          + "last that reads it, at its place in the arena. Boxes overlap only where a result takes "
          + "the place of its operand. The dashed line is the lower bound."), plot);
      drawMemory(chart, plot, arena);
    }

    function drawMemory(chart, plot, arena) {
      const [left, top, right, bottom] = [70, 14, 14, 30];
      const width = Math.max(320, plot.clientWidth - 2);
      const height = Math.max(260, Math.min(640, window.innerHeight - 300));
      const count = arena.steps.length + 1;
      const x = step => left + (width - left - right) * step / count;
      const y = offset => height - bottom
        - (height - top - bottom) * offset / Math.max(arena.bytes, 1);
      let hover = null;
      function draw() {
        const context = sharpen(chart, width, height);
        context.font = "11px system-ui, sans-serif";
        drawAxes(context);
        for (const placement of arena.placements) {
          const box = rectangle(placement);
          context.globalAlpha = hover && hover !== placement ? 0.5 : 0.92;
          context.fillStyle = placement.tensor === null ? color("edge") : hue(placement.tensor);
          context.fillRect(...box);
          context.globalAlpha = 1;
          context.strokeStyle = hover === placement ? color("focus") : color("panel");
          context.lineWidth = hover === placement ? 2.5 : 0.6;
          context.strokeRect(...box);
          if (box[2] > 60 && box[3] > 15) {
            context.fillStyle = "#fff";
            context.textAlign = "left";
            context.textBaseline = "middle";
            const name = placement.name || "temporary";
            context.save();
            context.beginPath();
            context.rect(...box);
            context.clip();
            context.fillText(name, box[0] + 5, box[1] + box[3] / 2);
            context.restore();
          }
        }
        const bound = y(arena.lowerBoundBytes);
        context.setLineDash([5, 4]);
        context.strokeStyle = color("focus");
        context.beginPath();
        context.moveTo(left, bound);
        context.lineTo(width - right, bound);
        context.stroke();
        context.setLineDash([]);
      }
      function drawAxes(context) {
        context.strokeStyle = color("line");
        context.fillStyle = color("soft");
        context.textBaseline = "middle";
        context.textAlign = "right";
        for (let i = 0; i <= 5; i += 1) {
          const offset = arena.bytes * i / 5;
          context.fillText(bytes(Math.round(offset)), left - 8, y(offset));
          context.beginPath();
          context.moveTo(left, y(offset));
          context.lineTo(width - right, y(offset));
          context.stroke();
        }
        context.textAlign = "center";
        const stride = Math.max(1, Math.ceil(count / (width / 70)));
        for (let step = 0; step < count; step += stride)
          context.fillText(step === count - 1 ? "end" : step, x(step + 0.5), height - bottom + 14);
      }
      function rectangle({ firstStep, lastStep, offset, length }) {
        return [x(firstStep), y(offset + length), Math.max(1, x(lastStep + 1) - x(firstStep)),
          Math.max(0.8, y(offset) - y(offset + length))];
      }
      const at = event => {
        const box = chart.getBoundingClientRect();
        const [px, py] = [event.clientX - box.left, event.clientY - box.top];
        return arena.placements.findLast(placement => {
          const [rx, ry, rw, rh] = rectangle(placement);
          return px >= rx && px <= rx + rw && py >= ry && py <= ry + rh;
        }) ?? null;
      };
      chart.addEventListener("mousemove", event => {
        const found = at(event);
        if (found !== hover) { hover = found; draw(); }
        const p = found;
        showTip(event, !p ? "" : `${p.name || "temporary"}${p.tensor === null ? "" : ` (tensor `
          + `${p.tensor})`}\n${number(p.length)} bytes at ${number(p.offset)}\nsteps `
          + `${p.firstStep}–${p.lastStep}: ${arena.steps[p.firstStep] ?? "before the run"}`
          + ` … ${arena.steps[p.lastStep] ?? "end of the run"}`);
      });
      chart.addEventListener("mouseleave", () => { hideTip(); hover = null; draw(); });
      chart.addEventListener("click", event => {
        const found = at(event);
        if (found && found.tensor !== null && found.tensor < graphNow().tensors.length)
          visitTensor(found.tensor);
      });
      draw();
    }
    """#
}
