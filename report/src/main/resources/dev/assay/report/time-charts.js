// Lines over the time of a trial. All charts of one trial share the axis, the pointer and the zoom.
function shades(trial) {
  const p = palette();
  const spans = trial.phases.filter(phase => phase.to > phase.from).map(phase => ({
    name: phase.name === 'warmup' ? 'warm-up' : phase.name, from: phase.from, to: phase.to
  }));
  const last = trial.phases.reduce((end, phase) => Math.max(end, phase.to), 0);
  if (trial.phases.length > 0 && trial.end > last) spans.push({ name: 'drain', from: last, to: trial.end });
  const measured = new Set(trial.phases.filter(phase => phase.measured).map(phase => phase.name));
  const edges = [...new Set(trial.phases.filter(phase => phase.measured).flatMap(phase => [phase.from, phase.to]))];
  // What was done to the system or its groups: from the moment it began, and when it was in effect where that took long.
  const moments = trial.events.flatMap(event =>
    event.to - event.from > trial.end / 200 ? [[event.name, event.from], ['', event.to]] : [[event.name, event.from]]);
  return {
    type: 'line', name: '\u0000phases', data: [], clip: false, silent: true, tooltip: { show: false },
    markArea: {
      silent: true, itemStyle: { color: p.shade }, label: { color: p.muted, fontSize: 11, position: 'top', distance: 5 },
      data: spans.map(span => [
        {
          name: span.name, xAxis: span.from, itemStyle: measured.has(span.name) ? { opacity: 0 } : {},
          label: span.from === 0 && span.to / trial.end < 0.08 ? { position: [0, -9], align: 'left' } : {}
        },
        { xAxis: span.to }
      ])
    },
    markLine: {
      silent: true, symbol: 'none', label: { show: false }, lineStyle: { color: p.muted, type: 'dashed', width: 1, opacity: 0.7 },
      data: edges.map(edge => ({ xAxis: edge })).concat(moments.map(([name, at]) => ({
        xAxis: at, lineStyle: { color: p.text, type: 'solid', width: 1, opacity: 0.8 },
        label: { show: name !== '', formatter: name, color: p.text, fontSize: 10.5, position: 'insideEndTop' }
      })))
    }
  };
}

// The same process has the same colour in all charts of a trial.
function colourOf(trial, panel) {
  const shared = new Map();
  trial.lines.panels.filter(p => p.id === 'cpu' || p.lines.some(line => shared.has(line.name)))
    .forEach(p => p.lines.forEach(line => shared.has(line.name) || shared.set(line.name, shared.size)));
  if (panel.id === 'latency') return name => colour(LATENCY_COLOURS[name]);
  const own = [...new Set(panel.lines.map(line => line.name))];
  const known = own.some(name => shared.has(name)) ? shared : new Map(own.map((name, i) => [name, i]));
  return name => colour(known.has(name) ? known.get(name) : known.size + own.indexOf(name));
}

function nearest(times, wanted) {
  let best = 0;
  times.forEach((time, i) => { if (Math.abs(time - wanted) < Math.abs(times[best] - wanted)) best = i; });
  return best;
}

function timeOption(trial, panel, element) {
  const p = palette();
  const times = panel.clock === 'LATENCY' ? trial.lines.latencyTimes : trial.lines.seriesTimes;
  const toColour = colourOf(trial, panel);
  const hidden = {};
  panel.lines.forEach(line => { if (line.hidden) hidden[line.name] = false; });
  const full = FULL[panel.unit];
  const largest = panel.lines.reduce((most, line) => line.values.reduce((m, v) => Math.max(m, v || 0), most), 0);
  const step = panel.unit === 'BYTES' ? binaryStep(largest) : undefined;
  const series = panel.lines.map(line => ({
    type: 'line', name: line.name, id: line.name + '/' + line.detail, showSymbol: times.length < 3, symbolSize: 5, sampling: 'minmax',
    connectNulls: false, emphasis: { disabled: true }, color: toColour(line.name),
    lineStyle: { width: panel.lines.length > 8 ? 1.2 : 1.6, type: line.below ? [5, 3] : 'solid' },
    data: times.map((t, i) => [t, line.values[i] === null ? null : line.below ? -line.values[i] : line.values[i]])
  }));
  const option = baseOption();
  option.tooltip.trigger = 'axis';
  // Taken from the data themselves: what is drawn may leave points out, and then the library leaves out the line.
  option.tooltip.formatter = points => {
    const shown = echarts.getInstanceByDom(element).getOption().legend[0].selected;
    const i = nearest(times, points[0].axisValue);
    const lines = panel.lines.filter(line => shown[line.name] !== false && line.values[i] !== null).map(line => ({
      marker: dot(toColour(line.name)), name: line.name + (line.detail ? ' ' + line.detail : ''), value: full(line.values[i])
    }));
    return rows(panel.title + ' at ' + clock(times[i], trial.end), lines);
  };
  option.xAxis = timeAxis(trial);
  option.yAxis = axis({
    type: 'value', axisLine: { show: false }, splitNumber: panel.id === 'latency' ? 4 : 3, min: panel.lines.some(l => l.below) ? undefined : 0,
    interval: step, max: step && Math.ceil(largest / step) * step, minInterval: panel.unit === 'MESSAGES' ? 1 : 0,
    axisLabel: { color: p.muted, fontSize: 11.5, hideOverlap: true, formatter: AXIS[panel.unit] }
  });
  withLegend(option, element, [...new Set(panel.lines.map(line => line.name))], hidden);
  option.series = series.concat(shades(trial));
  option.toolbox = zoomByDrag();
  return option;
}

function drawTime(element, data) {
  const trial = data.trials.find(t => t.id === element.dataset.trial);
  const panel = trial.lines.panels.find(p => p.id === element.dataset.panel);
  const option = timeOption(trial, panel, element);
  const chart = echarts.init(element, null, { renderer: 'svg' });
  chart.setOption(option);
  const times = panel.clock === 'LATENCY' ? trial.lines.latencyTimes : trial.lines.seriesTimes;
  share(trial, chart, time => times[nearest(times, time)], time => times[nearest(times, time)]);
  return chart;
}
