// Colours of the charts, light and dark: after Okabe and Ito, moved apart so that no two look alike to those who see no red, no green
// or no blue; PaletteTest measures it.
const PALETTES = {
  light: {
    lines: ['#165e9e', '#c24b03', '#098b68', '#d373a7', '#a09b02', '#439cdd', '#493752', '#8d300f'],
    shades: [
      ['#6896c0', '#0d385f', '#96b7d3'], ['#d78a5b', '#742d02', '#e4ae8e'], ['#044634', '#6bb9a4', '#066149'], ['#6a3a54', '#e5abca', '#945075'],
      ['#504e01', '#c6c367', '#706c01'], ['#224e6e', '#8ec4eb', '#2f6d9b'], ['#897d8f', '#2c2131', '#ada5b1'], ['#b57863', '#551d09', '#cca293']
    ],
    heat: ['#d3e4f3', '#9fc9e3', '#5da5d1', '#2a79b9', '#0f4c92', '#08224c'],
    text: '#1b2027', muted: '#59636f', line: '#dfe3e8', ground: '#ffffff', shade: 'rgba(90, 102, 115, 0.10)'
  },
  dark: {
    lines: ['#4e8af4', '#ff8c36', '#21c477', '#d191c1', '#f8d938', '#a4cbef', '#f6f1e4', '#bd714d'],
    shades: [
      ['#2f5392', '#3e6ec3', '#233e6e'], ['#995420', '#cc702b', '#733f18'], ['#147647', '#1a9d5f', '#0f5836'], ['#7d5774', '#a7749a', '#5e4157'],
      ['#958222', '#c6ae2d', '#706219'], ['#627a8f', '#83a2bf', '#4a5b6c'], ['#949189', '#c5c1b6', '#6f6c67'], ['#683e2a', '#8e553a', '#d7aa94']
    ],
    heat: ['#27405c', '#2f6591', '#3f8bc0', '#68b3d9', '#a9d8eb', '#f3fbff'],
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
  'response': 0, 'service': 1, 'end-to-end': 2, 'send-to-receive': 3, 'schedule lag': 4,
  'response p99': 0, 'service p99': 1, 'end-to-end mean': 2, 'end-to-end p99': 6, 'schedule lag p99': 4, 'response max': 7
};

// Beyond the palette its colours come again, in other shades.
function shade(index, times) {
  const p = palette();
  const place = index % p.lines.length;
  return times % 4 === 0 ? p.lines[place] : p.shades[place][times % 4 - 1];
}

function colour(index) {
  return shade(index, Math.floor(index / palette().lines.length));
}

// What is compared of one system, such as its versions, has the system's colour in other shades and strokes: its place among them. Where
// nothing is compared, each trial has one.
function variants(trials) {
  const groups = new Map();
  trials.forEach(trial => groups.set(trial.system, (groups.get(trial.system) || new Set()).add(trial.group)));
  const alone = groups.size === 1 && groups.get(trials[0].system).size === 1;
  return trial => alone ? trials.indexOf(trial) : [...groups.get(trial.system)].indexOf(trial.group);
}

function trialColours(trials) {
  const variant = variants(trials);
  return trial => shade(trial.colour, variant(trial));
}

const STROKES = ['solid', [9, 4], [3, 3], [12, 3, 3, 3]];

// With the four shades they make sixteen that nobody takes for one another. Levels, where they differ, have the strokes for themselves.
function trialStrokes(trials) {
  const levels = [...new Set(trials.map(trial => trial.level))];
  const variant = variants(trials);
  return trial => STROKES[(levels.length > 1 ? levels.indexOf(trial.level) : variant(trial) + Math.floor(variant(trial) / 4)) % STROKES.length];
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
      axisPointer: { type: 'line', snap: true, lineStyle: { color: p.muted, type: 'solid', width: 1 }, label: { show: false } }
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
  element.style.height = element.dataset.height ? element.dataset.height + 'px' : '';
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
