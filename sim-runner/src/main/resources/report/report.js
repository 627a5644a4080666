"use strict";

/** Puts the charts into the page: controls, keys, tables, theme. */
const Report = (function () {
  const SHOWN_AT_FIRST = 8;

  /** Of many curves some of each kind are shown at first: they lie apart in the list. */
  function shownAtFirst(index, count) {
    if (count <= SHOWN_AT_FIRST) return true;
    for (let shown = 0; shown < SHOWN_AT_FIRST; shown++) {
      if (index === Math.round((shown * (count - 1)) / (SHOWN_AT_FIRST - 1))) return true;
    }
    return false;
  }
  const MOST_ROWS = 2000;
  const CANVAS_ABOVE = 4000;
  const data = JSON.parse(document.getElementById("data").textContent);
  const panels = [];

  function theme() {
    return document.documentElement.dataset.theme;
  }

  function make(tag, attributes, parent, words) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (words !== undefined) element.textContent = words;
    if (parent) parent.appendChild(element);
    return element;
  }

  function fill(select, options, chosen) {
    if ([...select.options].map((option) => option.textContent).join("\n") !== options.join("\n")) {
      select.textContent = "";
      options.forEach((option, index) => make("option", { value: index }, select, option));
    }
    select.value = chosen;
  }

  function choice(parent, name, options, onChange) {
    const label = make("label", {}, parent, name + " ");
    const select = make("select", {}, label);
    fill(select, options, 0);
    select.addEventListener("change", () => onChange(Number(select.value)));
    return select;
  }

  function button(parent, words, label, onClick) {
    const element = make("button", { type: "button", "aria-label": label, title: label }, parent, words);
    element.addEventListener("click", onClick);
    return element;
  }

  function table(parent, label, headings, rows, more) {
    const scroll = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, parent);
    const element = make("table", {}, scroll);
    const head = make("tr", {}, make("thead", {}, element));
    headings.forEach((heading) => make("th", { scope: "col" }, head, heading));
    const body = make("tbody", {}, element);
    for (const row of rows) {
      const line = make("tr", {}, body);
      row.forEach((cell, index) => make("td", { class: index === 0 ? "" : "number" }, line, cell));
    }
    if (more > 0) make("p", { class: "note" }, parent, more + " more rows are in the files beside this report.");
  }

  /** What curves and heat maps have in common. */
  class Panel {
    constructor(chart, parent) {
      this.chart = chart;
      this.figure = make("figure", { id: "picture-" + chart.id }, parent);
      make("h3", {}, this.figure, chart.title);
      this.controls = make("div", { class: "controls" }, this.figure);
      this.legend = make("div", { class: "legend", role: "group", "aria-label": "Curves of " + chart.title }, this.figure);
      this.plot = make("div", {
        class: "plot", tabindex: "0", role: "application", "aria-roledescription": "chart",
        "aria-label": chart.title + ". " + chart.caption + " " + this.help(),
      }, this.figure);
      this.readout = make("p", { class: "readout", "aria-live": "polite" }, this.figure);
      make("figcaption", {}, this.figure, chart.caption);
      this.details = make("details", {}, this.figure);
      make("summary", {}, this.details, "Data and keys");
      this.content = make("div", {}, this.details);
      this.details.addEventListener("toggle", () => this.fillTable());
      this.plot.addEventListener("keydown", (event) => {
        if (!event.ctrlKey && !event.altKey && !event.metaKey && this.key(event.key)) event.preventDefault();
      });
      this.plot.addEventListener("blur", () => this.leave());
    }

    start(renderer) {
      this.echart = echarts.init(this.plot, null, { renderer });
    }

    option(colours, width) {
      throw new Error("a panel says how it looks");
    }

    draw() {
      this.echart.setOption(this.option(theme(), this.plot.clientWidth), { notMerge: true });
      this.fillTable();
    }

    resize() {
      this.echart.resize();
      this.draw();
    }

    /** Takes newer data of the same picture; what was chosen stays. */
    update(chart) {
      this.chart = chart;
      this.figure.querySelector("figcaption").textContent = chart.caption;
    }

    fillTable() {
      this.content.textContent = "";
      if (this.details.open) {
        make("p", { class: "note" }, this.content, this.help());
        this.addTable(this.content);
      }
    }

    /** Pixels of the plot's height if it is so many wide. */
    tall(width) {
      return this.plot.clientHeight;
    }

    /** Drawn again, on white, with title and legend: as it goes into a paper. */
    svg() {
      const width = 960;
      const height = Math.max(540, this.tall(width) + 90);
      const paper = echarts.init(null, null, { renderer: "svg", ssr: true, width, height });
      const option = this.option("light", width);
      option.backgroundColor = "#ffffff";
      // Texts for screen readers would need a page.
      option.aria.label.enabled = false;
      const lower = (part) => ({ ...part, top: part.top + 66 });
      const others = (option.title || []).map(lower);
      option.title = [{ text: this.chart.title, subtext: this.subtitle(), left: 12, top: 6, textStyle: { fontSize: 16 } }, ...others];
      const names = this.shownNames();
      if (names.length > 0) {
        option.legend = { type: "plain", bottom: 6, left: 12, right: 12, data: names };
        if (!Array.isArray(option.grid)) option.grid.bottom = 70 + 22 * Math.ceil(names.length / 4);
      }
      option.grid = [].concat(option.grid).map(lower);
      option.dataZoom = (option.dataZoom || []).filter((zoom) => zoom.type === "inside");
      option.series.filter((series) => String(series.id).startsWith("cursor")).forEach((series) => (series.data = []));
      paper.setOption(option);
      const text = paper.renderToSVGString();
      paper.dispose();
      return text;
    }

    save() {
      const link = make("a", {
        href: URL.createObjectURL(new Blob([this.svg()], { type: "image/svg+xml" })),
        download: this.chart.id + ".svg",
      }, document.body);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    }

    say(words) {
      this.readout.textContent = words;
    }
  }

  /** What lies along an axis that can be zoomed. */
  class ZoomPanel extends Panel {
    addZoom() {
      button(this.controls, "−", "Zoom out", () => this.zoom(1.5));
      button(this.controls, "+", "Zoom in", () => this.zoom(1 / 1.5));
      button(this.controls, "Whole", "Show the whole range", () => this.zoom(0));
    }

    followZoom() {
      this.echart.on("datazoom", () => {
        const zoom = this.echart.getOption().dataZoom[0];
        this.state.zoom = [zoom.start, zoom.end];
      });
    }

    /** Changes the width of what is shown; 0 shows all. */
    zoom(factor) {
      const [from, to] = this.state.zoom;
      const width = factor === 0 ? 100 : Math.min(100, Math.max(1, (to - from) * factor));
      const middle = Math.min(100 - width / 2, Math.max(width / 2, (from + to) / 2));
      this.state.zoom = [middle - width / 2, middle + width / 2];
      this.draw();
      this.say("Shown: " + Math.round(width) + " % of the range.");
    }

    zoomKey(key) {
      const factors = { "+": 1 / 1.5, "=": 1 / 1.5, "-": 1.5, "−": 1.5, 0: 0 };
      if (!(key in factors)) return false;
      this.zoom(factors[key]);
      return true;
    }
  }

  class CurvePanel extends ZoomPanel {
    constructor(chart, parent) {
      super(chart, parent);
      this.state = { hidden: new Set(), zoom: [0, 100], cursor: null };
      this.curve = 0;
      this.at = -1;
      this.view = chart.views[0];
      if (chart.views.length > 1) {
        this.select = choice(this.controls, "Show", [], (index) => this.show(index));
        this.fillChoice();
      }
      make("span", { class: "space" }, this.controls);
      if (chart.kind === "lines") this.addZoom();
      button(this.controls, "Save SVG", "Save this chart as SVG", () => this.save());
      this.start("svg");
      this.followZoom();
      this.show(0);
    }

    fillChoice() {
      if (this.select) fill(this.select, this.chart.views.map((view) => view.name), this.chart.views.indexOf(this.view));
    }

    update(chart) {
      super.update(chart);
      const same = chart.views.findIndex((view) => view.name === this.view.name);
      const names = Options.names(this.view).join("\n");
      this.view = chart.views[Math.max(0, same)];
      this.fillChoice();
      if (names !== Options.names(this.view).join("\n")) this.show(Math.max(0, same));
      else this.draw();
    }

    help() {
      return "Keys: left and right move along a curve, up and down to another curve"
        + (this.chart.kind === "lines" ? ", + and − zoom, 0 shows all." : ".");
    }

    subtitle() {
      return this.view.name;
    }

    shownNames() {
      const names = Options.names(this.view).filter((name) => !this.state.hidden.has(name));
      return names.length > 1 ? names : [];
    }

    show(index) {
      this.view = this.chart.views[index];
      const names = Options.names(this.view);
      if (this.shown !== names.join("\n")) {
        this.state.hidden = new Set(names.filter((name, index) => !shownAtFirst(index, names.length)));
        this.shown = names.join("\n");
      }
      this.state.zoom = [0, 100];
      this.leave();
      this.fillLegend(names);
      this.draw();
    }

    fillLegend(names) {
      this.legend.textContent = "";
      this.legend.hidden = names.length < 2;
      names.forEach((name, index) => {
        const entry = make("button", { type: "button", "aria-pressed": String(!this.state.hidden.has(name)) }, this.legend);
        entry.innerHTML = this.swatch(index);
        make("span", {}, entry, name);
        entry.addEventListener("click", () => {
          if (!this.state.hidden.delete(name)) this.state.hidden.add(name);
          entry.setAttribute("aria-pressed", String(!this.state.hidden.has(name)));
          this.leave();
          this.draw();
        });
      });
      if (names.length > SHOWN_AT_FIRST) {
        this.say(SHOWN_AT_FIRST + " of " + names.length + " are shown; choose others above the chart.");
      }
    }

    swatch(index) {
      return Options.swatch(index, this.chart.kind, theme());
    }

    option(colours, width) {
      return Options.of(this.chart, this.view, this.state, colours, width);
    }

    visible() {
      return this.view.curves.filter((curve) => !this.state.hidden.has(curve.name));
    }

    key(key) {
      const curves = this.visible();
      if (curves.length === 0) return false;
      const steps = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9 };
      if (key in steps) this.move(curves, this.curve, this.at < 0 ? 0 : this.at + steps[key]);
      else if (key === "ArrowUp" || key === "ArrowDown") this.change(curves, key === "ArrowUp" ? -1 : 1);
      else if (key === "Escape") this.leave();
      else return this.chart.kind === "lines" && this.zoomKey(key);
      return true;
    }

    /** Goes to the next curve, to its point that is nearest in x. */
    change(curves, step) {
      const from = curves[Math.min(this.curve, curves.length - 1)];
      const next = (this.curve + step + curves.length) % curves.length;
      const x = this.at < 0 ? -Infinity : from.points[Math.min(this.at, from.points.length - 1)][0];
      let nearest = 0;
      curves[next].points.forEach((point, index) => {
        if (Math.abs(point[0] - x) < Math.abs(curves[next].points[nearest][0] - x)) nearest = index;
      });
      this.move(curves, next, nearest);
    }

    move(curves, curve, at) {
      this.curve = Math.min(curve, curves.length - 1);
      const points = curves[this.curve].points;
      this.at = Math.max(0, Math.min(points.length - 1, at));
      this.state.cursor = points[this.at].slice(0, 2);
      this.echart.setOption({ series: [{ id: "cursor", data: [this.state.cursor] }] });
      const words = Options.point(this.view, curves[this.curve], this.at);
      this.say(words.curve + ": " + words.y + " at " + words.x + " (point " + (this.at + 1) + " of " + points.length + ")");
    }

    leave() {
      this.at = -1;
      if (this.state.cursor) {
        this.state.cursor = null;
        this.echart.setOption({ series: [{ id: "cursor", data: [] }] });
      }
    }

    addTable(parent) {
      const rows = [];
      for (const curve of this.visible()) {
        for (const point of curve.points) {
          rows.push([curve.name + (curve.part ? " (" + curve.part + ")" : ""), Options.text(this.view.x, point[0]),
            Options.number(point[1]), point[2] > 0 ? "± " + Options.number(point[2]) : "", point[3] || 1, Options.remarks(point).join(", ")]);
        }
      }
      const several = rows.some((row) => row[4] > 1);
      const noted = rows.some((row) => row[5] !== "");
      const headings = ["Curve", Options.title(this.view.x), Options.title(this.view.y), "95 %", "Seeds", "Notes"];
      const cut = (row) => [...row.slice(0, several ? 5 : 3), ...(noted ? [row[5]] : [])];
      table(parent, "Data of " + this.chart.title, cut(headings), rows.slice(0, MOST_ROWS).map(cut), rows.length - MOST_ROWS);
    }
  }

  class HeatPanel extends Panel {
    constructor(chart, parent) {
      super(chart, parent);
      this.state = { cell: null };
      this.runs = [...new Set(chart.sets.map((set) => set.run))];
      this.run = this.busiest();
      if (this.runs.length > 1) {
        choice(this.controls, "Run", this.runs, (index) => this.choose(this.runs[index], this.quantity)).selectedIndex = this.runs.indexOf(this.run);
      }
      this.select = choice(this.controls, chart.choice, [], (index) => this.choose(this.run, this.quantities()[index]));
      make("span", { class: "space" }, this.controls);
      button(this.controls, "Save SVG", "Save this chart as SVG", () => this.save());
      this.legend.hidden = true;
      this.start(Math.max(...chart.sets.map((set) => set.values.length)) > CANVAS_ABOVE ? "canvas" : "svg");
      this.choose(this.run, this.quantities()[0]);
    }

    /** The run whose links carry most, which has something to show. */
    busiest() {
      let run = this.runs[0];
      let most = -Infinity;
      for (const set of this.chart.sets) {
        const known = set.values.filter((value) => value !== null);
        const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
        if (mean > most) [most, run] = [mean, set.run];
      }
      return run;
    }

    quantities() {
      return this.chart.sets.filter((set) => set.run === this.run).map((set) => set.quantity);
    }

    choose(run, quantity) {
      this.run = run;
      const known = this.quantities();
      this.quantity = known.includes(quantity) ? quantity : known[0];
      fill(this.select, known, known.indexOf(this.quantity));
      this.state.cell = null;
      this.resize();
    }

    update(chart) {
      super.update(chart);
      this.draw();
    }

    set() {
      return Heat.sets(this.chart, this);
    }

    help() {
      return "Keys: arrows move over the map, Page Up and Page Down to another part of it.";
    }

    subtitle() {
      return this.run + ", " + this.quantity;
    }

    shownNames() {
      return [];
    }

    option(colours, width) {
      return Heat.of(this.chart, this, this.state, colours, width);
    }

    resize() {
      this.plot.style.height = Heat.height(this.chart, this, this.plot.clientWidth) + "px";
      super.resize();
    }

    key(key) {
      const layout = this.chart.layouts[this.set().layout];
      const inTile = layout.columns * layout.rows;
      const steps = {
        ArrowRight: 1, ArrowLeft: -1, ArrowUp: layout.columns, ArrowDown: -layout.columns, PageDown: inTile, PageUp: -inTile,
      };
      if (key === "Escape") {
        this.leave();
        return true;
      }
      if (!(key in steps)) return false;
      const next = this.state.cell === null ? 0 : this.state.cell + steps[key];
      this.state.cell = Math.max(0, Math.min(this.set().values.length - 1, next));
      this.draw();
      const words = Heat.words(this.chart, this.set(), this.state.cell);
      this.say(words.at + ": " + words.value);
      return true;
    }

    leave() {
      if (this.state.cell !== null) {
        this.state.cell = null;
        this.draw();
      }
    }

    addTable(parent) {
      const set = this.set();
      const rows = [];
      for (let cell = 0; cell < set.values.length && rows.length < MOST_ROWS; cell++) {
        const words = Heat.words(this.chart, set, cell);
        rows.push([words.at, words.value]);
      }
      table(parent, "Data of " + this.chart.title, ["Place", this.quantity], rows, set.values.length - rows.length);
    }
  }

  class GraphPanel extends ZoomPanel {
    constructor(chart, parent) {
      super(chart, parent);
      this.state = { zoom: [0, 100], zoomY: [0, 100], link: null };
      this.runs = chart.sets.map((set) => set.run);
      this.run = this.busiest();
      if (this.runs.length > 1) {
        choice(this.controls, "Run", this.runs, (index) => this.choose(this.runs[index])).selectedIndex = this.runs.indexOf(this.run);
      }
      make("span", { class: "space" }, this.controls);
      this.addZoom();
      button(this.controls, "Save SVG", "Save this chart as SVG", () => this.save());
      this.start(Math.max(...chart.layouts.map((layout) => layout.links.length)) > CANVAS_ABOVE / 4 ? "canvas" : "svg");
      this.followZoom();
      this.resize();
    }

    /** The run with the most bytes of a link, which has something to show. */
    busiest() {
      const most = (set) => set.bytes.reduce((large, bytes) => Math.max(large, bytes), 0);
      return this.chart.sets.reduce((best, set) => (most(set) > most(best) ? set : best)).run;
    }

    followZoom() {
      this.echart.on("datazoom", () => {
        const zooms = this.echart.getOption().dataZoom;
        this.state.zoom = [zooms[0].start, zooms[0].end];
        this.state.zoomY = [zooms[1].start, zooms[1].end];
      });
    }

    zoom(factor) {
      const narrow = ([from, to], share) => {
        const width = factor === 0 ? 100 : share;
        const middle = Math.min(100 - width / 2, Math.max(width / 2, (from + to) / 2));
        return [middle - width / 2, middle + width / 2];
      };
      const share = Math.min(100, Math.max(2, (this.state.zoom[1] - this.state.zoom[0]) * factor));
      this.state.zoomY = narrow(this.state.zoomY, share);
      this.state.zoom = narrow(this.state.zoom, share);
      this.draw();
      this.say("Shown: " + Math.round(factor === 0 ? 100 : share) + " % of width and height.");
    }

    choose(run) {
      this.run = run;
      this.state.link = null;
      this.state.zoom = [0, 100];
      this.state.zoomY = [0, 100];
      this.resize();
    }

    update(chart) {
      super.update(chart);
      this.resize();
    }

    help() {
      return "Keys: left and right move from link to link, the busiest first; + and − zoom, 0 shows all. The wheel zooms with Ctrl, and what is zoomed can be dragged.";
    }

    subtitle() {
      return this.run;
    }

    shownNames() {
      return [];
    }

    tall(width) {
      return Graph.height(this.chart, this, width);
    }

    option(colours, width) {
      return Graph.of(this.chart, this, this.state, colours, width);
    }

    draw() {
      this.fillKinds();
      super.draw();
    }

    fillKinds() {
      const layout = Graph.layoutOf(this.chart, this);
      const kinds = Graph.kinds(layout);
      this.legend.textContent = "";
      this.legend.hidden = kinds.length < 2;
      this.legend.setAttribute("aria-label", "Kinds of routers");
      kinds.forEach((kind, index) => {
        const entry = make("span", { class: "key" }, this.legend);
        entry.innerHTML = Graph.swatch(index, layout, theme(), this.plot.clientWidth);
        make("span", {}, entry, kind);
      });
    }

    resize() {
      this.plot.style.height = this.tall(this.plot.clientWidth) + "px";
      super.resize();
    }

    key(key) {
      const order = Graph.drawn(this.chart, this);
      const steps = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9 };
      if (key === "Escape") {
        this.leave();
        return true;
      }
      if (!(key in steps)) return this.zoomKey(key);
      const at = this.state.link === null ? 0 : order.indexOf(this.state.link) + steps[key];
      this.state.link = order[Math.max(0, Math.min(order.length - 1, at))];
      this.draw();
      const words = Graph.words(this.chart, this, this.state.link);
      this.say(words.way + ": utilization " + words.share + (words.bytes ? ", " + words.bytes : ""));
      return true;
    }

    leave() {
      if (this.state.link !== null) {
        this.state.link = null;
        this.draw();
      }
    }

    addTable(parent) {
      const order = Graph.order(this.chart, this);
      const rows = order.slice(0, MOST_ROWS).map((index) => {
        const words = Graph.words(this.chart, this, index);
        return [words.from, words.to, words.port, words.share, words.bytes];
      });
      table(parent, "Data of " + this.chart.title, ["From", "To", "Port", "Utilization", "Bytes"], rows, order.length - rows.length);
    }
  }

  /** Buttons with the colour and pattern of each state; those that can be left out say so. */
  function fillStates(panel, hidden, onClick) {
    panel.legend.textContent = "";
    panel.chart.states.forEach((state, index) => {
      const entry = make(onClick ? "button" : "span", onClick ? { type: "button", "aria-pressed": String(!hidden.has(state)) } : { class: "key" }, panel.legend);
      const swatch = Jobs.swatch(index, panel.chart.states, theme(), 28, 14);
      swatch.setAttribute("aria-hidden", "true");
      swatch.style.width = "28px";
      swatch.style.height = "14px";
      entry.appendChild(swatch);
      make("span", {}, entry, Jobs.words(state));
      if (onClick) entry.addEventListener("click", () => onClick(state));
    });
  }

  class TimeLinePanel extends ZoomPanel {
    constructor(chart, parent) {
      super(chart, parent);
      const runs = chart.sets.map((set) => set.run);
      const jobs = [...new Set(chart.sets.flatMap((set) => set.bands.map((band) => band.job)))];
      this.choice = { run: runs[0], beside: runs.length > 1 ? runs[1] : null, job: null };
      this.state = { zoom: [0, 100], cursor: null, hover: null };
      if (runs.length > 1) {
        choice(this.controls, "Run", runs, (index) => this.choose({ run: runs[index] }));
        choice(this.controls, "Below it", ["none", ...runs], (index) => this.choose({ beside: index === 0 ? null : runs[index - 1] })).value = 2;
      }
      if (jobs.length > 1) choice(this.controls, "Job", ["all", ...jobs], (index) => this.choose({ job: index === 0 ? null : jobs[index - 1] }));
      make("span", { class: "space" }, this.controls);
      this.addZoom();
      button(this.controls, "Save SVG", "Save this chart as SVG", () => this.save());
      this.start("canvas");
      this.followZoom();
      this.echart.getZr().on("mousemove", (event) => {
        this.state.hover = Jobs.at(this.chart, this.choice, this.echart, event.offsetX, event.offsetY);
      });
      this.resize();
    }

    choose(changes) {
      Object.assign(this.choice, changes);
      this.state.cursor = this.state.hover = null;
      this.resize();
    }

    update(chart) {
      super.update(chart);
      this.resize();
    }

    help() {
      return "Keys: arrows move over the time line, + and − zoom, 0 shows all.";
    }

    subtitle() {
      return this.choice.job === null ? "" : "Job " + this.choice.job;
    }

    shownNames() {
      return this.chart.states.map(Jobs.words);
    }

    draw() {
      fillStates(this);
      super.draw();
    }

    resize() {
      this.plot.style.height = Jobs.height(this.chart, this.choice) + "px";
      super.resize();
    }

    option(colours, width) {
      return Jobs.timeline(this.chart, this.choice, this.state, colours, width);
    }

    key(key) {
      const all = Jobs.shown(this.chart, this.choice);
      const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], PageDown: [10, 0], PageUp: [-10, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
      if (key === "Escape") {
        this.leave();
        return true;
      }
      if (!(key in steps)) return this.zoomKey(key);
      const here = this.state.cursor || { set: all[0].set, row: all[0].rows[0], bin: -1 };
      const one = all.find((each) => each.set === here.set);
      const row = Math.max(0, Math.min(one.rows.length - 1, one.rows.indexOf(here.row) + steps[key][1]));
      const bin = Math.max(0, Math.min(here.set.bins - 1, here.bin + steps[key][0]));
      this.state.cursor = { set: here.set, row: one.rows[row], bin };
      this.draw();
      const words = Jobs.say(this.chart, here.set, one.rows[row], bin);
      this.say(words.at + ": " + words.value);
      return true;
    }

    leave() {
      if (this.state.cursor !== null) {
        this.state.cursor = null;
        this.draw();
      }
    }

    addTable(parent) {
      const rows = [];
      let more = 0;
      for (const one of Jobs.shown(this.chart, this.choice)) {
        for (const row of one.rows) {
          for (let bin = 0; bin < one.set.bins; bin++) {
            const words = Jobs.say(this.chart, one.set, row, bin);
            if (words.value !== "nothing") rows.length < MOST_ROWS ? rows.push([one.set.run + ", " + words.at, words.value]) : more++;
          }
        }
      }
      table(parent, "Data of " + this.chart.title, ["Place", "What took most"], rows, more);
    }
  }

  class RankPanel extends Panel {
    constructor(chart, parent) {
      super(chart, parent);
      this.state = { hidden: new Set(), cursor: null };
      this.set = chart.sets[0];
      const runs = chart.sets.map((set) => set.run);
      if (runs.length > 1) choice(this.controls, "Run", runs, (index) => this.choose(this.chart.sets[index]));
      make("span", { class: "space" }, this.controls);
      button(this.controls, "Save SVG", "Save this chart as SVG", () => this.save());
      this.start("canvas");
      this.draw();
    }

    choose(set) {
      this.set = set;
      this.state.cursor = null;
      this.draw();
    }

    update(chart) {
      super.update(chart);
      this.choose(chart.sets.find((set) => set.run === this.set.run) || chart.sets[0]);
    }

    help() {
      return "Keys: left and right move along the ranks.";
    }

    subtitle() {
      return this.chart.sets.length > 1 ? this.set.run : "";
    }

    shownNames() {
      return this.chart.states.filter((state) => !this.state.hidden.has(state)).map(Jobs.words);
    }

    draw() {
      fillStates(this, this.state.hidden, (state) => {
        if (!this.state.hidden.delete(state)) this.state.hidden.add(state);
        this.draw();
      });
      super.draw();
    }

    option(colours, width) {
      return Jobs.bars(this.chart, this.set, this.state, colours, width);
    }

    key(key) {
      const steps = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9 };
      if (key === "Escape") this.leave();
      else if (key in steps) {
        const next = this.state.cursor === null ? 0 : this.state.cursor + steps[key];
        this.state.cursor = Math.max(0, Math.min(this.set.bars.length - 1, next));
        this.draw();
        const bar = this.set.bars[this.state.cursor];
        this.say(bar.job + ", " + Jobs.ranks(bar) + ": " + Jobs.parts(this.chart, bar).join(", "));
      } else return false;
      return true;
    }

    leave() {
      if (this.state.cursor !== null) {
        this.state.cursor = null;
        this.draw();
      }
    }

    addTable(parent) {
      const rows = this.set.bars.map((bar) => [bar.job + ", " + Jobs.ranks(bar), ...bar.ticks.map(Options.number)]);
      table(parent, "Data of " + this.chart.title, ["Ranks", ...this.chart.states.map((state) => Jobs.words(state) + " [ticks]")], rows.slice(0, MOST_ROWS), rows.length - MOST_ROWS);
    }
  }

  const PANELS = { heat: HeatPanel, graph: GraphPanel, timeline: TimeLinePanel, ranks: RankPanel };

  function setTheme(name) {
    document.documentElement.dataset.theme = name;
    const dark = name === "dark";
    const toggle = document.getElementById("theme");
    toggle.setAttribute("aria-pressed", String(dark));
    toggle.textContent = dark ? "Light" : "Dark";
    toggle.setAttribute("aria-label", dark ? "Light colours" : "Dark colours");
    for (const panel of panels) {
      panel.draw();
      if (panel instanceof CurvePanel) panel.fillLegend(Options.names(panel.view));
    }
  }

  function fillNavigation() {
    const navigation = document.getElementById("sections");
    document.querySelectorAll("main section").forEach((section) => {
      make("a", { href: "#" + section.id }, navigation, section.querySelector("h2").textContent);
    });
  }

  function add(picture) {
    const place = document.getElementById(picture.section || "pictures");
    panels.push(new (PANELS[picture.kind] || CurvePanel)(picture, place));
  }

  /** Shows newer data: pictures known by their id change, others are added. */
  function update(pictures) {
    for (const picture of pictures) {
      const known = panels.find((panel) => panel.chart.id === picture.id);
      if (known) known.update(picture);
      else add(picture);
    }
  }

  const dark = matchMedia("(prefers-color-scheme: dark)");
  setTheme(dark.matches ? "dark" : "light");
  fillNavigation();
  data.pictures.forEach(add);
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  document.getElementById("theme").addEventListener("click", () => setTheme(theme() === "dark" ? "light" : "dark"));
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth !== width) panels.forEach((panel) => panel.resize());
    width = window.innerWidth;
  });
  return { update };
})();
