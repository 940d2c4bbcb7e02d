// Brings the page to life: shows what needs scripts, draws charts once they can be seen, filters, copies, prints.
const data = JSON.parse(document.getElementById('chart-data').textContent);
const DRAW = { time: drawTime, curve: drawCurve, overlay: drawOverlay, bars: drawBars, heat: drawHeat, pane: drawPane };

// What such charts draw is packed with the trial.
const OVER_TIME = new Set(['time', 'heat']);
const drawn = new Map();
const resized = new ResizeObserver(entries => entries.forEach(entry => {
  if (entry.contentRect.width > 0 && drawn.has(entry.target)) drawn.get(entry.target).resize();
}));

// A chart in a closed trial may have a size already; it is drawn when the trial is opened all the same. To ask for its size would have
// the browser lay out what nobody sees: two seconds for a long page.
function visible(element) {
  return !element.closest('details:not([open])') && element.clientWidth > 0;
}

// What is drawn over time is packed where it is long, and unpacked when the trial is looked at.
const unpacking = new Map();
function unpacked(trial) {
  if (trial.lines) return Promise.resolve(trial.lines);
  if (!unpacking.has(trial.id)) {
    unpacking.set(trial.id, (async () => {
      const bytes = Uint8Array.from(atob(trial.packed), letter => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
      trial.lines = await new Response(stream).json();
      return trial.lines;
    })());
  }
  return unpacking.get(trial.id);
}

function trialOf(element) {
  return data.trials.find(trial => trial.id === element.dataset.trial);
}

function refuse(element) {
  element.textContent = 'This browser cannot unpack the chart data: that takes Chrome or Edge 80, Firefox 113, Safari 16.4 or newer. '
    + 'The tables above have the values, and series.csv of the run directory has every second.';
  element.classList.add('refused');
}

function draw(element) {
  if (drawn.has(element)) drawn.get(element).dispose();
  element.textContent = '';
  drawn.set(element, DRAW[element.dataset.chart](element, data));
  resized.observe(element);
}

// Draws what can be seen and is not drawn; what has to be unpacked first follows, and the promise is kept when all is drawn.
function drawMissing(within) {
  const later = [];
  within.querySelectorAll('.chart:not(.refused)').forEach(element => {
    if (drawn.has(element) || !visible(element)) return;
    if (!OVER_TIME.has(element.dataset.chart) || trialOf(element).lines) {
      draw(element);
    } else {
      later.push(unpacked(trialOf(element)).then(() => { if (!drawn.has(element) && visible(element)) draw(element); }, () => refuse(element)));
    }
  });
  return Promise.all(later);
}

// Printing can't wait, so that everything is unpacked while nothing else is to be done.
async function unpackAll() {
  for (const trial of data.trials) {
    await new Promise(resolve => setTimeout(resolve, 20));
    await unpacked(trial).catch(() => {});
  }
}

function redraw() {
  drawn.forEach((chart, element) => draw(element));
}

function showTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let box = target.closest('details'); box; box = box.parentElement.closest('details')) box.open = true;
  target.scrollIntoView();
  // Charts that are drawn now may take more room than they had.
  drawMissing(target.closest('details') || document).then(() => target.scrollIntoView());
}

// Whatever has an anchor shows it: a section, a trial, a chart.
function addPermalinks() {
  const headed = [...document.querySelectorAll('main section[id], main figure[id], details.trial')].map(box =>
    [box.id, box.querySelector(box.tagName === 'DETAILS' ? '.trial-name' : 'h2, h3, h4')]);
  const headings = [...document.querySelectorAll('main h3[id]')].map(heading => [heading.id, heading]);
  headed.concat(headings).filter(([, heading]) => heading).forEach(([id, heading]) => {
    const link = document.createElement('a');
    link.className = 'permalink';
    link.href = '#' + encodeURIComponent(id);
    link.textContent = '#';
    link.setAttribute('aria-label', 'Link to ' + heading.textContent.trim());
    heading.append(' ', link);
  });
}

async function copy(button) {
  const text = button.parentElement.querySelector('code').textContent;
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch (refused) {
    getSelection().selectAllChildren(button.parentElement.querySelector('code'));
    done = document.execCommand('copy');
  }
  button.textContent = done ? 'Copied' : 'Press Ctrl-C';
  setTimeout(() => { button.textContent = 'Copy'; }, 2000);
}

