package dev.assay.analysis.verdict;

import dev.assay.analysis.Merge;
import dev.assay.analysis.verdict.TrialEvidence.LoadPoint;
import dev.assay.analysis.verdict.TrialEvidence.WorkerLoad;
import dev.assay.core.result.IntervalHistogram;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.Phase;
import dev.assay.core.result.WorkerInterval;
import dev.assay.core.trial.TrialListener;
import dev.assay.core.trial.TrialSecond;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Gathers a verdict's evidence while a trial runs, in bounded memory. Safe for several threads. */
public final class EvidenceCollector implements TrialListener {
    private static final long SECOND = 1_000_000_000L;

    private final Map<LatencyMetric, Histogram> latencies = new EnumMap<>(LatencyMetric.class);
    private final SortedMap<String, Worker> workers = new TreeMap<>();
    private final SampleMeans measured = new SampleMeans();
    private Optional<Phase> measure = Optional.empty();
    private Histogram hiccups = new Histogram(3);
    private long negatives;
    private long worstNegativeNanos;

    /** One worker's counts and what it used in the measured phase. */
    private static final class Worker {
        final List<LoadPoint> load = new ArrayList<>();
        long measuredNanos;
        long cpuNanos;
        long gcPauseNanos;
        long worstGcNanos;
    }

    @Override
    public synchronized void onStart(Instant start, List<Phase> phases) {
        measure = phases.stream()
                .filter(phase -> phase.name().equals(Phase.MEASURE))
                .findFirst();
    }

    @Override
    public synchronized void onSecond(TrialSecond second) {
        if (measure.isPresent() && measure.get().hasSecondUpTo(second.seconds())) {
            measured.add(second.samples());
        }
    }

    @Override
    public synchronized void onInterval(WorkerInterval interval) {
        Worker worker = workers.computeIfAbsent(interval.worker(), name -> new Worker());
        if (interval.endNanos() >= 0) {
            worker.load.add(new LoadPoint(interval.endNanos(), interval.totals()));
        }
        interval.histograms().stream()
                .filter(recorded -> recorded.phase().equals(Phase.MEASURE))
                .forEach(this::addLatencies);
        if (mostlyMeasured(interval)) {
            addHarness(interval, worker);
        }
    }

    private void addLatencies(IntervalHistogram recorded) {
        latencies.merge(recorded.metric(), recorded.histogram(), (sum, one) -> Merge.of(List.of(sum, one)));
        negatives += recorded.negatives();
        worstNegativeNanos = Math.min(worstNegativeNanos, recorded.worstNegativeNanos());
    }

    private void addHarness(WorkerInterval interval, Worker worker) {
        hiccups = Merge.of(List.of(hiccups, interval.harness().hiccups()));
        worker.measuredNanos += interval.endNanos() - interval.startNanos();
        worker.cpuNanos += interval.harness().cpuNanos();
        worker.gcPauseNanos += interval.harness().gcPauseNanos();
        worker.worstGcNanos = Math.max(worker.worstGcNanos, interval.harness().gcPauseNanos());
    }

    private boolean mostlyMeasured(WorkerInterval interval) {
        long middle = interval.startNanos() + (interval.endNanos() - interval.startNanos()) / 2;
        return measure.isPresent()
                && middle >= measure.get().startNanos()
                && middle < measure.get().endNanos();
    }

    /**
     * All the evidence of the trial.
     *
     * @param machineCores processors of each worker's machine, by the worker's name; what is missing is not judged
     */
    public synchronized TrialEvidence conclude(TrialFacts facts, Map<String, Integer> machineCores) {
        List<WorkerLoad> used = new ArrayList<>();
        workers.forEach((name, worker) -> used.add(new WorkerLoad(
                name,
                worker.measuredNanos == 0 ? 0 : worker.cpuNanos / (double) worker.measuredNanos,
                machineCores.getOrDefault(name, 0),
                worker.gcPauseNanos,
                worker.worstGcNanos)));
        return new TrialEvidence(
                facts,
                together(workers.values()),
                latency(LatencyMetric.SEND_DELAY),
                latency(LatencyMetric.SERVICE),
                latency(LatencyMetric.RESPONSE),
                hiccups,
                used,
                measured.hosts(),
                measured.syncsPerSecond(),
                negatives,
                worstNegativeNanos);
    }

    private Histogram latency(LatencyMetric metric) {
        return latencies.getOrDefault(metric, new Histogram(3));
    }

    /** Workers report at instants of their own; at each whole second their counts are added up. */
    private static List<LoadPoint> together(Collection<Worker> workers) {
        long end = workers.stream()
                .filter(worker -> !worker.load.isEmpty())
                .mapToLong(worker -> worker.load.getLast().nanos())
                .max()
                .orElse(0);
        List<LoadWindow> windows =
                workers.stream().map(worker -> new LoadWindow(worker.load)).toList();
        List<LoadPoint> points = new ArrayList<>();
        for (long nanos = SECOND; nanos < end; nanos += SECOND) {
            points.add(sum(windows, nanos));
        }
        if (end > 0) {
            points.add(sum(windows, end));
        }
        return points;
    }

    private static LoadPoint sum(List<LoadWindow> windows, long nanos) {
        LoadTotals sum =
                windows.stream().map(window -> window.totalsAt(nanos)).reduce(LoadTotals.ZERO, LoadTotals::plus);
        return new LoadPoint(nanos, sum);
    }
}
