"use strict";

/** How a machine looks as a picture: routers, and an arrow for each link and direction. */
const Graph = (function () {
  // Even steps of lightness, from what is hardly seen on the paper to what is seen best.
  const RAMPS = {
    light: ["#c9d2da", "#a3bfdb", "#6f9fd4", "#4a78bd", "#4b4fa3", "#5a2a80", "#4a0a4c"],
    dark: ["#3c4853", "#3d6690", "#3a8cc4", "#5db4d6", "#a2cf9f", "#dfdc70", "#fff08a"],
  };
  // Of kinds of routers, apart from the colours of links.
  const FILLS = {
    light: ["#ffffff", "#e3e8ec", "#f6ecd9", "#dcebe2", "#eadff0", "#d5dce2"],
    dark: ["#1a1f25", "#38434e", "#4a4029", "#26453a", "#453651", "#55616d"],
  };
  const MOST_UNIT = 110;
  const MOST_HEIGHT = 860;
  const PAD = 0.62;
  const FRAME = 0.54;
  /** Pixels above for the name of a frame, below for the scale, and at the sides. */
  const ABOVE = 20;
  const BELOW = 58;
  const SIDE = 6;
  const CHARACTER = 6.3;

  function lerp(colours, at) {
    const place = Math.min(0.999999, Math.max(0, at)) * (colours.length - 1);
    const first = Math.floor(place);
    const part = (colour, from) => parseInt(colour.slice(from, from + 2), 16);
    const mixed = [1, 3, 5].map((from) => {
      const low = part(colours[first], from);
      return Math.round(low + (part(colours[first + 1], from) - low) * (place - first));
    });
    return "rgb(" + mixed.join(",") + ")";
  }

  function set(chart, choice) {
    return chart.sets.find((each) => each.run === choice.run);
  }

  function layoutOf(chart, choice) {
    return chart.layouts[set(chart, choice).layout];
  }

  function kinds(layout) {
    return [...new Set(layout.routers.map((router) => router[1]))];
  }

  /** What a router is called in a sentence. */
  function called(router) {
    return /^[0-9]+$/.test(router[0]) ? router[1] + " " + router[0] : router[0];
  }

  function outline(layout) {
    const xs = layout.routers.map((router) => router[4]);
    const ys = layout.routers.map((router) => router[5]);
    return { left: Math.min(...xs) - PAD, right: Math.max(...xs) + PAD, top: Math.min(...ys) - PAD, bottom: Math.max(...ys) + PAD };
  }

  /** Pixels of a step, and of the area of the picture. */
  function size(layout, width) {
    const around = outline(layout);
    const wide = width - 2 * SIDE;
    const unit = Math.min(MOST_UNIT, wide / (around.right - around.left), MOST_HEIGHT / (around.bottom - around.top));
    return { around, unit, wide, tall: Math.ceil((around.bottom - around.top) * unit) + ABOVE };
  }

  function height(chart, choice, width) {
    return size(layoutOf(chart, choice), width).tall + BELOW;
  }

  /** The largest share of all runs, rounded up to a number that a scale may end with; at most 1. */
  function most(chart) {
    let largest = 0;
    for (const each of chart.sets) for (const share of each.shares) largest = Math.max(largest, share);
    const value = Math.max(largest / chart.scale, 0.001);
    const step = 10 ** Math.floor(Math.log10(value));
    return Math.min(1, Math.ceil((value / step) * 2 - 1e-9) / 2 * step);
  }

  /** Links beside each other between the same two routers: how far each is from the middle. */
  function lanes(layout) {
    const between = new Map();
    layout.links.forEach((link, index) => {
      const key = [link[0], link[2], link[3], link[4]].join(" ");
      if (!between.has(key)) between.set(key, []);
      between.get(key).push(index);
    });
    const result = new Array(layout.links.length).fill(0);
    for (const links of between.values()) {
      const [from, , to] = layout.links[links[0]];
      links.forEach((index, place) => (result[index] = (from < to ? 1 : -1) * (place - (links.length - 1) / 2)));
    }
    return result;
  }

  /** Characters of the longest name, and of the longest word of a name. */
  function texts(layout) {
    const most = (words) => Math.max(...words.map((word) => word.length));
    const names = layout.routers.map((router) => router[0]);
    return { longest: most(names), widest: most(names.flatMap((name) => name.split(" "))) };
  }

  /** How routers are drawn at so many pixels of a step: with names in one or two lines, with numbers, or without. */
  function look({ longest, widest }, unit) {
    if (longest <= 4) {
      const radius = Math.min(15, Math.max(2.5, 0.19 * unit));
      const font = Math.min(11, (2 * radius - 2) / (0.6 * longest));
      return { wide: radius, tall: radius, font, names: font >= 8, round: true };
    }
    const one = (longest * CHARACTER + 12) / 2;
    if (2 * one <= 0.94 * unit) return { wide: one, tall: 10.5, font: 11, names: true, round: false };
    const two = (widest * CHARACTER + 8) / 2;
    if (2 * two <= 0.94 * unit && unit >= 44) return { wide: two, tall: 16, font: 11, names: true, lines: true, round: false };
    const radius = Math.min(11, Math.max(2.5, 0.27 * unit));
    return { wide: radius, tall: radius, font: 10, names: radius >= 9, numbers: true, round: true };
  }

  /** The first kind is round where routers are small, the others have corners. */
  function shapeOf(kind, shown, x, y) {
    if (shown.round && kind === 0) return { type: "circle", shape: { cx: x, cy: y, r: shown.wide } };
    const corner = shown.round ? (kind % 2 === 1 ? 1 : shown.wide / 2) : [5, 10, 1, 3][kind % 4];
    return { type: "rect", shape: { x: x - shown.wide, y: y - shown.tall, width: 2 * shown.wide, height: 2 * shown.tall, r: corner } };
  }

  /** Pixels from the middle of a router to its edge in a direction. */
  function edge(shown, kind, right, down) {
    if (shown.round && kind === 0) return shown.wide;
    return Math.min(shown.wide / Math.max(Math.abs(right), 1e-6), shown.tall / Math.max(Math.abs(down), 1e-6));
  }

  /** The width of the widest arrow: less where a router has many. */
  function widest(layout, unit) {
    return Math.min(8, Math.max(1.6, 0.1 * unit)) * Math.min(1, (8 * layout.routers.length) / layout.links.length);
  }

  /** An arrow from the edge of a router, at most so wide. */
  function arrow(from, to, shown, kind, share, lane, widest) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const right = (to[0] - from[0]) / length;
    const down = (to[1] - from[1]) / length;
    const begin = Math.min(edge(shown, kind, right, down) + 1, length - 3);
    const end = length - 0.6;
    const half = (0.9 + (widest - 0.9) * Math.min(1, share)) / 2;
    const head = Math.min(2 * half + 3, 0.7 * (end - begin));
    const wing = half + Math.min(2.2, 0.4 * widest);
    const beside = lane * 2 * (wing + 0.4);
    const at = (along, aside) => [from[0] + right * along - down * (aside + beside), from[1] + down * along + right * (aside + beside)];
    return [at(begin, half), at(end - head, half), at(end - head, wing), at(end, 0), at(end - head, -wing), at(end - head, -half), at(begin, -half)];
  }

  function words(chart, choice, index) {
    const layout = layoutOf(chart, choice);
    const link = layout.links[index];
    const shown = set(chart, choice);
    const share = shown.shares[index];
    const from = layout.routers[link[0]];
    const to = layout.routers[link[2]];
    const place = (router) => called(router) + (router[2] ? " (" + router[2] + ")" : "");
    return {
      way: called(from) + " to " + called(to) + ", port " + link[1],
      from: place(from),
      to: place(to),
      port: link[1],
      share: share === null ? "not known" : Options.number(share / chart.scale),
      bytes: shown.bytes[index] === null ? "" : Options.number(shown.bytes[index]) + " B",
    };
  }

  /** Links, those that carry most first. */
  function order(chart, choice) {
    const shares = set(chart, choice).shares;
    return shares.map((share, index) => index).sort((a, b) => (shares[b] ?? -1) - (shares[a] ?? -1) || a - b);
  }

  /** The links that are drawn: of many the busiest. */
  function drawn(chart, choice) {
    return order(chart, choice).slice(0, chart.mostDrawn);
  }

  function frames(layout) {
    const found = new Map();
    for (const router of layout.routers) {
      if (router[3] === "") continue;
      const frame = found.get(router[3]) || [Infinity, Infinity, -Infinity, -Infinity];
      found.set(router[3], [
        Math.min(frame[0], router[4] - FRAME), Math.min(frame[1], router[5] - FRAME), Math.max(frame[2], router[4] + FRAME), Math.max(frame[3], router[5] + FRAME),
      ]);
    }
    return [...found].map(([name, frame]) => ({ name, value: frame }));
  }

  /** Frames lie below all arrows, their names above them. */
  function frameSeries(layout, colours) {
    const all = frames(layout);
    const series = (id, z, draw) => ({
      id, type: "custom", silent: true, clip: true, z, data: all.map((frame) => frame.value), encode: { x: [0, 2], y: [1, 3] }, tooltip: { show: false },
      renderItem: function (parameters, api) {
        const [x, y] = api.coord([api.value(0), api.value(1)]);
        const [right, bottom] = api.coord([api.value(2), api.value(3)]);
        return draw(x, y, right, bottom, all[parameters.dataIndex].name, api.size([1, 1])[0]);
      },
    });
    return [
      series("tiles", 0, (x, y, right, bottom) => (
        { type: "rect", shape: { x, y, width: right - x, height: bottom - y, r: 6 }, style: { fill: "none", stroke: colours.line, lineWidth: 1 } })),
      series("tiles-names", 4, (x, y, right, bottom, name, unit) => ({
        type: "text", ignore: unit < 13,
        style: { text: name, x: x + 2, y: y - 3, fill: colours.soft, stroke: colours.paper, lineWidth: 4, font: "11px system-ui, sans-serif", verticalAlign: "bottom" },
      })),
    ];
  }

  function linkSeries(chart, choice, state, theme, largest) {
    const layout = layoutOf(chart, choice);
    const shown = set(chart, choice);
    const kindsOf = kinds(layout);
    const beside = lanes(layout);
    const named = texts(layout);
    const colours = Options.THEMES[theme];
    const indices = drawn(chart, choice).reverse();
    return {
      id: "links", type: "custom", clip: true, progressive: 0, z: 2, encode: { x: [0, 2], y: [1, 3] },
      data: indices.map((index) => {
        const link = layout.links[index];
        const from = layout.routers[link[0]];
        return [from[4], from[5], link[3], link[4], index];
      }),
      renderItem: function (parameters, api) {
        const index = api.value(4);
        const share = shown.shares[index] === null ? 0 : shown.shares[index] / chart.scale / largest;
        const unit = api.size([1, 1])[0];
        const kind = kindsOf.indexOf(layout.routers[layout.links[index][0]][1]);
        const points = arrow(
          api.coord([api.value(0), api.value(1)]), api.coord([api.value(2), api.value(3)]), look(named, unit), kind, share, beside[index], widest(layout, unit));
        const chosen = index === state.link;
        return {
          type: "polygon",
          shape: { points },
          style: {
            fill: shown.shares[index] === null ? colours.line : lerp(RAMPS[theme], share),
            stroke: chosen ? colours.ink : "none", lineWidth: chosen ? 2.5 : 0,
          },
          emphasis: { style: { stroke: colours.ink, lineWidth: 1.5 } },
        };
      },
    };
  }

  function routerSeries(layout, theme) {
    const colours = Options.THEMES[theme];
    const kindsOf = kinds(layout);
    const named = texts(layout);
    return {
      id: "routers", type: "custom", clip: true, progressive: 0, z: 3, encode: { x: 0, y: 1 },
      data: layout.routers.map((router) => [router[4], router[5]]),
      renderItem: function (parameters, api) {
        const router = layout.routers[parameters.dataIndex];
        const kind = kindsOf.indexOf(router[1]);
        const [x, y] = api.coord([api.value(0), api.value(1)]);
        const shown = look(named, api.size([1, 1])[0]);
        const style = { fill: FILLS[theme][kind % FILLS[theme].length], stroke: colours.soft, lineWidth: shown.wide < 4 ? 0.7 : 1 };
        const number = router[0].split(" ").pop();
        const text = {
          text: shown.lines ? router[0].replace(" ", "\n") : !shown.numbers ? router[0] : number.length <= 3 ? number : "", x, y, fill: colours.ink,
          font: shown.font + "px system-ui, sans-serif", lineHeight: 13, align: "center", verticalAlign: "middle",
        };
        return {
          type: "group",
          children: [{ ...shapeOf(kind, shown, x, y), style }, ...(shown.names ? [{ type: "text", style: text, silent: true }] : [])],
        };
      },
    };
  }

  /** What a router says when it is pointed at: its busiest links out and in. */
  function ofRouter(chart, choice, index) {
    const layout = layoutOf(chart, choice);
    const shares = set(chart, choice).shares;
    const busiest = (end) => layout.links.reduce((best, link, at) => (link[end] === index && (best < 0 || shares[at] > shares[best]) ? at : best), -1);
    const router = layout.routers[index];
    const lines = [];
    const out = busiest(0);
    const into = busiest(2);
    if (out >= 0) lines.push("busiest out: " + words(chart, choice, out).share + " to " + called(layout.routers[layout.links[out][2]]));
    if (into >= 0) lines.push("busiest in: " + words(chart, choice, into).share + " from " + called(layout.routers[layout.links[into][0]]));
    return { title: called(router), place: router[2], lines };
  }

  function tooltip(chart, choice, colours) {
    return {
      trigger: "item", confine: true, backgroundColor: colours.paper, borderColor: colours.axis, textStyle: { color: colours.ink, fontSize: 13 },
      formatter: function (item) {
        if (item.seriesId === "routers") {
          const said = ofRouter(chart, choice, item.dataIndex);
          return ["<b>" + Options.escaped(said.title) + "</b>", ...[said.place, ...said.lines].filter((line) => line !== "").map(Options.escaped)].join("<br>");
        }
        if (item.seriesId !== "links") return "";
        const said = words(chart, choice, item.data[4]);
        return "<b>utilization " + said.share + "</b>" + (said.bytes ? ", " + said.bytes : "")
          + "<br>from " + Options.escaped(said.from) + "<br>to " + Options.escaped(said.to) + "<br>port " + Options.escaped(said.port);
      },
    };
  }

  function of(chart, choice, state, theme, width) {
    const colours = Options.THEMES[theme];
    const layout = layoutOf(chart, choice);
    const { around, unit, wide, tall } = size(layout, width);
    const largest = most(chart);
    const middle = (around.left + around.right) / 2;
    const hidden = { type: "value", show: false };
    const inside = (axis, zoom) => ({ [axis]: 0, type: "inside", filterMode: "none", start: zoom[0], end: zoom[1], zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false });
    return {
      animation: false,
      textStyle: { fontFamily: "system-ui, sans-serif", color: colours.ink },
      aria: { enabled: true, label: { description: chart.title } },
      grid: { left: SIDE, top: 0, width: wide, height: tall },
      xAxis: { ...hidden, min: middle - wide / unit / 2, max: middle + wide / unit / 2 },
      yAxis: { ...hidden, inverse: true, min: around.bottom - tall / unit, max: around.bottom },
      dataZoom: [inside("xAxisIndex", state.zoom), inside("yAxisIndex", state.zoomY)],
      visualMap: {
        type: "continuous", min: 0, max: largest, dimension: 2, seriesIndex: 4, calculable: false, orient: "horizontal", left: "center", bottom: 4,
        itemWidth: 14, itemHeight: Math.min(260, width * 0.45), inRange: { color: RAMPS[theme] },
        text: [Options.number(largest), "Utilization 0"], textStyle: { color: colours.soft, fontSize: 12 }, textGap: 8,
      },
      series: [
        ...frameSeries(layout, colours),
        linkSeries(chart, choice, state, theme, largest),
        routerSeries(layout, theme),
        { id: "cursor", type: "scatter", silent: true, data: [] },
      ],
      tooltip: tooltip(chart, choice, colours),
    };
  }

  /** A router of a kind, for the legend. */
  function swatch(kind, layout, theme, width) {
    const fill = FILLS[theme][kind % FILLS[theme].length];
    const small = look(texts(layout), size(layout, width).unit).round;
    const shape = small && kind === 0 ? '<circle cx="14" cy="7" r="5.5"/>' : '<rect x="' + (small ? 8.5 : 3) + '" y="1.5" width="' + (small ? 11 : 22) + '" height="11" rx="' + (small ? 1 : [4, 5.5, 1, 2][kind % 4]) + '"/>';
    return '<svg width="28" height="14" aria-hidden="true" fill="' + fill + '" stroke="' + Options.THEMES[theme].soft + '">' + shape + "</svg>";
  }

  return { of, height, words, order, drawn, set, layoutOf, kinds, swatch };
})();
