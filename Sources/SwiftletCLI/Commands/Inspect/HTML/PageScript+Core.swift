extension PageScript {
  /// The model, helpers that make elements, and numbers in words.
  static let core = #"""
    const model = JSON.parse(document.getElementById("model").textContent);
    const byId = id => document.getElementById(id);
    const state = { tab: "graph", subgraph: 0, box: null, tensor: null };

    // Children are elements or texts; texts never become markup.
    function el(tag, properties = {}, ...children) {
      const element = document.createElement(tag);
      for (const [key, value] of Object.entries(properties)) {
        if (key === "class") element.className = value;
        else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else if (key === "style") Object.assign(element.style, value);
        else element.setAttribute(key, value);
      }
      for (const child of children.flat()) {
        if (child === null || child === undefined || child === "") continue;
        element.append(child instanceof Node ? child : document.createTextNode(String(child)));
      }
      return element;
    }
    const fill = (element, ...children) => element.replaceChildren(...children.flat()
      .filter(child => child !== null && child !== undefined && child !== ""));

    // Colours are read once for each theme, as canvases do not follow style sheets.
    let colors = {};
    const color = name => colors[name] ??=
      getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

    const graphs = model.subgraphs;
    // A file that cannot be loaded may have no subgraph.
    if (!graphs.length) {
      graphs.push({ name: "", inputs: [], outputs: [], operators: [], tensors: [], arena: null });
      model.drawings.push({ width: 0, height: 0, boxes: [], lines: [] });
    }
    const graphNow = () => graphs[state.subgraph];
    const drawingNow = () => model.drawings[state.subgraph];
    const tensorAt = index => graphNow().tensors[index];
    const number = value => Number(value).toLocaleString("en-US");
    function scaled(count) {
      for (const [factor, prefix] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]])
        if (count >= factor) return (count / factor).toPrecision(3) + " " + prefix;
      return String(count);
    }
    function bytes(count) {
      if (count < 1024) return count + " B";
      for (const [factor, unit] of [[1 << 30, "GiB"], [1 << 20, "MiB"], [1024, "KiB"]])
        if (count >= factor) return (count / factor).toPrecision(3) + " " + unit;
    }
    const percent = share => (100 * share).toFixed(share > 0 && share < 0.001 ? 3 : 1) + " %";
    function shape(tensor) {
      const extents = tensor.shapeSignature ?? tensor.shape;
      if (!extents) return "unknown shape";
      return extents.length ? extents.map(e => e < 0 ? "?" : e).join("×")
        : tensor.hasRank || tensor.isConstant ? "scalar" : "–";
    }
    const tensorName = tensor => tensor.name || "tensor " + tensor.index;
    const real = value => value === null ? "–" : Number.isInteger(value) ? number(value)
      : Number(value).toPrecision(4).replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");

    // How integers of a tensor stand for reals, in one line.
    function quantizationText(tensor) {
      const q = tensor.quantization;
      if (!q) return "";
      const parts = [];
      if (q.scales.length === 1)
        parts.push(`scale ${real(q.scales[0])}, zero point ${q.zeroPoints[0]}`);
      else if (q.scales.length > 1) {
        const values = q.scales.filter(s => s !== null);
        const low = values.reduce((a, b) => Math.min(a, b), Infinity);
        const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
        const zeros = new Set(q.zeroPoints);
        parts.push(`${q.scales.length} scales ${real(low)} … ${real(high)} along axis ${q.axis}`
          + (zeros.size === 1 ? `, zero point ${q.zeroPoints[0]}` : ", zero points differ"));
      }
      if (q.details) parts.push(`${q.details.kind}, blocks of ${q.details.blockSize ?? "?"}`);
      return parts.join("; ");
    }
    function statisticsText(s) {
      if (!s) return "";
      if (s.min === null) return "no numbers";
      let text = `${real(s.min)} … ${real(s.max)}, mean ${real(s.mean)}, `
        + `${percent(s.zeroShare)} zeros`;
      if (s.saturatedShare) text += `, ${percent(s.saturatedShare)} saturated`;
      if (s.notNumbers) text += `, ${number(s.notNumbers)} not a number`;
      return text;
    }

    const tip = byId("tip");
    function showTip(event, text) {
      tip.textContent = text;
      tip.style.display = text ? "block" : "none";
      const { innerWidth: w, innerHeight: h } = window;
      tip.style.left = Math.max(4, Math.min(event.clientX + 14, w - tip.offsetWidth - 8)) + "px";
      tip.style.top = Math.max(4, Math.min(event.clientY + 16, h - tip.offsetHeight - 8)) + "px";
    }
    const hideTip = () => { tip.style.display = "none"; };

    // Makes a canvas as sharp as the screen and returns its context, in CSS pixels.
    function sharpen(canvas, width, height) {
      const ratio = window.devicePixelRatio || 1;
      const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
      canvas.style.width = width + "px";
      canvas.style.height = height + "px";
      const context = canvas.getContext("2d");
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      return context;
    }
    """#
}
