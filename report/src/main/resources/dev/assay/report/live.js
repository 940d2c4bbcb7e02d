// Follows a run: asks for what is new, adds it to what is there, and has the report's own code draw it. At the end it becomes the report.
const RETRY_MILLIS = 2000;
const DRAW = { time: drawTime, heat: drawHeat };
const data = { trials: [] };
const charts = new Map();
const inView = new Set();
let next = '';

const byId = id => document.getElementById(id);
const resized = new ResizeObserver(entries => entries.forEach(entry => {
  if (entry.contentRect.width > 0 && charts.has(entry.target)) charts.get(entry.target).resize();
}));
// Nobody pays for charts that nobody sees.
const viewed = new IntersectionObserver(entries => entries.forEach(entry => {
  inView[entry.isIntersecting ? 'add' : 'delete'](entry.target);
  if (entry.isIntersecting) draw(entry.target);
}), { rootMargin: '200px' });

function drawAnew(element) {
  if (charts.has(element)) charts.get(element).dispose();
  element.textContent = '';
  charts.set(element, DRAW[element.dataset.chart](element, data));
  resized.observe(element);
}

// A chart that is there keeps its zoom, its tooltip and what was chosen in its legend.
function draw(element) {
  if (document.hidden || data.trials.length === 0) return;
  const chart = charts.get(element);
  if (!chart) return drawAnew(element);
  if (element.dataset.chart === 'heat') {
    if (!element.matches(':hover')) drawAnew(element);
    return;
  }
  const trial = data.trials[0];
  const panel = trial.lines.panels.find(one => one.id === element.dataset.panel);
  const { grid, xAxis, yAxis, series } = timeOption(trial, panel, element);
  chart.setOption({ grid, xAxis, yAxis, series });
}

function figureOf(plot) {
  const kind = plot.kind.toLowerCase();
  const figure = byId(kind + '-figure').content.firstElementChild.cloneNode(true);
  const chart = figure.querySelector('.chart');
  const title = figure.querySelector('h4');
  figure.id = plot.id;
  figure.hidden = false;
  title.textContent = plot.title;
  if (plot.unit) {
    const unit = document.createElement('span');
    unit.className = 'unit';
    unit.textContent = plot.unit;
    title.append(', ', unit);
  }
  figure.querySelector('figcaption p').textContent = plot.note;
  Object.assign(chart.dataset, { trial: plot.trial, panel: plot.part });
  chart.setAttribute('aria-label', plot.title + ' over time');
  figure.querySelector('[data-csv]').addEventListener('click', event => download(event.currentTarget, data));
  viewed.observe(chart);
  return figure;
}

function begin(update) {
  const { latencyTimes, seriesTimes, panels, heats } = update.charts;
  data.trials = [Object.assign(update.charts, { lines: { latencyTimes, seriesTimes, panels, heats } })];
  charts.forEach(chart => chart.dispose());
  charts.clear();
  inView.clear();
  viewed.disconnect();
  resized.disconnect();
  byId('plots').replaceChildren(...update.plots.map(figureOf));
  byId('more-plots').replaceChildren(...update.more.map(figureOf));
  byId('trial').textContent = update.charts.look.label;
  byId('over-time').hidden = false;
}

// The server sends the same panels with the same lines, or everything.
function extend(trial, update) {
  const { phases, end, latencyTimes, seriesTimes, panels, heats } = update.charts;
  const add = (values, more) => {
    values.push(...more);
    values.splice(0, values.length - update.keptSeconds);
  };
  Object.assign(trial, { phases, end });
  add(trial.lines.latencyTimes, latencyTimes);
  add(trial.lines.seriesTimes, seriesTimes);
  trial.lines.panels.forEach((panel, i) => panel.lines.forEach((line, j) => add(line.values, panels[i].lines[j].values)));
  heats.forEach(heat => {
    const known = trial.lines.heats.find(one => one.id === heat.id);
    heat.ends.forEach((columnEnd, i) => {
      const place = known.ends.indexOf(columnEnd);
      if (place < 0) known.ends.push(columnEnd);
      known.cells[place < 0 ? known.ends.length - 1 : place] = heat.cells[i];
    });
  });
}

function tileOf(fact) {
  const tile = document.createElement('li');
  if (fact.bad) tile.className = 'bad';
  tile.append(...[['tile-name', fact.name], ['tile-value', fact.value], ['tile-of', fact.under]].map(([kind, text]) => {
    const part = document.createElement('span');
    part.className = kind;
    part.textContent = text;
    return part;
  }));
  return tile;
}

function show(update) {
  byId('tiles').hidden = update.tiles.length === 0;
  byId('tiles').replaceChildren(...update.tiles.map(tileOf));
  byId('place').textContent = update.place;
  byId('ended').hidden = update.ended.length === 0;
  byId('endings').replaceChildren(...update.ended.map(one => {
    const line = document.createElement('li');
    line.textContent = one.trial + ': ' + one.verdict;
    return line;
  }));
  if (update.over) {
    byId('over').textContent = update.over;
    byId('over').hidden = false;
  }
  if (!update.charts) return;
  if (update.whole) begin(update);
  else if (update.charts.seriesTimes.length > 0) extend(data.trials[0], update);
  inView.forEach(draw);
}

// The report replaces this page, also when its server is gone the moment after.
function become(report) {
  location.replace(URL.createObjectURL(new Blob([report], { type: 'text/html' })));
}

async function ask() {
  const answer = await fetch('data?after=' + next, { cache: 'no-store' });
  if (!answer.ok) throw new Error('status ' + answer.status);
  return answer.headers.get('Content-Type').startsWith('text/html') ? { report: await answer.text() } : answer.json();
}

// Asks again before it draws: whoever waits at the end is there when the report is.
async function follow() {
  let asked = ask();
  for (;;) {
    const update = await asked.catch(() => null);
    byId('lost').hidden = update !== null;
    if (update === null) {
      await new Promise(resolve => setTimeout(resolve, RETRY_MILLIS));
      asked = ask();
    } else if (update.report) {
      return become(update.report);
    } else {
      next = update.next;
      asked = update.over ? null : ask();
      show(update);
      document.documentElement.dataset.ready = 'true';
      if (update.over) return;
    }
  }
}

document.addEventListener('visibilitychange', () => inView.forEach(draw));
darkMode.addEventListener('change', () => inView.forEach(drawAnew));
follow();
