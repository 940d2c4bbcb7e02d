// Percentile curves on a nines axis, and the bars that compare trials.
const SMALLEST_ON_LOG_AXIS = 0.001;

function curveSeries(curve, name, tone, logarithmic, dash) {
  const place = point => [point[0], logarithmic ? Math.max(point[1], SMALLEST_ON_LOG_AXIS) : point[1], point[1]];
  const common = { type: 'line', name, showSymbol: false, color: tone, emphasis: { disabled: true } };
  return [
    Object.assign({ id: name + '/solid', lineStyle: { width: 2, type: dash }, data: curve.solid.map(place) }, common),
    Object.assign({ id: name + '/weak', lineStyle: { width: 1.5, type: [2, 4], opacity: 0.85 }, data: curve.weak.map(place) }, common)
  ];
}

function bounds(curves) {
  const points = curves.flatMap(curve => curve.solid.concat(curve.weak));
  const values = points.map(point => point[1]).filter(value => value > 0);
  return {
    nines: points.reduce((most, point) => Math.max(most, point[0]), 10),
    low: values.reduce((a, b) => Math.min(a, b), Infinity), high: values.reduce((a, b) => Math.max(a, b), 0)
  };
}

// One, two and five of each decade within the bounds, at most nine of them.
function logTicks(low, high) {
  const ticks = [];
  for (let decade = Math.floor(Math.log10(low)); decade <= Math.ceil(Math.log10(high)); decade++) {
    [1, 2, 5].forEach(step => ticks.push(Number((step * 10 ** decade).toPrecision(1))));
  }
  const from = Math.max(0, ticks.findLastIndex(tick => tick <= low));
  const to = ticks.findIndex(tick => tick >= high);
  const within = ticks.slice(from, to < 0 ? ticks.length : to + 1);
  const decades = within.filter((tick, i) => i === 0 || i === within.length - 1 || /^0*\.?0*1/.test(String(tick)));
  return { min: within[0], max: within[within.length - 1], ticks: within.length > 9 ? decades : within };
}

function curvesOption(curves, names, logarithmic, dashes, tones) {
  const tone = i => tones ? tones[i] : colour(LATENCY_COLOURS[names[i]]);
  const p = palette();
  const { nines, low, high } = bounds(curves);
  const option = baseOption();
  option.grid = { left: 76, right: 26, top: 40, bottom: 46 };
  option.tooltip.trigger = 'axis';
  option.tooltip.formatter = points => {
    const best = new Map();
    points.forEach(point => best.has(point.seriesName) || best.set(point.seriesName, point));
    return points.length === 0 ? '' : rows('p' + percentile(points[0].axisValue).replace(' %', ''), [...best.values()].map(point => ({
      marker: point.marker, name: point.seriesName, value: number(point.value[2]) + ' ms'
    })));
  };
  option.xAxis = axis({
    type: 'log', min: 1, max: nines * 1.3, name: 'percentile', nameLocation: 'middle', nameGap: 28,
    axisLabel: { color: p.muted, fontSize: 11.5, formatter: percentile, hideOverlap: true, showMaxLabel: false }
  });
  const ticks = logarithmic ? logTicks(Math.max(low, SMALLEST_ON_LOG_AXIS), high) : null;
  option.yAxis = axis(Object.assign({
    type: logarithmic ? 'log' : 'value', axisLine: { show: false },
    axisLabel: Object.assign({ color: p.muted, fontSize: 11.5, formatter: AXIS.MILLISECONDS }, ticks ? { customValues: ticks.ticks } : {})
  }, ticks ? { min: ticks.min, max: ticks.max, axisTick: { show: false, customValues: ticks.ticks } } : { min: 0 }));
  option.series = curves.flatMap((curve, i) => curveSeries(curve, names[i], tone(i), logarithmic, dashes ? dashes[i] : 'solid'));
  return option;
}

// A long tail hides the body on a linear axis: start with the scale that shows both.
function startsLogarithmic(curves) {
  const highs = curves.map(curve => curve.solid.concat(curve.weak)).filter(points => points.length > 0);
  const typical = highs.map(points => points[Math.floor(points.length / 4)][1]).filter(value => value > 0);
  return bounds(curves).high / Math.min(...typical) > 30;
}

function scaleButton(element, curves) {
  const button = element.closest('figure').querySelector('[data-scale]');
  if (!element.dataset.scale) element.dataset.scale = startsLogarithmic(curves) ? 'log' : 'linear';
  const logarithmic = element.dataset.scale === 'log';
  button.textContent = logarithmic ? 'Linear axis' : 'Logarithmic axis';
  return logarithmic;
}

