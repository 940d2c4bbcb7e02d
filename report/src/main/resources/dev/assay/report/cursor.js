// One pointer and one zoom for all charts over the time of a trial. Charts have columns of their own, so that it is the time which is
// shared and not the place of a point in its line.
const sharing = new Map();

function pointTo(other, instant) {
  const x = other.chart.convertToPixel({ xAxisIndex: 0 }, other.placeOf(instant));
  other.chart.dispatchAction({ type: 'updateAxisPointer', x, y: other.chart.getHeight() / 2 });
}

// instantAt: the time that is shown for a place on the axis; placeOf: where the axis has that of another chart.
function share(trial, chart, instantAt, placeOf) {
  const known = sharing.get(trial.id) || new Set();
  sharing.set(trial.id, known);
  known.forEach(other => { if (other.chart.isDisposed()) known.delete(other); });
  const own = { chart, placeOf };
  known.add(own);
  const others = () => [...known].filter(other => other !== own && !other.chart.isDisposed());
  const leave = () => others().forEach(other => other.chart.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' }));
  chart.getZr().on('mousemove', event => {
    if (!chart.containPixel('grid', [event.offsetX, event.offsetY])) return leave();
    const instant = instantAt(chart.convertFromPixel({ xAxisIndex: 0 }, event.offsetX));
    others().forEach(other => pointTo(other, instant));
  });
  chart.getZr().on('globalout', leave);
  chart.on('datazoom', event => {
    const { start, end, startValue, endValue } = event.batch ? event.batch[0] : event;
    const range = startValue === undefined ? { start, end } : { startValue, endValue };
    others().forEach(other => other.chart.dispatchAction(Object.assign({ type: 'dataZoom', dataZoomIndex: 0 }, range), { silent: true }));
  });
  chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true });
  chart.getZr().on('dblclick', () => chart.dispatchAction({ type: 'dataZoom', dataZoomIndex: 0, start: 0, end: 100 }));
}

// The axis that all of them have, and the way to zoom by dragging.
function timeAxis(trial) {
  return axis({
    type: 'value', min: 0, max: trial.end, splitLine: { show: false },
    axisLabel: { color: palette().muted, fontSize: 11.5, hideOverlap: true, showMaxLabel: false, formatter: v => clock(v, trial.end) }
  });
}

function zoomByDrag() {
  return { show: true, left: -200, top: -200, feature: { dataZoom: { yAxisIndex: 'none', filterMode: 'none', brushStyle: { color: palette().shade } } } };
}
