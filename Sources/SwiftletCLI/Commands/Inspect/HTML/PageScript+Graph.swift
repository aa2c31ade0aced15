extension PageScript {
  /// Draws the graph: only what can be seen, and texts only where they can be read.
  static let graph = #"""
    const canvas = document.querySelector("#view canvas");
    const camera = { scale: 1, x: 0, y: 0 };
    const families = [["product", "products"], ["activation", "activations"],
      ["arithmetic", "element by element"], ["reduction", "reductions, pooling"],
      ["movement", "movement"], ["conversion", "conversions"], ["control", "control, state"],
      ["custom", "custom"]];
    let viewSize = { w: 0, h: 0 };
    let failed = new Set();

    // Bounds of each line, and the first line of each tensor from a box, which carries its label.
    function prepareDrawing() {
      const drawing = drawingNow();
      if (!drawing.prepared) {
        const labelled = new Set();
        for (const line of drawing.lines) {
          const p = line.points;
          const bounds = [Infinity, Infinity, -Infinity, -Infinity];
          for (let i = 0; i < p.length; i += 1) {
            bounds[i % 2] = Math.min(bounds[i % 2], p[i]);
            bounds[2 + i % 2] = Math.max(bounds[2 + i % 2], p[i]);
          }
          line.bounds = bounds;
          line.empty = p.length === 0;
          const key = line.from + ":" + line.tensor;
          line.label = labelled.has(key) ? null : shape(graphNow().tensors[line.tensor]);
          labelled.add(key);
        }
        for (const box of drawing.boxes) {
          box.left = box.x - box.w / 2;
          box.top = box.y - box.h / 2;
        }
        drawing.prepared = true;
      }
      failed = new Set();
      for (const finding of model.findings) {
        if (finding.severity !== "error" || !finding.place) continue;
        const match = /^operator (\d+)/.exec(finding.place);
        const graph = / of subgraph (\d+)/.exec(finding.place);
        if (match && Number(graph?.[1] ?? 0) === state.subgraph) failed.add(Number(match[1]));
      }
    }

    let pending = false;
    function redraw() {
      if (pending) return;
      pending = true;
      requestAnimationFrame(() => { pending = false; drawGraph(); });
    }

    function drawGraph() {
      const view = byId("view");
      viewSize = { w: view.clientWidth, h: view.clientHeight };
      if (!viewSize.w) return;
      const context = sharpen(canvas, viewSize.w, viewSize.h);
      context.translate(camera.x, camera.y);
      context.scale(camera.scale, camera.scale);
      const seen = {
        left: -camera.x / camera.scale, top: -camera.y / camera.scale,
        right: (viewSize.w - camera.x) / camera.scale,
        bottom: (viewSize.h - camera.y) / camera.scale,
      };
      const drawing = drawingNow();
      drawLines(context, drawing, seen);
      for (const [index, box] of drawing.boxes.entries()) {
        if (box.left > seen.right || box.left + box.w < seen.left) continue;
        if (box.top > seen.bottom || box.top + box.h < seen.top) continue;
        drawBox(context, box, index);
      }
    }

    const isLit = line => state.box !== null && (line.from === state.box || line.to === state.box)
      || state.tensor !== null && line.tensor === state.tensor;

    function drawLines(context, drawing, seen) {
      const width = Math.max(1.1, 0.7 / camera.scale);
      const lit = [];
      context.strokeStyle = context.fillStyle = color("edge");
      context.lineWidth = width;
      for (const line of drawing.lines) {
        const [x0, y0, x1, y1] = line.bounds;
        if (line.empty || x0 > seen.right || x1 < seen.left) continue;
        if (y0 > seen.bottom || y1 < seen.top) continue;
        if (isLit(line)) lit.push(line); else drawLine(context, line);
      }
      context.strokeStyle = context.fillStyle = color("focus");
      context.lineWidth = 2 * width;
      for (const line of lit) drawLine(context, line);
    }

    function drawLine(context, line) {
      const p = line.points;
      context.beginPath();
      context.moveTo(p[0], p[1]);
      for (let i = 2; i < p.length; i += 2) {
        const [x0, y0, x1, y1] = [p[i - 2], p[i - 1], p[i], p[i + 1]];
        if (Math.abs(x0 - x1) < 0.5) context.lineTo(x1, y1);
        else context.bezierCurveTo(x0, (y0 + y1) / 2, x1, (y0 + y1) / 2, x1, y1);
      }
      context.stroke();
      if (camera.scale < 0.35) return;
      const [x, y] = p.slice(-2);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x - 4, y - 7);
      context.lineTo(x + 4, y - 7);
      context.fill();
      if (line.label && camera.scale > 0.5) {
        const style = context.fillStyle;
        context.font = "10.5px system-ui, sans-serif";
        context.fillStyle = color("soft");
        context.textBaseline = "middle";
        context.textAlign = "left";
        context.fillText(line.label, p[0] + 6, p[1] + 12);
        context.fillStyle = style;
      }
    }

    function drawBox(context, box, index) {
      const isChosen = state.box === index;
      const tone = color(box.family);
      const isEnd = box.kind !== "operator";
      const radius = isEnd ? box.h / 2.6 : 6;
      if (camera.scale < 0.28) {
        context.fillStyle = isChosen ? color("focus") : tone;
        context.fillRect(box.left, box.top, box.w, box.h);
        return;
      }
      context.beginPath();
      context.roundRect(box.left, box.top, box.w, box.h, radius);
      context.fillStyle = color("panel");
      context.fill();
      context.save();
      context.clip();
      context.fillStyle = tone;
      context.fillRect(box.left, box.top, box.w, box.lines.length && !isEnd ? 26 : box.h);
      context.restore();
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillStyle = "#fff";
      context.font = "600 12.5px system-ui, sans-serif";
      context.fillText(box.title, box.x, box.top + 14, box.w - 14);
      context.font = "11.5px system-ui, sans-serif";
      context.fillStyle = isEnd ? "#ffffffcc" : color("ink");
      for (const [line, text] of box.lines.entries())
        context.fillText(text, box.x, box.top + 37 + 15 * line - (isEnd ? 5 : 0), box.w - 14);
      const isFailed = box.kind === "operator" && failed.has(box.index);
      context.beginPath();
      context.roundRect(box.left, box.top, box.w, box.h, radius);
      context.lineWidth = isChosen ? 3.5 : isFailed ? 2.5 : 1;
      context.strokeStyle = isChosen ? color("focus") : isFailed ? color("error") : color("line");
      context.stroke();
    }

    function fitGraph() {
      const { width, height } = drawingNow();
      // The legend lies above, the buttons below.
      const [side, above, below] = [24, 46, 58];
      const [w, h] = [viewSize.w - 2 * side, viewSize.h - above - below];
      camera.scale = Math.min(1.1, w / Math.max(width, 1), h / Math.max(height, 1));
      camera.x = (viewSize.w - width * camera.scale) / 2;
      camera.y = above + Math.max(0, (h - height * camera.scale) / 2);
      redraw();
    }

    // From the top at a size at which texts can be read.
    function showTop() {
      const first = drawingNow().boxes[0];
      camera.scale = 0.9;
      camera.x = viewSize.w / 2 - (first ? first.x : 0) * camera.scale;
      camera.y = 56;
      redraw();
    }

    function openingView() {
      const { width, height } = drawingNow();
      const whole = Math.min((viewSize.w - 48) / width, (viewSize.h - 104) / height);
      if (whole > 0.6) fitGraph(); else showTop();
    }

    function centerOn(box) {
      camera.scale = Math.max(camera.scale, 0.85);
      camera.x = viewSize.w / 2 - box.x * camera.scale;
      camera.y = viewSize.h / 2 - box.y * camera.scale;
      redraw();
    }

    function zoomBy(factor, x = viewSize.w / 2, y = viewSize.h / 2) {
      const scale = Math.min(4, Math.max(0.01, camera.scale * factor));
      camera.x = x - (x - camera.x) * scale / camera.scale;
      camera.y = y - (y - camera.y) * scale / camera.scale;
      camera.scale = scale;
      redraw();
    }

    function boxAt(x, y) {
      const [gx, gy] = [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale];
      return drawingNow().boxes.findIndex(box => gx >= box.left && gx <= box.left + box.w
        && gy >= box.top && gy <= box.top + box.h);
    }
    """#
}
