// Draws any chart whose lines, axes and colours are decided where the page is made.
const DASHES = { SOLID: 'solid', DASHED: [7, 4], DOTTED: [2, 3], DASH_DOT: [9, 3, 2, 3] };

function toneOf(line) {
  return line.colour.place < 0 ? palette().muted : shade(line.colour.place, line.colour.shade);
}

function paneAxis(spec, room) {
  const p = palette();
  const texts = new Map(spec.ticks.map(tick => [tick.at, tick.text]));
  const round = spec.logarithmic && texts.size === 0 ? logTicks(spec.min, spec.max) : null;
  const values = texts.size > 0 ? [...texts.keys()] : round ? round.ticks : undefined;
  const nearestText = value => [...texts].find(([at]) => Math.abs(at - value) <= 1e-6 * Math.max(1, Math.abs(at)))?.[1] ?? '';
  return axis({
    type: spec.logarithmic ? 'log' : 'value', min: spec.min, max: spec.max,
    name: spec.name, nameLocation: 'middle', nameGap: 26, splitNumber: 5,
    axisTick: { show: false, customValues: values }, minorTick: { show: false },
    axisLabel: Object.assign({
      color: p.muted, fontSize: 11.5, hideOverlap: room === undefined, showMinLabel: true,
      formatter: texts.size > 0 ? nearestText : AXIS[spec.unit]
    }, values ? { customValues: values } : {}, room ? { width: room, overflow: 'truncate' } : {})
  });
}

function paneSeries(line, index) {
  const tone = toneOf(line);
  const data = line.across.map((x, i) => [x, line.up[i]]);
  const common = { id: String(index), name: line.name || '\u0000' + index, color: tone, data, emphasis: { disabled: true }, animation: false };
  return line.stroke === 'NONE'
    ? Object.assign(common, { type: 'scatter', symbolSize: line.width, itemStyle: { opacity: line.width > 6 ? 1 : 0.55 } })
    : Object.assign(common, {
      type: 'line', showSymbol: line.dots, symbol: line.dots ? 'circle' : 'none', symbolSize: 7, connectNulls: false, silent: !line.dots,
      lineStyle: { width: line.width, type: DASHES[line.stroke], opacity: line.width < 2 ? 0.45 : 1 }
    });
}

function paneTip(pane) {
  const text = (spec, value) => spec.ticks.find(tick => tick.at === value)?.text ?? (FULL[spec.unit] || String)(value);
  return point => {
    const line = pane.lines[Number(point.seriesId ?? point.seriesIndex)] || pane.lines[point.seriesIndex];
    const [x, y] = point.value;
    const row = pane.up.ticks.find(tick => Math.abs(tick.at - y) < 0.5)?.text;
    return rows(row || line.name || pane.title, [
      { marker: '', name: row && line.name ? line.name : pane.across.name, value: text(pane.across, x) }
    ].concat(row ? [] : [{ marker: dot(toneOf(line)), name: pane.up.name, value: text(pane.up, y) }]));
  };
}

// Of a line without dots the place under the pointer tells all lines of the legend.
function paneTipOfAll(pane) {
  return points => {
    const x = points[0].axisValue;
    const best = new Map();
    pane.lines.forEach(line => line.across.forEach((at, i) => {
      const known = best.get(line.name);
      if (at === null || line.width < 2 || !line.name || (known && Math.abs(known.at - x) <= Math.abs(at - x))) return;
      best.set(line.name, { at, value: line.up[i], line });
    }));
    return rows(FULL[pane.across.unit](x), [...best].map(([name, found]) => ({
      marker: dot(toneOf(found.line)), name, value: FULL[pane.up.unit](found.value)
    })));
  };
}

function drawPane(element, data) {
  const p = palette();
  const pane = data.panes[element.dataset.pane];
  const names = [...new Set(pane.lines.map(line => line.name).filter(Boolean))];
  const rowNames = pane.up.ticks.map(tick => textWidth(tick.text) + 14);
  const room = rowNames.length > 0 ? Math.min(Math.max(...rowNames), 0.36 * element.clientWidth) : undefined;
  const option = baseOption();
  option.grid = { left: room ? room + 8 : 66, right: 24, top: names.length > 0 ? 38 : 10, bottom: pane.across.name ? 44 : 26 };
  option.xAxis = paneAxis(pane.across);
  option.yAxis = paneAxis(pane.up, room);
  option.xAxis.splitLine = { show: rowNames.length > 0, lineStyle: { color: p.line, opacity: 0.75 } };
  if (rowNames.length > 0) Object.assign(option.yAxis, { splitLine: { show: false }, axisLine: { show: false } });
  if (rowNames.length > 0) option.yAxis.axisLabel.color = p.text;
  // Dots without a name stand beside lines that tell of themselves; where there are rows, they tell of their row.
  const all = !pane.lines.some(line => line.dots && (line.name || rowNames.length > 0));
  option.tooltip.trigger = all ? 'axis' : 'item';
  option.tooltip.formatter = all ? paneTipOfAll(pane) : paneTip(pane);
  element.style.height = element.dataset.height + 'px';
  if (names.length > 0) {
    withLegend(option, element, names);
    const strong = new Map(pane.lines.filter(line => line.name && line.stroke !== 'NONE').map(line => [line.name, line]));
    option.legend.data = names.map(name => ({
      name, itemStyle: { color: strong.has(name) ? toneOf(strong.get(name)) : p.muted },
      icon: strong.has(name) && strong.get(name).stroke !== 'SOLID' ? 'path://M0,4.5h5v3h-5zM9,4.5h5v3h-5z' : 'path://M0,4.5h14v3h-14z'
    }));
  }
  option.series = pane.lines.map((line, index) => paneSeries(line, index));
  const areas = pane.bands.filter(band => band.to > band.from).map(band => [{ xAxis: band.from }, { xAxis: band.to }]);
  const marks = pane.bands.filter(band => band.to === band.from).map(band => ({ xAxis: band.from }));
  option.series.push({
    type: 'line', name: '\u0000bands', data: [], silent: true, tooltip: { show: false },
    markArea: { silent: true, itemStyle: { color: p.line, opacity: 0.55 }, data: areas },
    markLine: { silent: true, symbol: 'none', label: { show: false }, lineStyle: { color: p.muted, type: 'solid', width: 1 }, data: marks }
  });
  const chart = echarts.init(element, null, { renderer: 'svg' });
  chart.setOption(option);
  return chart;
}
