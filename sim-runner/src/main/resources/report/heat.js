"use strict";

/** How a heat map over the machine looks: one or many tiles, such as planes of nodes. */
const Heat = (function () {
  // Cividis: even steps of lightness, the same with every kind of colour vision.
  const COLOURS = ["#00224e", "#1b3a6f", "#414d6b", "#5f606e", "#7b7b78", "#9a9470", "#bcae60", "#dfc94a", "#fee838"];
  const GAP = 2;

  function sets(chart, choice) {
    return chart.sets.find((set) => set.run === choice.run && set.quantity === choice.quantity);
  }

  /** Tiles side by side, so that the whole is about as wide as the page allows. */
  function arrange(layout, width) {
    const tiles = layout.tiles.length;
    let across = 1;
    for (let n = 1; n <= tiles; n++) {
      const shape = (n * (layout.columns + GAP)) / (Math.ceil(tiles / n) * (layout.rows + GAP));
      if (shape <= Math.max(1.1, width / 460)) across = n;
    }
    const down = Math.ceil(tiles / across);
    return { across, down, columns: across * (layout.columns + GAP) - GAP, rows: down * (layout.rows + GAP) - GAP };
  }

  function place(layout, plan, cell) {
    const inTile = layout.columns * layout.rows;
    const tile = Math.floor(cell / inTile);
    const row = Math.floor((cell % inTile) / layout.columns);
    const column = cell % layout.columns;
    return [
      (tile % plan.across) * (layout.columns + GAP) + column,
      plan.rows - 1 - (Math.floor(tile / plan.across) * (layout.rows + GAP) + (layout.rows - 1 - row)),
    ];
  }

  /** Says where a cell lies and what it has. */
  function words(chart, set, cell) {
    const layout = chart.layouts[set.layout];
    const inTile = layout.columns * layout.rows;
    const row = Math.floor((cell % inTile) / layout.columns);
    const tile = layout.tiles[Math.floor(cell / inTile)];
    const at = [(layout.x ? layout.x + " = " : "") + layout.columnNames[cell % layout.columns], layout.y + " = " + layout.rowNames[row]];
    if (tile) at.push(tile);
    const value = set.values[cell];
    return { at: at.join(", "), value: value === null ? chart.none : Options.number(value / chart.scale) + (chart.unit ? " " + chart.unit : "") };
  }

  /** Where a value stands among the colours; a share at 1 at most. */
  function level(chart, value) {
    return chart.log ? Math.log10(Math.max(value, 1)) : Math.min(1, value / chart.scale);
  }

  /** What a colour stands for, in words. */
  function bound(chart, at) {
    return Options.number(chart.log ? 10 ** at : at) + (chart.unit ? " " + chart.unit : "");
  }

  function range(chart) {
    let least = Infinity;
    let most = -Infinity;
    for (const set of chart.sets) {
      for (const value of set.values) {
        if (value === null) continue;
        if (value < least) least = value;
        if (value > most) most = value;
      }
    }
    if (chart.log) {
      const low = Math.floor(10 * level(chart, least)) / 10;
      return [low, Math.max(low + 0.3, Math.ceil(10 * level(chart, most)) / 10)];
    }
    const step = 0.05 * chart.scale;
    const low = Math.max(0, Math.floor(Math.min(least, chart.scale - 2 * step) / step) * step);
    return [low / chart.scale, Math.max(low + 2 * step, Math.ceil(Math.min(most, chart.scale) / step) * step) / chart.scale];
  }

  /** Height that keeps cells about square. */
  function height(chart, choice, width) {
    const layout = chart.layouts[sets(chart, choice).layout];
    const plan = arrange(layout, width);
    const cell = Math.min(34, (width - 120) / plan.columns);
    const tall = layout.tiles.length === 1 ? Math.max(cell, 5) : cell;
    return Math.round(Math.max(160, Math.min(900, tall * plan.rows)) + 110);
  }

  function of(chart, choice, state, theme, width) {
    const colours = Options.THEMES[theme];
    const set = sets(chart, choice);
    const layout = chart.layouts[set.layout];
    const plan = arrange(layout, width);
    const single = layout.tiles.length === 1;
    const cells = [];
    set.values.forEach((value, cell) => {
      if (value !== null) {
        const at = place(layout, plan, cell);
        cells.push([at[0], at[1], level(chart, value), cell]);
      }
    });
    const labels = layout.tiles.map((tile, index) => {
      const at = place(layout, plan, index * layout.columns * layout.rows + (layout.rows - 1) * layout.columns);
      return { value: [at[0], at[1]], label: { formatter: tile } };
    });
    const labelRise = Math.min(34, (width - 20) / plan.columns) / 2 + 8;
    const bounds = range(chart);
    const category = (size, names, name, vertical) => ({
      type: "category",
      data: single ? names : Array.from({ length: size }, (ignored, index) => index),
      name: single ? name : "",
      nameLocation: "middle",
      nameGap: vertical ? 34 : 26,
      nameTextStyle: { color: colours.soft, fontSize: 12 },
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { show: single, color: colours.soft, fontSize: 11, hideOverlap: true, interval: vertical && size > 45 ? Math.ceil(size / 45) - 1 : "auto" },
      splitArea: { show: false },
    });
    const cursor = state.cell === null ? [] : [place(layout, plan, state.cell)];
    return {
      animation: false,
      textStyle: { fontFamily: "system-ui, sans-serif", color: colours.ink },
      aria: { enabled: true, label: { description: chart.title } },
      grid: { left: single ? 52 : 10, right: 10, top: single ? 10 : 24, bottom: single ? 96 : 64 },
      xAxis: category(plan.columns, layout.columnNames, layout.x, false),
      yAxis: category(plan.rows, layout.rowNames, layout.y, true),
      visualMap: {
        type: "continuous", min: bounds[0], max: bounds[1], dimension: 2, seriesIndex: 0, calculable: false, orient: "horizontal", left: "center", bottom: 4,
        itemWidth: 14, itemHeight: Math.min(260, width * 0.45), inRange: { color: COLOURS },
        text: [bound(chart, bounds[1]), bound(chart, bounds[0])], textStyle: { color: colours.soft, fontSize: 12 }, textGap: 8,
      },
      series: [
        { id: "heat", type: "heatmap", data: cells, itemStyle: { borderColor: colours.paper, borderWidth: cells.length > 3000 ? 0 : 0.6 }, progressive: 0 },
        {
          id: "tiles", type: "scatter", silent: true, symbolSize: 0.01, data: single ? [] : labels,
          label: { show: true, position: "insideLeft", offset: [-6, -labelRise], color: colours.soft, fontSize: 11, align: "left" }, tooltip: { show: false }, z: 6,
        },
        {
          id: "cursor", type: "scatter", silent: true, data: cursor, symbol: "rect", symbolSize: 16,
          itemStyle: { color: "transparent", borderColor: theme === "dark" ? "#ffffff" : "#d00000", borderWidth: 2.5 }, tooltip: { show: false }, z: 5,
        },
      ],
      tooltip: {
        trigger: "item", confine: true, backgroundColor: colours.paper, borderColor: colours.axis, textStyle: { color: colours.ink, fontSize: 13 },
        formatter: function (item) {
          if (item.seriesId !== "heat") return "";
          const said = words(chart, set, item.data[3]);
          return "<b>" + said.value + "</b><br>" + Options.escaped(said.at);
        },
      },
    };
  }

  return { of, height, words, sets };
})();