function drawCurve(element, data) {
  const trial = data.trials.find(t => t.id === element.dataset.trial);
  const curves = trial.curves.filter(curve => curve.phase === element.dataset.panel);
  const names = curves.map(curve => curve.name);
  const option = curvesOption(curves, names, scaleButton(element, curves));
  withLegend(option, element, names);
  const chart = echarts.init(element, null, { renderer: 'svg' });
  chart.setOption(option);
  return chart;
}

function drawOverlay(element, data) {
  const metric = document.querySelector('[data-overlay-metric]').value;
  const levels = [...new Set(data.trials.map(trial => trial.level))];
  const found = data.trials.flatMap(trial => trial.curves.filter(curve => curve.name === metric).map(curve => ({ trial, curve })));
  if (found.length === 0) return echarts.init(element, null, { renderer: 'svg' });
  const curves = found.map(f => f.curve);
  const tone = trialColours(data.trials);
  // A long name is cut at its end, which must not be the level.
  const names = found.map(f => (levels.length > 1 && !f.trial.label.slice(0, 24).includes(f.trial.level) ? f.trial.level + ' · ' : '') + f.trial.label + (f.trial.phases.filter(phase => phase.measured).length > 1 ? ' · ' + f.curve.phase : ''));
  const stroke = trialStrokes(data.trials);
  const dashes = found.map(f => stroke(f.trial));
  const option = curvesOption(curves, names, scaleButton(element, curves), dashes, found.map(f => tone(f.trial)));
  withLegend(option, element, names);
  if (element.clientWidth > 800) {
    element.style.height = Math.max(360, 70 + LEGEND_ROW * names.length) + 'px';
    Object.assign(option.legend, { orient: 'vertical', left: 'auto', right: 6, top: 12, bottom: 12, align: 'left', textStyle: { color: palette().text, fontSize: 12, width: 210, overflow: 'truncate' } });
    Object.assign(option.grid, { right: 270, top: 14 });
  }
  const chart = echarts.init(element, null, { renderer: 'svg' });
  chart.setOption(option);
  return chart;
}

function drawBars(element, data) {
  const p = palette();
  const tone = trialColours(data.trials);
  const shown = data.comparison.statistic;
  const bars = data.comparison.levels[Number(element.dataset.panel)].bars;
  element.style.height = 56 + 28 * bars.length + 'px';
  const tick = (name, key, tone) => ({
    type: 'scatter', name, symbol: 'rect', symbolSize: [3, 18], color: tone, z: 5, silent: true,
    data: bars.map((bar, i) => [bar[key], i]).filter(point => point[0] !== null)
  });
  const option = baseOption();
  const narrow = element.clientWidth < 560;
  option.grid = { left: narrow ? 130 : 260, right: 104, top: 34, bottom: 24 };
  option.legend = { data: ['p50', 'p99.9'], top: 2, right: 104, itemWidth: 4, itemHeight: 14, itemGap: 16, icon: 'rect', textStyle: { color: p.text, fontSize: 12 } };
  option.tooltip.trigger = 'item';
  option.tooltip.formatter = point => {
    const bar = bars[point.dataIndex];
    return rows(bar.label, [['p50', bar.p50], [shown, bar.value], ['p99.9', bar.p999]].filter(([name], i) => i === 1 || name !== shown).map(([name, value]) => ({
      marker: '', name, value: value === null ? 'none' : number(value) + ' ms'
    })));
  };
  option.xAxis = axis({ type: 'value', min: 0, axisLine: { show: false }, axisLabel: { color: p.muted, fontSize: 11.5, hideOverlap: true, formatter: AXIS.MILLISECONDS } });
  const categories = { type: 'category', inverse: true, splitLine: { show: false } };
  option.yAxis = [axis(Object.assign({}, categories, {
    data: bars.map(bar => bar.label),
    axisLabel: { color: p.text, fontSize: 12, width: narrow ? 120 : 246, overflow: 'truncate', interval: 0 }
  })), axis(Object.assign({}, categories, {
    position: 'right', axisLine: { show: false }, data: bars.map(bar => bar.value === null ? 'none' : shown + ' ' + number(bar.value) + ' ms'),
    axisLabel: { color: p.text, fontSize: 12, interval: 0, fontWeight: 600 }
  }))];
  option.series = [{
    type: 'bar', name: shown, barWidth: 15, itemStyle: { borderRadius: [0, 3, 3, 0] },
    data: bars.map(bar => ({ value: bar.value, itemStyle: { color: tone(data.trials.find(trial => trial.id === bar.trial)), opacity: 0.8 } }))
  }, tick('p50', 'p50', p.text), tick('p99.9', 'p999', p.lines[3])];
  const chart = echarts.init(element, null, { renderer: 'svg' });
  chart.setOption(option);
  return chart;
}
