package dev.assay.worker.engine;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Holds latencies by phase, metric and, for arrivals, subscription. Not safe for use by several threads at once. */
final class LatencyHistograms {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final LatencyMetric[] OF_SENDING = {
        LatencyMetric.SCHEDULE_LAG, LatencyMetric.SERVICE, LatencyMetric.RESPONSE
    };
    private static final LatencyMetric[] OF_ARRIVALS = {LatencyMetric.END_TO_END, LatencyMetric.SEND_TO_RECEIVE};

    /**
     * Are created with their first sample, as most threads record few metrics. By phase; in each phase the metrics of sending come
     * first, then those of arrivals by subscription.
     */
    private final @Nullable Cell[] cells;

    private final int cellsOfPhase;

    LatencyHistograms(int phases, int subscriptions) {
        cellsOfPhase = OF_SENDING.length + subscriptions * OF_ARRIVALS.length;
        cells = new Cell[phases * cellsOfPhase];
    }

    void recordCall(int phase, long scheduleLagNanos) {
        cell(phase * cellsOfPhase).record(scheduleLagNanos);
    }

    void recordAcknowledgement(int phase, long serviceNanos, long responseNanos) {
        int first = phase * cellsOfPhase;
        cell(first + 1).record(serviceNanos);
        cell(first + 2).record(responseNanos);
    }

    void recordArrival(int phase, int subscription, long endToEndNanos, long sendToReceiveNanos) {
        int first = phase * cellsOfPhase + OF_SENDING.length + subscription * OF_ARRIVALS.length;
        cell(first).record(endToEndNanos);
        cell(first + 1).record(sendToReceiveNanos);
    }

    private Cell cell(int index) {
        Cell cell = cells[index];
        if (cell == null) {
            cell = new Cell();
            cells[index] = cell;
        }
        return cell;
    }

    void add(LatencyHistograms other) {
        for (int index = 0; index < cells.length; index++) {
            Cell more = other.cells[index];
            if (more != null && more.flushed().getTotalCount() > 0) {
                cell(index).add(more);
            }
        }
    }

    void reset() {
        for (Cell cell : cells) {
            if (cell != null && cell.flushed().getTotalCount() > 0) {
                cell.reset();
            }
        }
    }

    /**
     * Returns one histogram for each phase, metric and subscription that has samples; they belong to this object.
     *
     * @param phases their names, by index
     * @param subscriptions their names, by number
     */
    List<IntervalHistogram> histograms(List<String> phases, List<String> subscriptions) {
        List<IntervalHistogram> histograms = new ArrayList<>();
        for (int index = 0; index < cells.length; index++) {
            Cell cell = cells[index];
            if (cell != null && cell.flushed().getTotalCount() > 0) {
                int within = index % cellsOfPhase;
                int arrival = within - OF_SENDING.length;
                histograms.add(new IntervalHistogram(
                        phases.get(index / cellsOfPhase),
                        arrival < 0 ? OF_SENDING[within] : OF_ARRIVALS[arrival % OF_ARRIVALS.length],
                        arrival < 0 ? "" : subscriptions.get(arrival / OF_ARRIVALS.length),
                        cell.flushed(),
                        cell.negatives,
                        cell.worstNegativeNanos));
            }
        }
        return histograms;
    }

    /**
     * Holds one histogram. Latencies are buffered first and recorded some at a time, the largest first: while a backlog grows,
     * each message is later than all before it, and HdrHistogram pays for a new maximum with an atomic instruction.
     */
    private static final class Cell {
        private static final int BUFFERED = 128;

        private final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
        private final long[] buffer = new long[BUFFERED];
        private final PaddedLong count = new PaddedLong();
        private long negatives;
        private long worstNegativeNanos;

        void record(long latencyNanos) {
            if (latencyNanos < 0) {
                negatives++;
                worstNegativeNanos = Math.min(worstNegativeNanos, latencyNanos);
            }
            int next = (int) count.getPlain();
            buffer[next] = Math.max(0, latencyNanos);
            count.setPlain(next + 1);
            if (next + 1 == BUFFERED) {
                flush();
            }
        }

        private void flush() {
            int present = (int) count.getPlain();
            if (present > 0) {
                recordLargestFirst(present);
                count.setPlain(0);
            }
        }

        private void recordLargestFirst(int present) {
            int largest = 0;
            for (int i = 1; i < present; i++) {
                largest = buffer[i] > buffer[largest] ? i : largest;
            }
            histogram.recordValue(buffer[largest]);
            buffer[largest] = buffer[0];
            for (int i = 1; i < present; i++) {
                histogram.recordValue(buffer[i]);
            }
        }

        Histogram flushed() {
            flush();
            return histogram;
        }

        void add(Cell other) {
            histogram.add(other.flushed());
            negatives += other.negatives;
            worstNegativeNanos = Math.min(worstNegativeNanos, other.worstNegativeNanos);
        }

        void reset() {
            histogram.reset();
            count.setPlain(0);
            negatives = 0;
            worstNegativeNanos = 0;
        }
    }
}
