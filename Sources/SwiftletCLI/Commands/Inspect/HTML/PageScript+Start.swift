extension PageScript {
  /// Tabs, subgraphs, the address, and the first drawing.
  static let start = #"""
    const fileName = model.model.split(/[\\/]/).pop();
    const sheets = { tensors: showTensors, memory: showMemory, file: showFile,
      metadata: showMetadata, findings: showFindings };
    const filled = new Set();

    function setTab(tab) {
      state.tab = tab;
      for (const section of document.querySelectorAll("main > section"))
        section.classList.toggle("shown", section.id === tab);
      for (const button of byId("tabs").children)
        button.setAttribute("aria-selected", String(button.dataset.tab === tab));
      hideTip();
      if (sheets[tab] && !filled.has(tab)) {
        filled.add(tab);
        sheets[tab]();
      }
      if (tab === "graph") redraw();
      writeHash();
    }

    function setSubgraph(index) {
      state.subgraph = index;
      byId("subgraph").value = String(index);
      filled.delete("tensors");
      filled.delete("memory");
      prepareDrawing();
      measure();
      openingView();
      choose(null);
      if (sheets[state.tab]) setTab(state.tab);
    }

    function measure() {
      const view = byId("view");
      viewSize = { w: view.clientWidth || window.innerWidth - 380,
        h: view.clientHeight || window.innerHeight - 60 };
    }

    let reading = false;
    function writeHash() {
      if (reading) return;
      const parts = [];
      if (state.tab !== "graph") parts.push("tab=" + state.tab);
      if (state.subgraph) parts.push("subgraph=" + state.subgraph);
      const box = state.box === null ? null : drawingNow().boxes[state.box];
      if (box?.kind === "operator") parts.push("node=" + box.index);
      else if (state.tensor !== null) parts.push("tensor=" + state.tensor);
      try {
        history.replaceState(null, "", parts.length ? "#" + parts.join("&") : location.pathname);
      } catch { /* Some browsers forbid it for files. */ }
    }

    // `#tab=file`, `#subgraph=1&node=12`, `#tensor=7`, `#view=whole`.
    function readHash() {
      reading = true;
      const wish = new URLSearchParams(location.hash.slice(1));
      const count = key => /^\d+$/.test(wish.get(key) ?? "") ? Number(wish.get(key)) : null;
      const graph = count("subgraph");
      setSubgraph(graph !== null && graph < graphs.length ? graph : 0);
      const tab = wish.get("tab");
      setTab(tab === "graph" || Object.hasOwn(sheets, tab ?? "") ? tab : "graph");
      const node = count("node");
      const tensor = count("tensor");
      if (node !== null && graphNow().operators[node])
        choose(drawingNow().boxes.findIndex(b => b.kind === "operator" && b.index === node), true);
      else if (tensor !== null && tensorAt(tensor)) visitTensor(tensor);
      if (wish.get("view") === "whole") fitGraph();
      reading = false;
    }

    function setTheme(theme) {
      document.documentElement.dataset.theme = theme;
      colors = {};
      filled.clear();
      if (sheets[state.tab]) setTab(state.tab);
      redraw();
    }

    document.title = fileName + " – swiftlet inspect";
    byId("name").textContent = fileName;
    byId("name").title = model.model;
    byId("facts").textContent = `${bytes(model.bytes)} · ${scaled(model.totals.parameters)} `
      + `parameters · ${scaled(model.totals.macs)} MACs`;
    const worst = ["error", "warning", "note"].find(severity =>
      model.findings.some(finding => finding.severity === severity));
    fill(byId("tabs"), ["graph", ...Object.keys(sheets)].map(tab => el("button", {
      role: "tab", "data-tab": tab, onclick: () => setTab(tab),
    }, tab[0].toUpperCase() + tab.slice(1), tab === "findings" && worst
      ? el("span", { class: "badge " + worst }, model.findings.length) : null)));
    const chooser = byId("subgraph");
    fill(chooser, graphs.map((graph, index) => el("option", { value: index },
      `${index} ${graph.name || "subgraph"}`)));
    chooser.style.display = graphs.length > 1 ? "" : "none";
    chooser.addEventListener("change", () => setSubgraph(Number(chooser.value)));
    fill(byId("legend"), families.map(([name, text]) => el("span", {},
      el("span", { class: "dot", style: { background: `var(--${name})` } }), text)));
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
    dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
    byId("theme").addEventListener("click", () =>
      setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
    new ResizeObserver(redraw).observe(byId("view"));
    window.addEventListener("resize", () => {
      filled.clear();
      if (sheets[state.tab]) setTab(state.tab);
    });
    window.addEventListener("hashchange", readHash);
    byId("graph").classList.add("shown");
    readHash();
    drawGraph();
    // The time from navigation to the first drawing, for those who measure.
    requestAnimationFrame(() => requestAnimationFrame(() => {
      document.documentElement.dataset.opened = performance.now().toFixed(0);
    }));
    """#
}
