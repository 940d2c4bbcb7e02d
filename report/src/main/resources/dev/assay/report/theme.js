// Colours of the charts; light and dark, told apart from each other also by people who see no red or green.
const PALETTES = {
  light: {
    lines: ['#2563c9', '#d2660a', '#14876a', '#b02a86', '#6b4fd8', '#8c7000', '#0b86a3', '#c2362b', '#5a6673', '#4b8a22',
      '#7aa7ee', '#f0a873', '#6cc4a9', '#dd85c2', '#a897ee', '#c9b04a', '#63bfd2', '#e58b83', '#9aa5b1', '#93c06f'],
    text: '#1b2027', muted: '#59636f', line: '#dfe3e8', ground: '#ffffff', shade: 'rgba(90, 102, 115, 0.10)'
  },
  dark: {
    lines: ['#6ea2ff', '#f39a4a', '#43c6a0', '#e77fc4', '#a995ff', '#d6bb3f', '#4fc3dd', '#ff8a80', '#a4b0bd', '#93cc66',
      '#3f72c9', '#b8691f', '#1f8f72', '#a94f8b', '#7a64d0', '#9a8420', '#2490aa', '#c4574c', '#71808f', '#649a3c'],
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

function colour(index) {
  const lines = palette().lines;
  return lines[index % lines.length];
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

const LEGEND_ROW = 20;

// How many rows a legend takes at that width; letters are about 6.4 pixels wide at its size.
function legendRows(names, width) {
  let rows = 1;
  let used = 0;
  names.forEach(name => {
    const item = Math.min(name.length, 34) * 6.4 + 36;
    if (used > 0 && used + item > width) {
      rows++;
      used = 0;
    }
    used += item;
  });
  return rows;
}

// Puts a legend above the plot and makes room for it, however many rows it takes.
function withLegend(option, element, names, selected) {
  const p = palette();
  const left = element.clientWidth > 560 ? 70 : 4;
  const more = LEGEND_ROW * (legendRows(names, element.clientWidth - left - 14) - 1);
  option.legend = {
    type: 'plain', data: names, selected: selected || {}, top: 2, left, right: 14, icon: 'path://M0,4.5h14v3h-14z', itemWidth: 14,
    itemHeight: 12, itemGap: 16, textStyle: { color: p.text, fontSize: 12 }, inactiveColor: p.muted + '88'
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
