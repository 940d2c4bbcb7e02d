// Values as text. Every text that ends up as HTML in a tooltip goes through escaped().
function escaped(text) {
  return String(text).replace(/[&<>"']/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]);
}

function digits(value) {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

// Three significant digits with their zeros, as in the tables.
function number(value) {
  return Math.abs(value) >= 99.95 || value === 0 ? Math.round(value).toLocaleString('en-US') : Number(value).toPrecision(3);
}

function scaled(value, steps) {
  const size = Math.abs(value);
  const step = steps.find(s => size >= s[0]) || steps[steps.length - 1];
  return digits(value / step[0]) + step[1];
}

const DECIMAL = [[1e9, ' G'], [1e6, ' M'], [1e3, ' k'], [1, '']];
const BYTES = [[1e9, ' GB'], [1e6, ' MB'], [1e3, ' kB'], [1, ' B']];
const BINARY = [[1024 ** 3, ' GiB'], [1024 ** 2, ' MiB'], [1024, ' KiB'], [1, ' B']];

// For the heads of columns.
const UNIT_NAMES = {
  MILLISECONDS: 'ms', MESSAGES_PER_SECOND: 'msg/s', MESSAGES: 'messages', CORES: 'cores', BYTES: 'bytes', BYTES_PER_SECOND: 'bytes/s',
  PERCENT: '%', PER_SECOND: 'per second', REQUESTS: 'requests', PLAIN: ''
};

// Short texts for axes.
const AXIS = {
  MILLISECONDS: v => digits(v) + ' ms',
  SECONDS: v => digits(v),
  RATIO: v => digits(v),
  NINES: v => percentile(v),
  MESSAGES_PER_SECOND: v => scaled(v, DECIMAL) + '/s',
  MESSAGES: v => scaled(v, DECIMAL),
  CORES: v => digits(v),
  BYTES: v => scaled(v, BINARY),
  BYTES_PER_SECOND: v => scaled(Math.abs(v), BYTES) + '/s',
  PERCENT: v => digits(v) + ' %',
  PER_SECOND: v => scaled(v, DECIMAL) + '/s',
  REQUESTS: v => scaled(v, DECIMAL),
  PLAIN: v => scaled(v, DECIMAL)
};

// Full texts for tooltips.
const FULL = Object.assign({}, AXIS, {
  MILLISECONDS: v => number(v) + ' ms',
  SECONDS: v => digits(v) + ' s',
  RATIO: v => number(v),
  MESSAGES_PER_SECOND: v => Math.round(v).toLocaleString('en-US') + ' msg/s',
  MESSAGES: v => Math.round(v).toLocaleString('en-US') + ' messages',
  REQUESTS: v => Math.round(v).toLocaleString('en-US') + ' requests',
  CORES: v => (v === 0 ? '0' : v.toPrecision(3)) + ' cores'
});

// The tick step that puts round binary sizes on an axis; undefined leaves it to the library.
function binaryStep(largest) {
  if (!(largest > 0)) return undefined;
  const unit = 2 ** Math.floor(Math.log2(largest / 4));
  return unit * (largest / unit > 6 ? 2 : 1);
}

function clock(seconds, end) {
  if (end <= 180) return digits(seconds) + ' s';
  const whole = Math.round(seconds);
  return Math.floor(whole / 60) + ':' + String(whole % 60).padStart(2, '0') + ' min';
}

// 1/(1-q) as the percentile q: 1 is 0 %, 10 is 90 %, 1000 is 99.9 %.
function percentile(nines) {
  if (nines <= 1) return '0 %';
  const shown = Math.max(0, Math.ceil(Math.log10(nines)) - 2);
  return (100 * (1 - 1 / nines)).toFixed(Math.min(shown + (Number.isInteger(Math.log10(nines)) ? 0 : 1), 9)) + ' %';
}

function dot(tone) {
  return '<span style="display:inline-block;width:9px;height:9px;border-radius:50%;margin-right:6px;background:' + tone + '"></span>';
}

function rows(title, lines) {
  return '<b>' + escaped(title) + '</b>' + lines.map(line =>
    '<div style="display:flex;gap:14px;justify-content:space-between;line-height:1.5"><span>' + line.marker + escaped(line.name)
      + '</span><b style="font-weight:600;font-variant-numeric:tabular-nums">' + escaped(line.value) + '</b></div>').join('');
}
