"use strict";

/** How a chart of curves or bars looks: options for ECharts. Knows nothing of the page. */
const Options = (function () {
  // Okabe and Ito: told apart with every kind of colour vision; lighter ones on dark paper.
  const PALETTES = {
    light: ["#0072b2", "#d55e00", "#009e73", "#b8548e", "#a87400", "#3f97cf", "#4d4d4d"],
    dark: ["#56b4e9", "#ff8a3d", "#2cc9a0", "#e6a0c4", "#f0d242", "#9db8ff", "#d0d0d0"],
  };
  const THEMES = {
    light: { ink: "#1d2329", soft: "#5a6672", line: "#e4e8ec", axis: "#9aa5b0", paper: "#ffffff", guide: "#6b7580" },
    dark: { ink: "#e6eaee", soft: "#9fabb7", line: "#2a323b", axis: "#5c6874", paper: "#1a1f25", guide: "#94a1ad" },
  };
  const SYMBOLS = ["circle", "rect", "triangle", "diamond", "roundRect", "arrow", "pin"];
  const CROSS = "path://M0,0L10,10M10,0L0,10";
  const DASHES = ["solid", [9, 4], [3, 3], [10, 3, 2, 3]];

  const STRIPE = 2;
  const STRIPES = [null, { turned: 45, gap: 5 }, { turned: -45, gap: 5 }, { turned: 90, gap: 4 }, { turned: 0, gap: 4 }, { turned: 45, gap: 2 }, { turned: -45, gap: 2 }];

  /** Colour, symbol and dashes of the n-th name; no two of the first 49 have colour and symbol in common. */
  function style(n, theme) {
    const palette = PALETTES[theme];
    const round = Math.floor(n / palette.length);
    return {
      color: palette[n % palette.length],
      symbol: SYMBOLS[(n + round) % SYMBOLS.length],
      dash: DASHES[round % DASHES.length],
    };
  }

  function number(value) {
    if (value === null || value === undefined || Number.isNaN(value)) return "–";
    if (Number.isInteger(value)) return value.toLocaleString("en-US");
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-4 || size >= 1e15)) return value.toExponential(3);
    return value.toLocaleString("en-US", { maximumSignificantDigits: 5 });
  }

  function percent(x) {
    if (x <= 1) return "0 %";
    const share = 100 * (1 - 1 / x);
    const digits = Math.max(0, Math.ceil(Math.log10(x)) - 2);
    return share.toFixed(Math.min(digits + (x < 10 ? 0 : 1), 8)).replace(/\.?0+$/, "") + " %";
  }

  /** A value of an axis as text, with its unit. */
  function text(axis, value) {
    if (axis.scale === "names") return axis.names[value] || "";
    if (axis.scale === "percentile") return percent(value);
    return number(value) + (axis.unit ? " " + axis.unit : "");
  }

  function title(axis) {
    return axis.unit ? axis.name + " [" + axis.unit + "]" : axis.name;
  }

  /** Names of curves in order, each with a colour of its own whatever is hidden. */
  function names(view) {
    return [...new Set(view.curves.map((curve) => curve.name))];
  }

  /** Room for the longest label of the y axis, in pixels. */
  function room(view) {
    const values = [...view.curves.flatMap((curve) => curve.points.map((point) => point[1])), ...view.guides.map((guide) => (guide.axis === "y" ? guide.at : 0))];
    const most = values.reduce((large, value) => Math.max(large, Math.abs(value)), 0);
    return Math.max(58, 20 + 7 * number(10 ** Math.ceil(Math.log10(Math.max(most, 1)))).length);
  }

  function axis(spec, guides, theme, vertical, narrow, left) {
    const colours = THEMES[theme];
    const types = { linear: "value", log: "log", log2: "log", percentile: "log", names: "category" };
    const result = {
      type: types[spec.scale],
      name: title(spec),
      nameLocation: vertical ? "end" : "middle",
      nameGap: vertical ? 14 : 30,
      nameTextStyle: { color: colours.soft, fontSize: 12, align: vertical ? "left" : "center", padding: vertical ? [0, 0, 0, 14 - left] : 0 },
      axisLine: { show: !vertical, lineStyle: { color: colours.axis } },
      axisTick: { show: !vertical, lineStyle: { color: colours.axis } },
      axisLabel: { color: colours.soft, fontSize: 12, hideOverlap: true, formatter: (value) => number(value) },
      splitLine: { show: vertical || spec.scale === "percentile", lineStyle: { color: colours.line } },
      splitNumber: narrow ? (vertical ? 4 : 3) : 6,
    };
    if (spec.scale === "log2") result.logBase = 2;
    if (spec.scale === "percentile") {
      result.min = 1;
      result.axisLabel.formatter = percent;
    }
    if (spec.scale === "names") {
      result.data = spec.names;
      delete result.axisLabel.formatter;
      result.axisLabel.interval = 0;
    }
    if (!vertical && spec.scale === "linear") result.scale = true;
    if (!vertical && spec.unit === "%") result.max = 100;
    // Dashed lines are to be seen also where nothing was measured.
    const ends = guides.filter((guide) => guide.axis === (vertical ? "y" : "x")).map((guide) => guide.at);
    if (spec.scale === "linear" && ends.length > 0) {
      const last = Math.max(...ends);
      result.max = (range) => (last > range.max ? last * 1.05 : null);
      result.axisLabel.showMaxLabel = false;
    }
    return result;
  }

  /** Labels of lines that lie near each other do not overprint if they take turns. */
  const PLACES = {
    x: ["insideEndTop", "insideMiddleTop", "insideEndBottom", "insideMiddleBottom"],
    y: ["insideStartTop", "insideEndTop", "insideStartBottom", "insideEndBottom"],
  };

  function guides(view, theme) {
    const colours = THEMES[theme];
    const placed = { x: 0, y: 0 };
    return {
      type: "line",
      data: [],
      silent: true,
      animation: false,
      markLine: {
        symbol: "none",
        silent: true,
        animation: false,
        lineStyle: { type: [6, 4], color: colours.guide, width: 1.5 },
        data: view.guides.map((guide) => ({
          [guide.axis === "x" ? "xAxis" : "yAxis"]: guide.at,
          label: {
            formatter: guide.label,
            color: colours.soft,
            backgroundColor: colours.paper,
            padding: [1, 3],
            fontSize: 11,
            position: PLACES[guide.axis][placed[guide.axis]++ % 4],
          },
        })),
      },
    };
  }

  /** Bars of confidence intervals; one that reaches below a logarithmic axis ends there, open. */
  function margins(curve, look, logarithmic) {
    return {
      type: "custom",
      name: curve.name,
      silent: true,
      z: 1,
      data: curve.points.filter((point) => point[2] > 0).map((point) => [point[0], point[1] - point[2], point[1] + point[2]]),
      encode: { x: 0, y: [1, 2] },
      renderItem: function (parameters, api) {
        const open = logarithmic && api.value(1) <= 0;
        const area = parameters.coordSys;
        const low = open ? [api.coord([api.value(0), api.value(2)])[0], area.y + area.height] : api.coord([api.value(0), api.value(1)]);
        const high = api.coord([api.value(0), api.value(2)]);
        const stroke = { stroke: look.color, lineWidth: 1.5, fill: null };
        const line = (x1, y1, x2, y2) => ({ type: "line", shape: { x1, y1, x2, y2 }, style: stroke });
        return {
          type: "group",
          children: [
            line(low[0], low[1], high[0], high[1]),
            ...(open ? [] : [line(low[0] - 4, low[1], low[0] + 4, low[1])]),
            line(high[0] - 4, high[1], high[0] + 4, high[1]),
          ],
        };
      },
    };
  }

  /** What a point is marked with, by the places of its bits. */
  const MARKS = { saturated: 1, unsteady: 2, withheld: 4 };

  function has(point, mark) {
    return ((point[4] || 0) & mark) !== 0;
  }

  /** What the marks of a point say, in words. */
  function remarks(point) {
    return [
      has(point, MARKS.saturated) ? "saturated" : "",
      has(point, MARKS.unsteady) ? "not steady" : "",
      has(point, MARKS.withheld) ? "no value, fewer than 95 % of the packets arrived" : "",
    ].filter((remark) => remark !== "");
  }

  /** Rings around the points of runs that were not steady. */
  function rings(curve, look) {
    return {
      type: "scatter",
      name: curve.name,
      silent: true,
      data: curve.points.filter((point) => has(point, MARKS.unsteady) && point[1] !== null).map((point) => [point[0], point[1]]),
      symbol: "circle",
      symbolSize: 16,
      itemStyle: { color: "transparent", borderColor: look.color, borderWidth: 1.5, borderType: [3, 2] },
      tooltip: { show: false },
      z: 3,
    };
  }

  /** Triangles at the upper edge where there is no value: what is missing took the longest. */
  function edges(curve, index, n, look) {
    return {
      id: "edge-" + index,
      type: "custom",
      name: curve.name,
      data: curve.points.map((point, at) => [point[0], at]).filter((pair) => has(curve.points[pair[1]], MARKS.withheld)),
      encode: { x: 0, y: [] },
      z: 3,
      renderItem: function (parameters, api) {
        const area = parameters.coordSys;
        const x = api.coord([api.value(0), 1])[0];
        const inside = x >= area.x && x <= area.x + area.width;
        // Those of several curves at the same x do not hide each other.
        const y = area.y + 1 + 11 * (n % 4);
        const points = [[x, y], [x - 5, y + 9], [x + 5, y + 9]];
        return { type: "polygon", shape: { points }, invisible: !inside, style: { fill: look.color, stroke: look.color } };
      },
    };
  }

  /** A point as ECharts takes it; where a machine is saturated, a cross. */
  function datum(point, look) {
    const at = [point[0], point[1]];
    return has(point, MARKS.saturated) ? { value: at, symbol: CROSS, symbolSize: 9, itemStyle: { color: "none", borderColor: look.color, borderWidth: 2 } } : at;
  }

  function line(curve, index, look, view, theme) {
    const second = curve.part !== "";
    return {
      id: "curve-" + index,
      name: curve.name,
      type: "line",
      data: curve.points.map((point) => datum(point, look)),
      symbol: look.symbol,
      symbolSize: view.dense ? 5 : 8,
      showSymbol: !view.dense,
      lineStyle: { color: look.color, width: second ? 1.3 : 2, type: second ? [2, 3] : look.dash },
      itemStyle: { color: second ? THEMES[theme].paper : look.color, borderColor: look.color, borderWidth: second ? 1.5 : 0 },
      emphasis: { focus: "none", scale: 1.4 },
      z: 2,
    };
  }

  /** The stripes of the n-th bar: how they are turned, and the gap between them; null for none. */
  function stripes(n, theme) {
    return STRIPES[(n + Math.floor(n / PALETTES[theme].length)) % STRIPES.length];
  }

  function decal(n, theme) {
    const look = stripes(n, theme);
    if (look === null) return null;
    return { color: THEMES[theme].paper, symbol: "rect", dashArrayX: [1, 0], dashArrayY: [STRIPE, look.gap], rotation: (look.turned * Math.PI) / 180 };
  }

  function bars(curve, index, n, theme) {
    const look = style(n, theme);
    return {
      id: "curve-" + index,
      name: curve.name,
      type: "bar",
      data: curve.points.map((point) => [point[0], point[1]]),
      itemStyle: { color: look.color, borderColor: THEMES[theme].paper, borderWidth: 1, decal: decal(n, theme) },
      barMaxWidth: 60,
      z: 2,
    };
  }

  /** The n-th name as a legend shows it: with the symbol and dashes of its line, or the hatching of its bar. */
  function swatch(n, kind, theme) {
    const look = style(n, theme);
    if (kind === "bars") {
      const pattern = stripes(n, theme);
      let lines = "";
      if (pattern !== null) {
        const step = STRIPE + pattern.gap;
        for (let at = -2 * step; at < 12; at += step) lines += '<path d="M-12 ' + at + 'h24" stroke="' + THEMES[theme].paper + '" stroke-width="' + STRIPE + '"/>';
        lines = '<g transform="rotate(' + pattern.turned + ')">' + lines + "</g>";
      }
      return '<svg width="22" height="14" viewBox="-11 -7 22 14" aria-hidden="true"><svg x="-8" y="-6" width="16" height="12" viewBox="-8 -6 16 12" overflow="hidden">'
        + '<path d="M-8-6h16v12h-16z" fill="' + look.color + '"/>' + lines + "</svg></svg>";
    }
    const dash = look.dash === "solid" ? "" : ' stroke-dasharray="' + look.dash.join(" ") + '"';
    const marks = {
      circle: '<circle cx="24" cy="7" r="4"/>', rect: '<path d="M20 3h8v8h-8z"/>', triangle: '<path d="M24 2.5l5 8.5h-10z"/>',
      diamond: '<path d="M24 2l5 5-5 5-5-5z"/>', roundRect: '<rect x="20" y="3" width="8" height="8" rx="3"/>',
      arrow: '<path d="M24 2l4.5 10-4.5-3-4.5 3z"/>', pin: '<path d="M24 13c-4-5-4-10 0-10s4 5 0 10z"/>',
    };
    return '<svg width="48" height="14" aria-hidden="true" fill="' + look.color + '"><path d="M1 7h46" stroke="' + look.color + '" stroke-width="2"' + dash + "/>"
      + marks[look.symbol] + "</svg>";
  }

  /** What a point says when it is pointed at. */
  function point(view, curve, index) {
    const at = curve.points[index];
    const margin = at[2] > 0 ? " ± " + number(at[2]) + " (95 %, " + at[3] + " seeds)" : "";
    const part = curve.part ? " (" + curve.part + ")" : "";
    const notes = remarks(at).map((remark) => "; " + remark).join("");
    return {
      curve: curve.name + part,
      x: view.x.name + " " + text(view.x, at[0]),
      y: view.y.name + " " + text(view.y, at[1]) + margin + notes,
    };
  }

  /** What zooms along x axes: the wheel, and a slider below. */
  function zoomsOf(zoom, theme, xAxisIndex) {
    const colours = THEMES[theme];
    const range = { xAxisIndex, filterMode: "none", start: zoom[0], end: zoom[1] };
    return [
      { ...range, type: "inside", zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false },
      {
        ...range, type: "slider", height: 12, bottom: 10, showDataShadow: false, brushSelect: false, borderColor: "transparent",
        backgroundColor: colours.line, fillerColor: theme === "dark" ? "rgba(108,184,240,.16)" : "rgba(0,103,168,.09)",
        handleStyle: { color: colours.paper, borderColor: colours.axis },
        moveHandleStyle: { color: colours.axis, opacity: 0.35 }, textStyle: { color: "transparent" },
      },
    ];
  }

  function escaped(words) {
    return words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  }

  /**
   * Options of a chart.
   * state: hidden (set of names), zoom ([from, to] in per cent), cursor ([x, y] or null)
   */
  function of(chart, view, state, theme, width) {
    const colours = THEMES[theme];
    const narrow = width < 560;
    const all = names(view);
    const series = [];
    view.curves.forEach((curve, index) => {
      if (state.hidden.has(curve.name)) return;
      const n = all.indexOf(curve.name);
      const look = style(n, theme);
      series.push(chart.kind === "bars" ? bars(curve, index, n, theme) : line(curve, index, look, view, theme));
      if (!view.dense && curve.points.some((at) => at[2] > 0)) series.push(margins(curve, look, view.y.scale === "log"));
      if (curve.points.some((at) => has(at, MARKS.unsteady))) series.push(rings(curve, look));
      if (curve.points.some((at) => has(at, MARKS.withheld))) series.push(edges(curve, index, n, look));
    });
    if (view.guides.length > 0) series.push(guides(view, theme));
    series.push({
      id: "cursor",
      type: "scatter",
      silent: true,
      data: state.cursor ? [state.cursor] : [],
      symbol: "circle",
      symbolSize: 18,
      itemStyle: { color: "transparent", borderColor: colours.ink, borderWidth: 2.5 },
      tooltip: { show: false },
      z: 5,
    });
    const zooms = chart.kind === "lines";
    const left = room(view);
    return {
      animation: false,
      textStyle: { fontFamily: "system-ui, sans-serif", color: colours.ink },
      aria: { enabled: true, label: { description: chart.title }, decal: { show: chart.kind === "bars", decals: [{ symbol: "none" }] } },
      grid: { left, right: ["percentile", "log", "log2"].includes(view.x.scale) ? 44 : narrow ? 14 : 24, top: 34, bottom: zooms ? 84 : 52 },
      xAxis: axis(view.x, view.guides, theme, false, narrow, left),
      yAxis: axis(view.y, view.guides, theme, true, narrow, left),
      series,
      dataZoom: zooms ? zoomsOf(state.zoom, theme, 0) : [],
      tooltip: {
        trigger: "item",
        confine: true,
        backgroundColor: colours.paper,
        borderColor: colours.axis,
        textStyle: { color: colours.ink, fontSize: 13 },
        formatter: function (item) {
          const [kind, index] = String(item.seriesId).split("-");
          const curve = view.curves[Number(index)];
          if (!curve) return "";
          const words = point(view, curve, kind === "edge" ? item.value[1] : item.dataIndex);
          return "<b>" + escaped(words.curve) + "</b><br>" + escaped(words.y) + "<br>" + escaped(words.x);
        },
      },
    };
  }

  return { of, names, swatch, number, text, title, point, remarks, escaped, zooms: zoomsOf, THEMES };
})();
