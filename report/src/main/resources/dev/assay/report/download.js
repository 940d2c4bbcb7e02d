// What a chart draws, as a CSV file that is made here: nothing is asked of any server.
const FORMULA = /^[=+\-@\t\r]/;

// A spreadsheet would take some texts for formulas; an apostrophe keeps it from that. Figures are no texts.
function csvCell(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? "'" + value : String(value);
  return /[",\n\r]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
}

function csv(table) {
  return table.map(row => row.map(csvCell).join(',') + '\r\n').join('');
}

function timeTable(element, data) {
  const trial = data.trials.find(t => t.id === element.dataset.trial);
  const panel = trial.lines.panels.find(p => p.id === element.dataset.panel);
  const times = panel.clock === 'LATENCY' ? trial.lines.latencyTimes : trial.lines.seriesTimes;
  const unit = UNIT_NAMES[panel.unit];
  const head = ['seconds'].concat(panel.lines.map(line => [line.name, line.detail, unit && '(' + unit + ')'].filter(Boolean).join(' ')));
  return [head].concat(times.map((time, i) => [time].concat(panel.lines.map(line => line.values[i]))));
}

// 1/(1-q) has five digits, so that q has as many decimals as it has nines, and two.
function percent(nines) {
  return Number((100 * (1 - 1 / nines)).toFixed(Math.min(12, Math.floor(Math.log10(nines)) + 2)));
}

function curveRows(label, curve) {
  // The first weak point repeats the last solid one, so that the line goes on; the last point of all is the maximum.
  const weak = curve.solid.length > 0 ? curve.weak.slice(1) : curve.weak;
  const points = curve.solid.map(point => [point, 'yes']).concat(weak.map(point => [point, 'no']));
  return points.map(([point, above], i) =>
    [label, curve.phase, curve.name, i === points.length - 1 ? 100 : percent(point[0]), point[1], curve.samples, above]);
}

const CURVE_HEAD = ['trial', 'phase', 'latency', 'percentile', 'milliseconds', 'samples', 'ten or more samples above'];

function curveTable(element, data) {
  const trial = data.trials.find(t => t.id === element.dataset.trial);
  const curves = trial.curves.filter(curve => curve.phase === element.dataset.panel);
  return [CURVE_HEAD].concat(curves.flatMap(curve => curveRows(trial.label, curve)));
}

function overlayTable(element, data) {
  const metric = document.querySelector('[data-overlay-metric]').value;
  return [CURVE_HEAD].concat(data.trials.flatMap(trial =>
    trial.curves.filter(curve => curve.name === metric).flatMap(curve => curveRows(trial.label, curve))));
}

function barsTable(element, data) {
  const level = data.comparison.levels[Number(element.dataset.panel)];
  const names = ['p50', data.comparison.statistic, 'p99.9'].map(name => data.comparison.metric + ' ' + name + ' (ms)');
  return [['trial', 'durability'].concat(names)]
    .concat(level.bars.map(bar => [bar.label, level.level, bar.p50, bar.value, bar.p999]));
}

function heatTable(element, data) {
  const trial = data.trials.find(t => t.id === element.dataset.trial);
  const heat = trial.lines.heats.find(h => h.id === element.dataset.panel);
  const rounded = value => Number(value.toPrecision(4));
  return [['from (seconds)', 'to (seconds)', heat.metric + ' from (ms)', heat.metric + ' to (ms)', 'messages', 'fraction of these seconds (%)']]
    .concat(heat.cells.flatMap((column, i) => cellsOf(column).map(([row, count]) => [
      heat.ends[i] - heat.secondsPerColumn, heat.ends[i], rounded(latencyOf(row)), rounded(latencyOf(row + 1)), count,
      rounded(100 * count / samplesOf(column))
    ])));
}

// What is drawn stands in a table below; numbers of it are numbers here.
function figuresTable(element) {
  const text = cell => cell.classList.contains('num') ? Number(cell.textContent) : cell.textContent;
  return [...element.closest('figure').querySelectorAll('.drawn tr')].map(row => [...row.cells].map(text));
}

const TABLES = { pane: figuresTable, time: timeTable, curve: curveTable, overlay: overlayTable, bars: barsTable, heat: heatTable };

function save(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function download(button, data) {
  const figure = button.closest('figure');
  const chart = figure.querySelector('.chart');
  const table = TABLES[chart.dataset.chart](chart, data);
  const run = document.getElementById('main').dataset.run;
  save([run, figure.id || 'chart'].join('-').replace(/[^\w.-]+/g, '-') + '.csv', csv(table));
}
