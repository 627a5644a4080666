"use strict";

/** How pictures of what ranks do look: time lines and bars, by state. */
const Jobs = (function () {
  // States are told by colour and by pattern: work is plain or hatched one way, waiting is cold dark or warm.
  const COLOURS = {
    light: ["#0072b2", "#56b4e9", "#8ccfb7", "#b8548e", "#d55e00", "#8a6d3b", "#f0b323"],
    dark: ["#3f97cf", "#8fd0f5", "#2f9d7c", "#d98abb", "#ff8a3d", "#b08d57", "#f5cf5a"],
  };
  // In CSS pixels; all of them repeat after 24.
  const TILE = 24;
  const PATTERNS = [
    () => false,
    (x, y) => (x + y) % 8 < 1.5,
    (x, y) => (x + TILE - y) % 8 < 1.5,
    (x, y) => x % 6 < 2 && y % 6 < 2,
    (x, y) => y % 6 < 1.5,
    (x, y) => x % 6 < 1.5,
    (x, y) => x % 8 < 1 || y % 8 < 1,
  ];
  const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  const CODES = Object.fromEntries([...DIGITS].map((digit, code) => [digit, code]));
  const GAP = 44;

  /** "lateSenders" in words. */
  function words(state) {
    const known = {
      compute: "computing", send: "sending", receive: "taking in", collectives: "waiting in collectives", lateSenders: "waiting: not sent yet",
      lateReceivers: "waiting for receivers", network: "waiting for the network",
    };
    return known[state] || state.replace(/([A-Z])/g, (letter) => " " + letter.toLowerCase());
  }

  function rgb(colour) {
    return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  }

  /** Colours of a state: of its ground, and of the lines or dots on it. */
  function inks(state, theme) {
    const ground = rgb(COLOURS[theme][state % COLOURS[theme].length]);
    const paper = rgb(Options.THEMES[theme].paper);
    const mark = theme === "dark" ? [0, 0, 0] : paper;
    const share = theme === "dark" ? 0.4 : 0.55;
    return { ground, mark: ground.map((value, i) => Math.round((1 - share) * value + share * mark[i])) };
  }

  function paint(data, at, state, x, y, looks) {
    const look = looks[state];
    const ink = PATTERNS[state % PATTERNS.length](x % TILE, y % TILE) ? look.mark : look.ground;
    data[at] = ink[0];
    data[at + 1] = ink[1];
    data[at + 2] = ink[2];
    data[at + 3] = 255;
  }

  /** A picture of width and height in CSS pixels, whose pixels have the state that is asked for; -1 for none. */
  function raster(width, height, states, theme, stateAt, fixed) {
    const scale = fixed || Math.max(1, Math.min(2, window.devicePixelRatio || 1));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext("2d");
    const image = context.createImageData(canvas.width, canvas.height);
    const looks = states.map((ignored, state) => inks(state, theme));
    for (let y = 0; y < canvas.height; y++) {
      for (let x = 0; x < canvas.width; x++) {
        const state = stateAt((x + 0.5) / scale, (y + 0.5) / scale);
        if (state >= 0) paint(image.data, 4 * (y * canvas.width + x), state, x / scale, y / scale, looks);
      }
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }

  /** A piece of a state's colour and pattern, for a legend. */
  function swatch(state, states, theme, width, height) {
    return raster(width, height, states, theme, () => state);
  }

  /** The same to fill shapes with. */
  function fill(state, states, theme) {
    return { image: raster(TILE, TILE, states, theme, () => state, 1), repeat: "repeat", imageWidth: TILE, imageHeight: TILE };
  }

  /** What a cell has: the states that took most of it, and their shares. */
  function cell(states, band, bin) {
    const both = CODES[band.cells[2 * bin]];
    if (!both) return [];
    const share = CODES[band.cells[2 * bin + 1]] / 63;
    const first = Math.floor((both - 1) / states.length);
    const second = (both - 1) % states.length;
    return share >= 1 ? [{ state: first, share }] : [{ state: first, share }, { state: second, share: Math.min(share, 1 - share) }];
  }

  function ranks(band) {
    return band.ranks === 1 ? "rank " + band.first : "ranks " + band.first + "–" + (band.first + band.ranks - 1);
  }

  function short(band) {
    return band.ranks === 1 ? String(band.first) : band.first + "–" + (band.first + band.ranks - 1);
  }

  function severalJobs(set) {
    return new Set((set.bands || set.bars).map((band) => band.job)).size > 1;
  }

  /** Says what a cell of a time line is. */
  function say(chart, set, row, bin) {
    const band = set.bands[row];
    const found = cell(chart.states, band, bin);
    const from = bin * set.binTicks;
    const shares = found.map((part) => words(chart.states[part.state]) + " " + Math.round(100 * part.share) + " %");
    return {
      at: (severalJobs(set) ? band.job + ", " : "") + ranks(band) + ", ticks " + Options.number(from) + " to " + Options.number(from + set.binTicks),
      value: found.length === 0 ? "nothing" : shares.join(", "),
    };
  }

  /** Time lines on the page, one below the other over the same time; rows of the wanted job. */
  function shown(chart, choice) {
    return [choice.run, choice.beside]
      .filter((run, index) => run !== null && (index === 0 || run !== choice.run))
      .map((run) => chart.sets.find((set) => set.run === run))
      .map((set) => ({ set, rows: set.bands.map((band, row) => row).filter((row) => choice.job === null || set.bands[row].job === choice.job) }));
  }

  function heightOf(rows, several) {
    return Math.max(120, Math.min(several ? 340 : 560, 18 * rows.length));
  }

  function height(chart, choice) {
    const all = shown(chart, choice);
    return all.reduce((sum, one) => sum + heightOf(one.rows, all.length > 1) + GAP, 0) + 66;
  }

  /** What lies at a place of the picture: a set, a row and a bin; null for nothing. */
  function at(chart, choice, echart, x, y) {
    const all = shown(chart, choice);
    for (let grid = 0; grid < all.length; grid++) {
      if (!echart.containPixel({ gridIndex: grid }, [x, y])) continue;
      const [tick, row] = echart.convertFromPixel({ gridIndex: grid }, [x, y]);
      const bin = Math.floor(tick / all[grid].set.binTicks);
      if (bin < 0 || bin >= all[grid].set.bins || row < 0 || row >= all[grid].rows.length) return null;
      return { set: all[grid].set, row: all[grid].rows[Math.floor(row)], bin };
    }
    return null;
  }

  function line(chart, one, grid, state, theme) {
    const { set, rows } = one;
    return {
      id: "line-" + grid,
      type: "custom",
      xAxisIndex: grid,
      yAxisIndex: grid,
      data: [[0, 0]],
      clip: true,
      animation: false,
      encode: { x: 0, y: 1 },
      renderItem: function (parameters, api) {
        const area = parameters.coordSys;
        const x0 = api.coord([0, 0])[0];
        const perTick = (api.coord([set.end, 0])[0] - x0) / set.end;
        const image = raster(area.width, area.height, chart.states, theme, (x, y) => {
          const bin = Math.floor((area.x + x - x0) / perTick / set.binTicks);
          if (bin < 0 || bin >= set.bins) return -1;
          const band = set.bands[rows[Math.min(rows.length - 1, Math.floor((y / area.height) * rows.length))]];
          const both = CODES[band.cells[2 * bin]];
          return both === 0 ? -1 : Math.floor((both - 1) / chart.states.length);
        });
        return { type: "image", style: { image, x: area.x, y: area.y, width: area.width, height: area.height } };
      },
    };
  }

  /** Critical paths of the jobs shown, each a line on a wider one in the colour of the paper. */
  function paths(one, grid, theme) {
    const rowOf = new Map(one.rows.map((row, index) => [row, index]));
    const series = [];
    for (const path of one.set.paths || []) {
      const data = [];
      for (let at = 0; at < path.points.length; at += 2) {
        if (rowOf.has(path.points[at + 1])) data.push([path.points[at], rowOf.get(path.points[at + 1]) + 0.5]);
      }
      for (const [colour, width, z] of [[Options.THEMES[theme].paper, 5, 3], [Options.THEMES[theme].ink, 2, 4]]) {
        series.push({
          id: "path-" + grid + "-" + path.job + "-" + z, type: "line", xAxisIndex: grid, yAxisIndex: grid, data, z, silent: true, animation: false, clip: true,
          symbol: "none", lineStyle: { color: colour, width, type: "solid", join: "round" }, tooltip: { show: false },
        });
      }
    }
    return series;
  }

  /** Thin lines between jobs. */
  function borders(set, rows, theme) {
    return {
      silent: true,
      symbol: "none",
      animation: false,
      lineStyle: { color: Options.THEMES[theme].ink, width: 1.5, type: "solid" },
      label: { show: false },
      data: rows.map((row, index) => index).filter((index) => index > 0 && set.bands[rows[index]].job !== set.bands[rows[index - 1]].job).map((index) => ({ yAxis: index })),
    };
  }

  function frame(theme) {
    const colours = Options.THEMES[theme];
    return {
      animation: false,
      textStyle: { fontFamily: "system-ui, sans-serif", color: colours.ink },
      tooltip: {
        trigger: "item", confine: true, backgroundColor: colours.paper, borderColor: colours.axis, textStyle: { color: colours.ink, fontSize: 13 },
      },
    };
  }

  /** state: zoom ([from, to] in per cent), cursor and hover ({ set, row, bin } or null) */
  function timeline(chart, choice, state, theme, width) {
    const colours = Options.THEMES[theme];
    const all = shown(chart, choice);
    const end = Math.max(...all.map((one) => one.set.end));
    const option = { ...frame(theme), grid: [], xAxis: [], yAxis: [], series: [], title: [] };
    option.aria = { enabled: true, label: { description: chart.title } };
    let top = 30;
    all.forEach((one, grid) => {
      const tall = heightOf(one.rows, all.length > 1);
      const several = severalJobs(one.set) && choice.job === null;
      const labels = one.rows.map((row) => (several ? one.set.bands[row].job + " " : "") + short(one.set.bands[row]));
      const left = 24 + 7 * Math.max(...labels.map((label) => label.length), 4);
      option.grid.push({ left, right: width < 560 ? 14 : 24, top, height: tall });
      if (chart.sets.length > 1) {
        option.title.push({ text: one.set.run, left: left - 4, top: top - 28, textStyle: { color: colours.ink, fontSize: 13, fontWeight: 600 } });
      }
      option.xAxis.push({
        type: "value", gridIndex: grid, min: 0, max: end, name: grid === all.length - 1 ? "Time [ticks]" : "", nameLocation: "middle", nameGap: 28,
        nameTextStyle: { color: colours.soft, fontSize: 12 }, axisLine: { onZero: false, lineStyle: { color: colours.axis } }, splitLine: { show: false },
        axisLabel: { color: colours.soft, fontSize: 12, hideOverlap: true, showMaxLabel: false, formatter: (value) => Options.number(value) }, splitNumber: width < 560 ? 3 : 6,
      });
      option.yAxis.push({
        type: "value", gridIndex: grid, inverse: true, min: 0, max: one.rows.length, interval: 2 ** Math.max(0, Math.ceil(Math.log2(one.rows.length / (tall / 18)))),
        name: "Rank", nameLocation: "start", nameGap: 13, nameTextStyle: { color: colours.soft, fontSize: 12, align: "right", padding: [0, 6, 0, 0] },
        axisLine: { show: false }, axisTick: { show: false }, splitLine: { show: false },
        axisLabel: { color: colours.soft, fontSize: 11, showMaxLabel: false, formatter: (value) => labels[value] || "", verticalAlign: one.rows.length * 12 < tall ? "top" : "middle" },
      });
      option.series.push({ ...line(chart, one, grid, state, theme), markLine: borders(one.set, one.rows, theme) });
      const cursor = state.cursor && state.cursor.set === one.set ? [[(state.cursor.bin + 0.5) * one.set.binTicks, one.rows.indexOf(state.cursor.row) + 0.5]] : [];
      option.series.push({
        id: "cursor" + (grid || ""), type: "scatter", xAxisIndex: grid, yAxisIndex: grid, silent: true, data: cursor, symbol: "circle", symbolSize: 16,
        itemStyle: { color: "transparent", borderColor: colours.ink, borderWidth: 2.5 }, tooltip: { show: false }, z: 5,
      });
      option.series.push(...paths(one, grid, theme));
      top += tall + GAP;
    });
    // Nothing to see, but what a legend is made of where there is one.
    chart.states.forEach((name, index) => {
      option.series.push({ name: words(name), type: "bar", data: [], itemStyle: { color: fill(index, chart.states, theme) } });
    });
    option.dataZoom = Options.zooms(state.zoom, theme, all.map((one, grid) => grid));
    option.tooltip.formatter = function () {
      if (!state.hover) return "";
      const said = say(chart, state.hover.set, state.hover.row, state.hover.bin);
      return "<b>" + Options.escaped(said.value) + "</b><br>" + Options.escaped(said.at);
    };
    return option;
  }

  /** Stacked bars of a run; state: hidden (set of states), cursor (number of a bar, or null) */
  function bars(chart, set, state, theme, width) {
    const colours = Options.THEMES[theme];
    const several = severalJobs(set);
    const names = set.bars.map((bar) => (several ? bar.job + " " : "") + short(bar));
    const series = chart.states.map((name, index) => ({
      id: "state-" + index,
      name: words(name),
      type: "bar",
      stack: "all",
      barCategoryGap: set.bars.length > 60 ? 0 : "12%",
      data: state.hidden.has(name) ? [] : set.bars.map((bar) => bar.ticks[index]),
      itemStyle: { color: fill(index, chart.states, theme) },
      emphasis: { disabled: true },
    }));
    return {
      ...frame(theme),
      aria: { enabled: true, label: { description: chart.title } },
      grid: { left: 84, right: width < 560 ? 14 : 24, top: 34, bottom: 56 },
      xAxis: {
        type: "category", data: names, name: "Rank", nameLocation: "middle", nameGap: 30, nameTextStyle: { color: colours.soft, fontSize: 12 },
        axisLine: { lineStyle: { color: colours.axis } }, axisTick: { show: false }, axisLabel: { color: colours.soft, fontSize: 11, hideOverlap: true },
      },
      yAxis: {
        type: "value", name: "Time [ticks]", nameLocation: "end", nameGap: 14, nameTextStyle: { color: colours.soft, fontSize: 12, align: "left", padding: [0, 0, 0, -70] },
        axisLabel: { color: colours.soft, fontSize: 12, formatter: (value) => Options.number(value) }, splitLine: { lineStyle: { color: colours.line } },
      },
      series: [...series, {
        id: "cursor", type: "scatter", silent: true, symbol: "circle", symbolSize: 14, z: 5, tooltip: { show: false },
        data: state.cursor === null ? [] : [[state.cursor, total(set.bars[state.cursor])]], itemStyle: { color: "transparent", borderColor: colours.ink, borderWidth: 2.5 },
      }],
      tooltip: {
        ...frame(theme).tooltip,
        trigger: "axis",
        axisPointer: { type: "shadow" },
        formatter: (items) => (items.length === 0 ? "" : tip(chart, set.bars[items[0].dataIndex])),
      },
    };
  }

  function total(bar) {
    return bar.ticks.reduce((sum, ticks) => sum + ticks, 0);
  }

  /** Shares of a bar, the largest first. */
  function parts(chart, bar) {
    const all = total(bar);
    return bar.ticks.map((ticks, state) => ({ state, ticks, share: ticks / all })).filter((part) => part.ticks > 0).sort((a, b) => b.ticks - a.ticks)
      .map((part) => words(chart.states[part.state]) + " " + (100 * part.share).toFixed(1) + " %");
  }

  function tip(chart, bar) {
    return "<b>" + Options.escaped(bar.job + ", " + ranks(bar)) + "</b><br>" + parts(chart, bar).map(Options.escaped).join("<br>");
  }

  return { timeline, height, shown, at, say, bars, parts, total, ranks, words, swatch };
})();
