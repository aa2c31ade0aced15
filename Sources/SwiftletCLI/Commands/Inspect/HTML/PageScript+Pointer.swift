extension PageScript {
  /// Mouse, fingers and keys on the graph.
  static let pointer = #"""
    const fingers = new Map();
    let moved = 0;
    const place = event => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };

    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, place(event));
      moved = 0;
      canvas.classList.add("dragging");
      hideTip();
    });

    canvas.addEventListener("pointermove", event => {
      const [x, y] = place(event);
      const last = fingers.get(event.pointerId);
      if (!last) {
        const index = boxAt(x, y);
        showTip(event, index < 0 ? "" : boxTip(drawingNow().boxes[index]));
        return;
      }
      if (fingers.size === 2) {
        const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
        const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
        const before = distance(last, other);
        if (before > 0)
          zoomBy(distance([x, y], other) / before, (x + other[0]) / 2, (y + other[1]) / 2);
      } else {
        camera.x += x - last[0];
        camera.y += y - last[1];
        redraw();
      }
      moved += Math.abs(x - last[0]) + Math.abs(y - last[1]);
      fingers.set(event.pointerId, [x, y]);
    });

    function lift(event) {
      if (fingers.delete(event.pointerId) && moved < 5 && event.type === "pointerup") {
        const index = boxAt(...place(event));
        choose(index < 0 ? null : index);
      }
      if (!fingers.size) canvas.classList.remove("dragging");
    }
    canvas.addEventListener("pointerup", lift);
    canvas.addEventListener("pointercancel", lift);
    canvas.addEventListener("pointerleave", hideTip);
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)), ...place(event));
    }, { passive: false });

    const zooms = { in: () => zoomBy(1.3), out: () => zoomBy(1 / 1.3), fit: fitGraph,
      width: showTop };
    for (const button of document.querySelectorAll("[data-zoom]"))
      button.addEventListener("click", () => zooms[button.dataset.zoom]());

    function pan(x, y) { camera.x += x; camera.y += y; redraw(); }
    const keys = {
      "+": zooms.in, "=": zooms.in, "-": zooms.out, f: fitGraph, r: showTop,
      ArrowUp: () => pan(0, 80), ArrowDown: () => pan(0, -80),
      ArrowLeft: () => pan(80, 0), ArrowRight: () => pan(-80, 0),
      PageDown: () => pan(0, -0.8 * viewSize.h), PageUp: () => pan(0, 0.8 * viewSize.h),
      Home: showTop, Escape: () => choose(null),
    };
    document.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      if (event.key === "/") { event.preventDefault(); byId("search").focus(); return; }
      if (state.tab === "graph" && keys[event.key]) { event.preventDefault(); keys[event.key](); }
    });

    function boxTip(box) {
      if (box.kind !== "operator") {
        const tensor = tensorAt(box.index);
        return `${box.kind} ${tensor.index}: ${tensorName(tensor)}\n${tensor.type ?? "unknown type"} ${shape(tensor)}`;
      }
      const node = graphNow().operators[box.index];
      const lines = [`${node.op} (operator ${node.index})`];
      for (const output of node.outputs.filter(t => t >= 0))
        lines.push(`→ ${tensorName(tensorAt(output))}: ${tensorAt(output).type ?? "unknown type"} `
          + shape(tensorAt(output)));
      if (node.macs) lines.push(scaled(node.macs) + " multiply-accumulates");
      return lines.join("\n");
    }
    """#
}
