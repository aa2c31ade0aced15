/// The look of the page and its fixed elements.
enum PageStyle {
  /// The style sheet: colours as variables, for light and for dark.
  static let text = #"""
    :root {
      color-scheme: light;
      --bg: #f4f5f7; --panel: #ffffff; --ink: #1d2330; --soft: #5d6679; --line: #d9dde5;
      --accent: #2f6fde; --edge: #8a94a8; --focus: #e8590c; --shadow: 0 1px 3px #1d233022;
      --product: #2f6fde; --activation: #c2405c; --reduction: #2b8a57; --movement: #8a6d3b;
      --conversion: #7a4fc9; --control: #0d8a8f; --custom: #d9600f; --arithmetic: #59657c;
      --input: #39424f; --output: #39424f;
      --error: #c92a2a; --warning: #b3640a; --note: #4c6a92;
      --header: #e8590c; --vtable: #d6336c; --table: #7048e8; --vector: #1c7ed6;
      --string: #0ca678; --buffer: #74879f; --metadata: #f08c00; --customOptions: #e64980;
      --zipHeader: #ae8a12; --associatedFile: #5c940d; --zipDirectory: #c9a227;
      --zipEnd: #947600; --padding: #ced4da; --gap: #fa5252; --trailing: #c2255c;
    }
    :root[data-theme="dark"] {
      color-scheme: dark;
      --bg: #14171d; --panel: #1d222b; --ink: #e8ebf1; --soft: #9aa4b8; --line: #323a48;
      --accent: #6ea0ff; --edge: #6b768c; --focus: #ffa94d; --shadow: 0 1px 3px #00000066;
      --product: #3f78dd; --activation: #c24d66; --reduction: #2f9160; --movement: #94763f;
      --conversion: #8159cc; --control: #16898e; --custom: #cf6216; --arithmetic: #5f6c86;
      --input: #4a5668; --output: #4a5668;
      --error: #ff8787; --warning: #ffc078; --note: #91b4e4;
      --header: #ff922b; --vtable: #f06595; --table: #9775fa; --vector: #4dabf7;
      --string: #38d9a9; --buffer: #6d7f97; --metadata: #ffa94d; --customOptions: #f783ac;
      --zipHeader: #d4ab1c; --associatedFile: #94d82d; --zipDirectory: #e6c34a;
      --zipEnd: #b8962e; --padding: #495057; --gap: #ff8787; --trailing: #f06595;
    }
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body {
      display: flex; flex-direction: column; background: var(--bg); color: var(--ink);
      font: 14px/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
    }
    button, select, input { font: inherit; color: inherit; }
    button, select, input[type="search"] {
      background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
      padding: 4px 10px;
    }
    button { cursor: pointer; }
    button:hover { border-color: var(--accent); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    header {
      display: flex; align-items: center; gap: 14px; padding: 8px 14px; flex-wrap: wrap;
      background: var(--panel); border-bottom: 1px solid var(--line); z-index: 2;
    }
    header .name { font-weight: 650; max-width: 26em; overflow: hidden; text-overflow: ellipsis;
      white-space: nowrap; }
    header .facts { color: var(--soft); white-space: nowrap; }
    nav { display: flex; gap: 2px; }
    nav button { border-color: transparent; background: none; color: var(--soft); }
    nav button[aria-selected="true"] { color: var(--ink); background: var(--bg);
      border-color: var(--line); font-weight: 600; }
    .badge { display: inline-block; min-width: 1.5em; margin-left: 6px; padding: 0 5px;
      border-radius: 9px; color: #fff; background: var(--note); font-size: 11px; }
    .badge.error { background: #c92a2a; } .badge.warning { background: #b3640a; }
    .tools { margin-left: auto; display: flex; gap: 8px; position: relative; }
    #search { width: 14em; }
    #results { position: absolute; top: 100%; right: 0; width: 32em; max-height: 60vh;
      overflow: auto; margin: 4px 0 0; padding: 4px; list-style: none; background: var(--panel);
      border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 6px 24px #0003; }
    #results:empty { display: none; }
    #results li { padding: 4px 8px; border-radius: 5px; cursor: pointer; white-space: nowrap;
      overflow: hidden; text-overflow: ellipsis; }
    #results li.current, #results li:hover { background: var(--bg); }
    main { flex: 1; min-height: 0; position: relative; }
    main > section { position: absolute; inset: 0; display: none; }
    main > section.shown { display: flex; }
    .sheet { overflow: auto; padding: 18px 22px; flex-direction: column; gap: 14px; }
    #view { flex: 1; position: relative; min-width: 0; overflow: hidden; }
    #view canvas { position: absolute; inset: 0; cursor: grab; touch-action: none; }
    #view canvas.dragging { cursor: grabbing; }
    #zoom { position: absolute; left: 14px; bottom: 14px; display: flex; gap: 4px; }
    #legend { position: absolute; left: 14px; top: 12px; display: flex; flex-wrap: wrap;
      gap: 2px 12px; font-size: 12px; color: var(--soft); pointer-events: none;
      padding: 3px 9px; border-radius: 7px; max-width: calc(100% - 28px);
      background: var(--bg); }
    .dot { display: inline-block; width: 10px; height: 10px; border-radius: 3px;
      margin-right: 5px; vertical-align: -1px; }
    aside { width: 380px; overflow: auto; padding: 16px 18px; background: var(--panel);
      border-left: 1px solid var(--line); overflow-wrap: anywhere; }
    @media (max-width: 760px) {
      #graph { flex-direction: column; } #view { min-height: 0; }
      aside { width: auto; height: 40%; border-left: 0; border-top: 1px solid var(--line); }
      header .facts { display: none; }
    }
    h2 { font-size: 17px; margin: 0 0 2px; } h3 { font-size: 12px; margin: 18px 0 6px;
      text-transform: uppercase; letter-spacing: .05em; color: var(--soft); }
    dl { display: grid; grid-template-columns: minmax(7em, auto) 1fr; gap: 2px 12px; margin: 0; }
    dt { color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; }
    code, .mono { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
      font-size: 12.5px; }
    .card { border: 1px solid var(--line); border-radius: 8px; padding: 8px 10px;
      margin-bottom: 8px; background: var(--bg); }
    .card .title { font-weight: 600; }
    .card .title .link { display: -webkit-box; -webkit-box-orient: vertical;
      -webkit-line-clamp: 2; overflow: hidden; }
    .soft { color: var(--soft); }
    .link { background: none; border: 0; padding: 0; color: var(--accent); cursor: pointer;
      text-align: left; overflow-wrap: anywhere; }
    .link:hover { text-decoration: underline; }
    .severity { font-weight: 650; } .severity.error { color: var(--error); }
    .severity.warning { color: var(--warning); } .severity.note { color: var(--note); }
    .cards { display: flex; flex-wrap: wrap; gap: 10px; }
    .cards .card { margin: 0; min-width: 9em; background: var(--panel); }
    .cards .value { font-size: 19px; font-weight: 650; }
    .plot { position: relative; background: var(--panel); border: 1px solid var(--line);
      border-radius: 8px; }
    .plot canvas { display: block; width: 100%; }
    #tip { position: fixed; z-index: 5; max-width: 34em; padding: 7px 10px; border-radius: 7px;
      background: var(--ink); color: var(--bg); font-size: 12.5px; pointer-events: none;
      display: none; overflow-wrap: anywhere; white-space: pre-line; }
    .grid { border: 1px solid var(--line); border-radius: 8px; background: var(--panel);
      overflow: auto; position: relative; flex: 1; min-height: 260px; }
    .grid .row { display: grid; gap: 12px; height: 24px; line-height: 24px; padding: 0 12px;
      position: absolute; left: 0; right: 0; white-space: nowrap; }
    .grid .row > * { overflow: hidden; text-overflow: ellipsis; }
    .grid .row:nth-child(odd) { background: color-mix(in srgb, var(--bg) 55%, transparent); }
    .grid .head { position: sticky; top: 0; z-index: 1; background: var(--panel);
      font-weight: 600; border-bottom: 1px solid var(--line); }
    .grid .number { text-align: right; font-variant-numeric: tabular-nums; }
    .chips { display: flex; flex-wrap: wrap; gap: 6px; }
    .chips button { font-size: 12.5px; } .chips button.off { opacity: .4; }
    details > summary { cursor: pointer; color: var(--soft); }
    pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
    """#

  /// The elements that the script fills.
  static let skeleton = #"""
    <header>
      <span class="name" id="name"></span><span class="facts" id="facts"></span>
      <nav id="tabs" role="tablist"></nav>
      <div class="tools">
        <select id="subgraph" aria-label="subgraph"></select>
        <input id="search" type="search" placeholder="Search  ( / )"
          aria-label="search" autocomplete="off">
        <button id="theme" title="light or dark">◐</button>
        <ul id="results"></ul>
      </div>
    </header>
    <main>
      <section id="graph">
        <div id="view">
          <canvas tabindex="0" aria-label="graph"></canvas>
          <div id="legend"></div>
          <div id="zoom">
            <button data-zoom="in" title="closer (+)">+</button>
            <button data-zoom="out" title="farther (−)">−</button>
            <button data-zoom="fit" title="whole graph (f)">whole</button>
            <button data-zoom="width" title="readable (r)">readable</button>
          </div>
        </div>
        <aside id="details"></aside>
      </section>
      <section id="tensors" class="sheet"></section>
      <section id="memory" class="sheet"></section>
      <section id="file" class="sheet"></section>
      <section id="metadata" class="sheet"></section>
      <section id="findings" class="sheet"></section>
    </main>
    <div id="tip" role="tooltip"></div>
    """#
}