// Settings that a table above has with the same values are not written twice; here they are shown all the same.
function complete(group) {
  const base = group.dataset.base && document.getElementById(group.dataset.base);
  if (!base) return;
  delete group.dataset.base;
  const body = group.querySelector('tbody');
  const name = row => row.cells[0].textContent;
  const own = [...body.rows];
  const names = new Set(own.map(name));
  const rest = [...base.querySelectorAll('tbody tr')].filter(row => !names.has(name(row))).map(row => row.cloneNode(true));
  const plain = rest.concat(own.filter(row => !row.classList.contains('departs')));
  body.append(...plain.sort((a, b) => name(a) < name(b) ? -1 : 1));
  plain.forEach(row => { row.hidden = false; });
  group.querySelector('[data-elsewhere]').hidden = true;
}

function filter(input) {
  const wanted = input.value.trim().toLowerCase();
  const box = input.closest('.filterable');
  let shown = 0;
  let all = 0;
  box.querySelectorAll('[data-group]').forEach(group => {
    let inGroup = 0;
    complete(group);
    group.querySelectorAll('tbody tr').forEach(row => {
      row.hidden = wanted !== '' && !row.textContent.toLowerCase().includes(wanted);
      all++;
      if (!row.hidden) inGroup++;
    });
    shown += inGroup;
    group.hidden = inGroup === 0;
    group.open = wanted !== '' && inGroup > 0;
  });
  box.querySelector('[data-filter-count]').textContent = wanted === '' ? '' : shown + ' of ' + all;
}

function toggleAll(button) {
  const trials = [...document.querySelectorAll('details.trial')];
  const open = trials.some(trial => !trial.open);
  trials.forEach(trial => { trial.open = open; });
  button.textContent = open ? 'Close all' : 'Open all';
}

let closedBeforePrint = [];
function beforePrint() {
  printing = true;
  document.documentElement.classList.add('printing');
  closedBeforePrint = [...document.querySelectorAll('details.trial:not([open])')];
  closedBeforePrint.forEach(trial => { trial.open = true; });
  drawMissing(document);
  redraw();
}

function afterPrint() {
  printing = false;
  document.documentElement.classList.remove('printing');
  closedBeforePrint.forEach(trial => { trial.open = false; });
  redraw();
}

document.querySelectorAll('.needs-script').forEach(element => { element.hidden = false; });
document.querySelectorAll('details').forEach(details => details.addEventListener('toggle', () => {
  if (details.open) complete(details);
  drawMissing(details);
}));
document.querySelectorAll('[data-copy]').forEach(button => button.addEventListener('click', () => copy(button)));
document.querySelectorAll('[data-csv]').forEach(button => button.addEventListener('click', () => {
  const chart = button.closest('figure').querySelector('.chart');
  const ready = chart && OVER_TIME.has(chart.dataset.chart) ? unpacked(trialOf(chart)) : Promise.resolve();
  ready.then(() => download(button, data), () => refuse(chart));
}));
document.querySelectorAll('[data-filter]').forEach(input => input.addEventListener('input', () => filter(input)));
document.querySelectorAll('[data-toggle-all]').forEach(button => button.addEventListener('click', () => toggleAll(button)));
document.querySelectorAll('[data-scale]').forEach(button => button.addEventListener('click', () => {
  const element = button.closest('figure').querySelector('.chart');
  element.dataset.scale = element.dataset.scale === 'log' ? 'linear' : 'log';
  draw(element);
}));
document.querySelectorAll('[data-overlay-metric]').forEach(select => select.addEventListener('change', () => {
  const element = select.closest('figure').querySelector('.chart');
  delete element.dataset.scale;
  draw(element);
}));
window.addEventListener('hashchange', showTarget);
window.addEventListener('beforeprint', beforePrint);
window.addEventListener('afterprint', afterPrint);
addPermalinks();
darkMode.addEventListener('change', redraw);
showTarget();
drawMissing(document).then(() => {
  document.documentElement.dataset.ready = 'true';
  return unpackAll();
});
