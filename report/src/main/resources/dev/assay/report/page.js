// Brings the page to life: shows what needs scripts, draws charts once they can be seen, filters, copies, prints.
const data = JSON.parse(document.getElementById('chart-data').textContent);
const DRAW = { time: drawTime, curve: drawCurve, overlay: drawOverlay, bars: drawBars };
const drawn = new Map();
const resized = new ResizeObserver(entries => entries.forEach(entry => {
  if (entry.contentRect.width > 0 && drawn.has(entry.target)) drawn.get(entry.target).resize();
}));

// A chart in a closed trial may have a size already; it is drawn when the trial is opened all the same.
function visible(element) {
  return element.clientWidth > 0 && !element.closest('details:not([open])');
}

function draw(element) {
  if (drawn.has(element)) drawn.get(element).dispose();
  element.textContent = '';
  drawn.set(element, DRAW[element.dataset.chart](element, data));
  resized.observe(element);
}

function drawMissing(within) {
  within.querySelectorAll('.chart').forEach(element => { if (!drawn.has(element) && visible(element)) draw(element); });
}

function redraw() {
  drawn.forEach((chart, element) => draw(element));
}

function showTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.tagName === 'DETAILS') target.open = true;
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

function filter(input) {
  const wanted = input.value.trim().toLowerCase();
  const box = input.closest('.filterable');
  let shown = 0;
  let all = 0;
  box.querySelectorAll('[data-group]').forEach(group => {
    let inGroup = 0;
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
document.querySelectorAll('details').forEach(details => details.addEventListener('toggle', () => drawMissing(details)));
document.querySelectorAll('[data-copy]').forEach(button => button.addEventListener('click', () => copy(button)));
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
darkMode.addEventListener('change', redraw);
showTarget();
drawMissing(document);
document.documentElement.dataset.ready = 'true';
