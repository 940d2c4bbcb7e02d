package dev.assay.run.trial;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.WorkerInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Adds up the reports of one second of the load: an interval takes megabytes, and may wait long for the others. */
final class OpenSecond {
    private static final double NANOS_PER_SECOND = 1e9;

    private final long beginNanos;
    private final Histogram response = new Histogram(3);
    private final Histogram endToEnd = new Histogram(3);
    private final Map<String, OfWorker> workers = new TreeMap<>();
    private final List<Sample> telemetry = new ArrayList<>();
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos;

    /** @param beginNanos earliest end of the intervals that belong to it alone */
    OpenSecond(long beginNanos) {
        this.beginNanos = beginNanos;
    }

    private static final class OfWorker {
        private long nanos;
        private long cpuNanos;
        private long gcPauseNanos;
        private long stallNanos;
        private long longestStallNanos;
        private long hiccupNanos;
        private long residentBytes;
        private List<Sample> metrics = List.of();

        void add(WorkerInterval interval) {
            HarnessSample sample = interval.harness();
            nanos += interval.endNanos() - interval.startNanos();
            cpuNanos += sample.cpuNanos();
            gcPauseNanos += sample.gcPauseNanos();
            stallNanos += sample.stalls().totalNanos();
            longestStallNanos = Math.max(longestStallNanos, sample.stalls().longestNanos());
            hiccupNanos = Math.max(hiccupNanos, sample.hiccups().getMaxValue());
            residentBytes = sample.residentBytes();
            metrics = interval.metrics();
        }

        List<Sample> samples(Labels worker) {
            List<Sample> samples = new ArrayList<>();
            samples.add(Metrics.PROCESS_CPU.of(worker, cpuNanos / (double) Math.max(1, nanos)));
            samples.add(Metrics.WORKER_GC_PAUSE.of(worker, gcPauseNanos / NANOS_PER_SECOND));
            samples.add(Metrics.WORKER_ALLOCATION_STALL.of(worker, stallNanos / NANOS_PER_SECOND));
            samples.add(Metrics.WORKER_LONGEST_ALLOCATION_STALL.of(worker, longestStallNanos / NANOS_PER_SECOND));
            samples.add(Metrics.WORKER_HICCUP.of(worker, hiccupNanos / NANOS_PER_SECOND));
            if (residentBytes > 0) {
                samples.add(Metrics.PROCESS_MEMORY.of(worker, (double) residentBytes));
            }
            metrics.forEach(metric -> samples.add(metric.metric().of(worker, metric.value())));
            return samples;
        }
    }

    void telemetry(List<Sample> samples) {
        telemetry.addAll(samples);
    }

    void add(WorkerInterval interval) {
        lastNanos = Math.max(lastNanos, interval.endNanos());
        if (interval.endNanos() >= beginNanos) {
            firstNanos = Math.min(firstNanos, interval.endNanos());
        }
        workers.computeIfAbsent(interval.worker(), name -> new OfWorker()).add(interval);
        for (IntervalHistogram recorded : interval.histograms()) {
            switch (recorded.metric()) {
                case RESPONSE -> response.add(recorded.histogram());
                case END_TO_END -> endToEnd.add(recorded.histogram());
                default -> {}
            }
        }
    }

    long firstNanos() {
        return firstNanos == Long.MAX_VALUE ? lastNanos : firstNanos;
    }

    long lastNanos() {
        return lastNanos;
    }

    Histogram response() {
        return response;
    }

    Histogram endToEnd() {
        return endToEnd;
    }

    List<Sample> telemetry() {
        return telemetry;
    }

    List<Sample> ofWorkers() {
        List<Sample> samples = new ArrayList<>();
        workers.forEach((name, worker) -> samples.addAll(worker.samples(Labels.of(Labels.WORKER, name))));
        return samples;
    }
}
