// Heat maps of latency over time: a column for each second or more, a row for each size, as many to a decade as HeatChart says.
const ROWS_PER_DECADE = 8;

function rowOf(millis) {
  return ROWS_PER_DECADE * Math.log10(millis * 1e6);
}

function latencyOf(row) {
  return 10 ** (row / ROWS_PER_DECADE) / 1e6;
}

// The cells of a column that have samples, as pairs of row and samples, the lowest first.
function cellsOf(column) {
  return column.slice(1).map((count, i) => [column[0] + i, count]).filter(cell => cell[1] > 0);
}

function samplesOf(column) {
  return cellsOf(column).reduce((sum, cell) => sum + cell[1], 0);
}

function columnAt(heat, time) {
  const end = Math.ceil(time / heat.secondsPerColumn - 1e-6) * heat.secondsPerColumn;
  return nearest(heat.ends, end);
}

// For each colour the boxes that have it: from, to, lowest row, highest row. Neighbours in a column that look alike are one box.
function heatBoxes(heat, fractions) {
  const boxes = fractions.concat(0).map(() => []);
  heat.cells.forEach((column, i) => {
    const n = samplesOf(column);
    let last = null;
    cellsOf(column).forEach(([row, count]) => {
      const rank = fractions.filter(fraction => count / n > fraction).length;
      if (last && last.rank === rank && last.box[3] === row) {
        last.box[3] = row + 1;
      } else {
        last = { rank, box: [heat.ends[i] - heat.secondsPerColumn, heat.ends[i], row, row + 1] };
        boxes[rank].push(last.box);
      }
    });
  });
  return boxes;
}

// Draws the boxes behind the axes' pointer, and again whenever the axes have moved.
function layBoxes(chart, trial, boxes) {
  const Boxes = echarts.graphic.extendShape({
    type: 'boxes', shape: { boxes: [] }, buildPath: (path, shape) => shape.boxes.forEach(box => path.rect(...box))
  });
  const layers = boxes.map((_, rank) => new Boxes({ silent: true, z: 1, style: { fill: palette().heat[rank] }, shape: { boxes: [] } }));
  layers.forEach(layer => chart.getZr().add(layer));
  let placed = '';
  const place = () => {
    const x = time => Math.round(chart.convertToPixel({ xAxisIndex: 0 }, time));
    const y = row => Math.round(chart.convertToPixel({ yAxisIndex: 0 }, row));
    const key = [x(0), x(trial.end), y(0), y(100)].join();
    if (key === placed) return;
    placed = key;
    const [from, to] = chart.getModel().getComponent('xAxis', 0).axis.scale.getExtent();
    layers.forEach((layer, rank) => layer.attr('shape', {
      boxes: boxes[rank].filter(box => box[1] > from && box[0] < to).map(([left, right, low, high]) => {
        const at = x(Math.max(from, left));
        return [at, y(high), Math.max(1, x(Math.min(to, right)) - at), y(low) - y(high)];
      })
    }));
  };
  place();
  chart.on('rendered', place);
}

function heatTip(heat, trial, i, pointed) {
  const cells = cellsOf(heat.cells[i]);
  const n = samplesOf(heat.cells[i]);
  const range = row => number(latencyOf(row)) + ' to ' + number(latencyOf(row + 1)) + ' ms';
  const fraction = count => digits(100 * count / n) + ' % (' + count.toLocaleString('en-US') + ')';
  const fullest = cells.reduce((most, cell) => cell[1] > most[1] ? cell : most);
  const under = pointed === null ? [] : [[pointed, (cells.find(cell => cell[0] === pointed) || [0, 0])[1]]];
  const end = heat.ends[i];
  const when = heat.secondsPerColumn === 1 ? clock(end, trial.end) : clock(end - heat.secondsPerColumn, trial.end) + ' to ' + clock(end, trial.end);
  return rows(heat.metric + ' at ' + when, under.map(([row, count]) => ({ marker: '', name: range(row), value: fraction(count) })).concat([
    { marker: '', name: 'most: ' + range(fullest[0]), value: fraction(fullest[1]) },
    { marker: '', name: 'all, up to ' + number(latencyOf(cells[cells.length - 1][0] + 1)) + ' ms', value: n.toLocaleString('en-US') + ' messages' }
  ]));
}

function heatOption(trial, heat, pointed) {
  const p = palette();
  const numbers = heat.cells.flatMap(column => cellsOf(column).map(cell => cell[0]));
  const lowest = numbers.reduce((a, b) => Math.min(a, b));
  const scale = logTicks(latencyOf(lowest), latencyOf(numbers.reduce((a, b) => Math.max(a, b)) + 1));
  const decades = scale.ticks.filter(tick => Math.abs(Math.log10(tick) - Math.round(Math.log10(tick))) < 1e-9);
  const ticks = (decades.length > 2 ? decades : scale.ticks).map(rowOf);
  const option = baseOption();
  option.grid.top = 24;
  option.tooltip.trigger = 'axis';
  option.tooltip.formatter = points => heatTip(heat, trial, columnAt(heat, points[0].axisValue), pointed());
  option.xAxis = timeAxis(trial);
  option.yAxis = axis({
    type: 'value', min: rowOf(scale.min), max: rowOf(scale.max), axisLine: { show: false }, axisTick: { show: false, customValues: ticks },
    splitLine: { show: false },
    axisLabel: { color: p.muted, fontSize: 11.5, customValues: ticks, formatter: row => AXIS.MILLISECONDS(latencyOf(row)) }
  });
  // Nobody sees it; the pointer moves from one of its points to the next.
  const points = { type: 'line', name: heat.metric, symbol: 'none', lineStyle: { opacity: 0 }, data: heat.ends.map(end => [end - heat.secondsPerColumn / 2, rowOf(scale.min)]) };
  option.series = [points, shades(trial)];
  option.toolbox = zoomByDrag();
  return option;
}

function drawHeat(element, data) {
  const trial = data.trials.find(t => t.id === element.dataset.trial);
  const heat = trial.lines.heats.find(h => h.id === element.dataset.panel);
  const chart = echarts.init(element, null, { renderer: 'svg' });
  // Heard before the library hears it, so that its tooltip is about the cell under the pointer.
  let height = null;
  const inner = element.firstElementChild;
  inner.addEventListener('mousemove', event => { height = event.clientY - element.getBoundingClientRect().top; }, true);
  inner.addEventListener('mouseleave', () => { height = null; });
  const pointed = () => height === null ? null : Math.floor(chart.convertFromPixel({ yAxisIndex: 0 }, height));
  chart.setOption(heatOption(trial, heat, pointed));
  layBoxes(chart, trial, heatBoxes(heat, element.dataset.fractions.split(',').map(Number)));
  share(trial, chart, time => heat.ends[columnAt(heat, time)], time => heat.ends[columnAt(heat, time)] - heat.secondsPerColumn / 2);
  return chart;
}
