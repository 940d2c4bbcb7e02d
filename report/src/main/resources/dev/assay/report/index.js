// Filters and puts side by side. Both stand in the address behind #, which works from a file and from any server, and can be passed on.
const cards = JSON.parse(document.getElementById('cards').textContent);
const articles = [...document.querySelectorAll('[data-card]')];
const form = document.getElementById('filter');
const selects = [...form.querySelectorAll('select')];

// An address such as #free is an anchor and no filter.
function state() {
  const text = location.hash.slice(1);
  return new URLSearchParams(text.includes('=') ? text : '');
}

function store(parameters) {
  [...parameters].filter(([, value]) => value === '').forEach(([name]) => parameters.delete(name));
  location.hash = parameters.toString() || 'all=';
}

function compared(parameters) {
  const known = new Set(cards.map(card => card.id));
  return (parameters.get('compare') || '').split(',').filter(id => known.has(id)).slice(0, 2);
}

function cell(kind, text, under) {
  const element = document.createElement(kind);
  element.textContent = text;
  if (under) {
    const small = document.createElement('span');
    small.className = 'under';
    small.textContent = ' ' + under;
    element.append(small);
  }
  return element;
}

function row(kind, texts) {
  const element = document.createElement('tr');
  texts.forEach(([text, under], index) => {
    const made = cell(index === 0 || kind === 'th' ? 'th' : 'td', text, under);
    if (made.tagName === 'TH') made.scope = kind === 'th' ? 'col' : 'row';
    element.append(made);
  });
  return element;
}

// Cards of one point each compare that point, whatever its name is; otherwise points of the same name.
function figures(card) {
  const single = new Set(card.figures.map(figure => figure.point)).size === 1;
  return { single, of: both => new Map(card.figures.map(figure =>
    [(both ? '' : figure.point + ' ') + figure.statistic, figure])) };
}

function sideBySide(ids) {
  const section = document.getElementById('side');
  section.hidden = ids.length !== 2;
  if (ids.length !== 2) return;
  const [one, other] = ids.map(id => cards.find(card => card.id === id));
  const sides = [figures(one), figures(other)];
  const both = sides.every(side => side.single);
  const [left, right] = sides.map(side => side.of(both));
  const shown = figure => figure ? [figure.value, figure.interval + ', n = ' + figure.n] : ['not measured', ''];
  const table = document.createElement('table');
  table.className = 'values side';
  const head = document.createElement('thead');
  head.append(row('th', [['', ''], [one.title, one.verdict + ', ' + one.kind], [other.title, other.verdict + ', ' + other.kind]]));
  const body = document.createElement('tbody');
  body.append(row('td', [['machine', ''], [one.machine, ''], [other.machine, '']]));
  new Set([...left.keys(), ...right.keys()]).forEach(name =>
    body.append(row('td', [[name, ''], shown(left.get(name)), shown(right.get(name))])));
  table.append(head, body);
  document.getElementById('side-table').replaceChildren(table);
  document.getElementById('side-warning').hidden = one.kind === 'comparable' && other.kind === 'comparable';
}

// A card has several systems and levels, separated by blanks, and one of all else.
function isOf(article, select) {
  const value = article.dataset[select.name];
  return value === select.value || (select.name !== 'study' && value.split(' ').includes(select.value));
}

function apply() {
  const parameters = state();
  selects.forEach(select => { select.value = parameters.get(select.name) || ''; });
  const wanted = selects.filter(select => select.value !== '');
  let shown = 0;
  articles.forEach(article => {
    article.hidden = !wanted.every(select => isOf(article, select));
    if (!article.hidden) shown++;
  });
  document.getElementById('shown').textContent = shown + ' of ' + articles.length + ' shown';
  const ids = compared(parameters);
  articles.forEach(article => {
    const box = article.querySelector('[data-compare]');
    box.checked = ids.includes(article.dataset.card);
    box.disabled = ids.length === 2 && !box.checked;
  });
  sideBySide(ids);
}

selects.forEach(select => select.addEventListener('change', () => {
  const parameters = state();
  parameters.set(select.name, select.value);
  store(parameters);
}));
articles.forEach(article => article.querySelector('[data-compare]').addEventListener('change', event => {
  const parameters = state();
  const ids = compared(parameters).filter(id => id !== article.dataset.card);
  if (event.target.checked) ids.push(article.dataset.card);
  parameters.set('compare', ids.join(','));
  store(parameters);
}));
form.querySelector('[data-reset]').addEventListener('click', () => store(new URLSearchParams()));
form.addEventListener('submit', event => event.preventDefault());
addEventListener('hashchange', apply);
document.querySelectorAll('.needs-script').forEach(element => { if (element.id !== 'side') element.hidden = false; });
apply();
document.documentElement.dataset.ready = 'true';
