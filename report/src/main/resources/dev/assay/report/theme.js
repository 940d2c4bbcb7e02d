// Colours of the charts, light and dark: after Okabe and Ito, moved apart so that no two look alike to those who see no red, no green
// or no blue; PaletteTest measures it.
const PALETTES = {
  light: {
    lines: ['#165e9e', '#c24b03', '#098b68', '#d373a7', '#a09b02', '#439cdd', '#493752', '#8d300f'],
    text: '#1b2027', muted: '#59636f', line: '#dfe3e8', ground: '#ffffff', shade: 'rgba(90, 102, 115, 0.10)'
  },
  dark: {
    lines: ['#4e8af4', '#ff8c36', '#21c477', '#d191c1', '#f8d938', '#a4cbef', '#f6f1e4', '#bd714d'],
    text: '#e4e8ed', muted: '#9ba6b3', line: '#2e353f', ground: '#1f242b', shade: 'rgba(155, 166, 179, 0.13)'
  }
};
const darkMode = window.matchMedia('(prefers-color-scheme: dark)');
let printing = false;

function palette() {
  return darkMode.matches && !printing ? PALETTES.dark : PALETTES.light;
}

// The same latency has the same colour in every chart.
const LATENCY_COLOURS = {
  'response': 0, 'service': 1, 'end-to-end': 2, 'call to end': 3, 'send delay': 4,
  'response p99': 0, 'service p99': 1, 'end-to-end mean': 2, 'end-to-end p99': 6, 'send delay p99': 4, 'response max': 7
};

// One colour moved towards another, as a share from 0 to 1.
function mixed(one, other, share) {
  const part = (hex, at) => parseInt(hex.slice(at, at + 2), 16);
  return '#' + [1, 3, 5].map(at => Math.round(part(one, at) * (1 - share) + part(other, at) * share).toString(16).padStart(2, '0')).join('');
}

// Beyond the palette its colours come again, in other shades.
function shade(index, times) {
  const p = palette();
  const tone = p.lines[index % p.lines.length];
  return times % 4 === 0 ? tone : mixed(tone, times % 2 ? p.text : p.ground, times % 4 === 3 ? 0.6 : 0.38);
}

function colour(index) {
  return shade(index, Math.floor(index / palette().lines.length));
}

// The colour of a trial: that of its system, shades of it for what else is compared; where there is one system, a colour for each thing
// that is compared, beginning with the system's own; and where nothing is, one for each trial.
function trialColours(trials) {
  const groups = new Map();
  trials.forEach(trial => groups.set(trial.system, (groups.get(trial.system) || new Set()).add(trial.group)));
  const own = trial => [...groups.get(trial.system)].indexOf(trial.group);
  if (groups.size > 1) return trial => shade(trial.colour, own(trial));
  const alone = trials.length > 0 && groups.get(trials[0].system).size === 1;
  return trial => colour(rotated(trial.colour, alone ? trials.indexOf(trial) : own(trial)));
}

// The palette from a colour on, all of it before any comes again.
function rotated(first, index) {
  const size = palette().lines.length;
  return Math.floor(index / size) * size + (first + index) % size;
}

function baseOption() {
  const p = palette();
  return {
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: p.text },
    grid: { left: 76, right: 22, top: 44, bottom: 30 },
    tooltip: {
      confine: true, backgroundColor: p.ground, borderColor: p.line, padding: [7, 10],
      textStyle: { color: p.text, fontSize: 12 }, transitionDuration: 0,
      axisPointer: { type: 'line', lineStyle: { color: p.muted, type: 'solid', width: 1 }, label: { show: false } }
    }
  };
}

const LEGEND_FONT = 12;
const LEGEND_GAP = 16;
// The library keeps the same gap between rows as between items.
const LEGEND_ROW = LEGEND_FONT + 2 + LEGEND_GAP;
const ruler = document.createElement('canvas').getContext('2d');

// How wide a text of a legend is in the page's own font.
function textWidth(text) {
  ruler.font = LEGEND_FONT + 'px ' + getComputedStyle(document.body).fontFamily;
  return ruler.measureText(text).width;
}

// How many rows a legend takes at that width.
function legendRows(names, width) {
  let rows = 1;
  let used = 0;
  names.forEach(name => {
    const item = Math.min(textWidth(name), width - 24) + 20;
    if (used > 0 && used + item > width) {
      rows++;
      used = 0;
    }
    used += item + LEGEND_GAP;
  });
  return rows;
}

// Puts a legend above the plot and makes room for it, however many rows it takes.
function withLegend(option, element, names, selected) {
  const p = palette();
  const left = element.clientWidth > 560 ? 70 : 4;
  const more = LEGEND_ROW * (legendRows(names, element.clientWidth - left - 26) - 1);
  option.legend = {
    type: 'plain', data: names, selected: selected || {}, top: 2, left, right: 14, icon: 'path://M0,4.5h14v3h-14z', itemWidth: 14,
    itemHeight: 12, itemGap: LEGEND_GAP, inactiveColor: p.muted + '88',
    textStyle: { color: p.text, fontSize: LEGEND_FONT, width: element.clientWidth - left - 60, overflow: names.some(name => textWidth(name) > element.clientWidth - left - 60) ? 'truncate' : 'none' }
  };
  option.grid.top += more;
  element.style.height = '';
  element.style.height = element.clientHeight + more + 'px';
}

function axis(extra) {
  const p = palette();
  return Object.assign({
    axisLine: { show: true, lineStyle: { color: p.line } },
    axisTick: { show: false },
    axisLabel: { color: p.muted, fontSize: 11.5, hideOverlap: true },
    splitLine: { lineStyle: { color: p.line, opacity: 0.75 } },
    nameTextStyle: { color: p.muted, fontSize: 11.5 }
  }, extra);
}
