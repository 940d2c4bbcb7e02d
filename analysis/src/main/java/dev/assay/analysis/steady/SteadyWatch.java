package dev.assay.analysis.steady;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.SteadyRecord.Obstacle;
import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.result.SteadyRecord.State;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Follows the seconds of a trial, and decides whether it is in a steady state: whether response p50 and p99 and end-to-end p50 are
 * steady, while the machine is not full and no compiler works. Used by the thread that runs the trial.
 */
public final class SteadyWatch implements TrialListener {
    /** A phase is examined at this interval; it is steady when two examinations in a row say so. */
    public static final double LOOK_SECONDS = 5;

    /** Drops older values, which say nothing about the present. */
    private static final int MAX_SECONDS = 180;

    /** Gives the distance between the middles of the first and the last third of a measured phase, as a fraction of the phase. */
    private static final double OF_MEASURED = 2.0 / 3;

    /** Bounds the extrapolation of a trend of a minute and a half: a measured phase shows later drifts by itself. */
    private static final double MAX_MEASURED_SECONDS = 90;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;

    private static final Tolerance OF_MEDIANS = new Tolerance(0.25, 0.2);

    /** Allows for the variation of p99 by tens of per cent, since twenty samples of 2000 a second lie above it. */
    private static final Tolerance OF_P99 = new Tolerance(1, 2);

    /** Limits the compilers' processor time, in cores, in each JVM. */
    private static final double COMPILERS_CORES = 0.05;

    /** From this fraction on, waiting for a processor determines the values. */
    private static final double BUSY = 0.95;

    /** Compilers and machines are judged by the mean of so many seconds. */
    private static final int RECENT = 10;

    private final Followed responseP50 = new Followed(SeriesRecord.RESPONSE_P50, OF_MEDIANS);
    private final Followed responseP99 = new Followed("response p99", OF_P99);
    private final Followed endToEndP50 = new Followed("end-to-end p50", OF_MEDIANS);
    private final List<Followed> all = List.of(responseP50, responseP99, endToEndP50);
    private final Map<String, Deque<Double>> compilers = new TreeMap<>();
    private final Map<String, Deque<Double>> busy = new TreeMap<>();
    /** Maps the names of all watched processes to names for people. */
    private final Map<String, String> processes = new TreeMap<>();

    private final boolean serversUnseen;
    private long offered;
    private double seconds;

    /** Holds a series of latencies in milliseconds, with the times of its values. */
    private static final class Followed {
        private final String name;
        private final Tolerance tolerance;
        private final List<double[]> values = new ArrayList<>();
        private double lastSecond;

        Followed(String name, Tolerance tolerance) {
            this.name = name;
            this.tolerance = tolerance;
        }

        /** @param due whether messages were due in the second: where none completed, they have waited for as long as nothing did */
        void add(double second, Histogram histogram, double percentile, boolean due) {
            if (histogram.getTotalCount() > 0) {
                lastSecond = second;
                // Logarithms need a positive value.
                double millis = Math.max(1, histogram.getValueAtPercentile(percentile)) / NANOS_PER_MILLI;
                values.add(new double[] {second, millis});
            } else if (due && !values.isEmpty()) {
                values.add(new double[] {second, (second - lastSecond) * MILLIS_PER_SECOND});
            }
            if (values.size() > MAX_SECONDS) {
                values.removeFirst();
            }
        }

        SeriesRecord after(double from, double ahead) {
            List<double[]> inPhase =
                    values.stream().filter(point -> point[0] > from + 0.5).toList();
            Steadiness steadiness = Steadiness.of(
                    inPhase.stream().mapToDouble(point -> point[1]).toArray(), tolerance, ahead);
            double since = inPhase.isEmpty() ? 0 : inPhase.get(steadiness.since())[0] - 1 - from;
            return new SeriesRecord(
                    name,
                    steadiness.state(),
                    inPhase.size(),
                    Math.max(0, Math.round(since)),
                    steadiness.level(),
                    "ms",
                    steadiness.low(),
                    steadiness.high());
        }
    }

    /** Creates a watch for a trial whose servers are watched from this machine, or that has none. */
    public SteadyWatch() {
        this(false);
    }

    /** @param serversUnseen whether nobody reads what the servers' processes do */
    public SteadyWatch(boolean serversUnseen) {
        this.serversUnseen = serversUnseen;
    }

    @Override
    public void on(TrialEvent event) {
        if (event instanceof TrialSecond second) {
            add(second);
        }
    }

    private void add(TrialSecond second) {
        boolean due = second.totals().offered() > offered;
        offered = second.totals().offered();
        responseP50.add(second.seconds(), second.response(), 50, due);
        responseP99.add(second.seconds(), second.response(), 99, due);
        endToEndP50.add(second.seconds(), second.endToEnd(), 50, due);
        for (Sample sample : second.samples()) {
            Map<String, String> labels = sample.labels().values();
            String worker = labels.getOrDefault(Labels.WORKER, "");
            String process = labels.getOrDefault(Labels.NODE, worker);
            if (isOf(sample, Metrics.PROCESS_COMPILERS)) {
                recent(compilers, process, sample.value());
            } else if (isOf(sample, Metrics.PROCESS_CPU)) {
                processes.put(process, process.equals(worker) ? "worker " + worker : process);
            } else if (isOf(sample, Metrics.HOST_CPU_BUSY)) {
                recent(busy, labels.getOrDefault(Labels.HOST, ""), sample.value());
            }
        }
        seconds = second.seconds();
    }

    private static boolean isOf(Sample sample, Metric metric) {
        return sample.metric().equals(metric);
    }

    private static void recent(Map<String, Deque<Double>> of, String name, double value) {
        Deque<Double> values = of.computeIfAbsent(name, _ -> new ArrayDeque<>());
        values.addLast(value);
        if (values.size() > RECENT) {
            values.removeFirst();
        }
    }

    /** Returns the end of the last second received, from the start of the load. */
    public double seconds() {
        return seconds;
    }

    /**
     * Examines a phase up to now.
     *
     * @param startSeconds of the phase, from the start of the load
     * @param measuredSeconds how long is measured afterwards
     * @param full whether the load is to keep the machine busy
     */
    public SteadyRecord since(String phase, double startSeconds, double measuredSeconds, boolean full) {
        double ahead = Math.min(measuredSeconds, MAX_MEASURED_SECONDS) * OF_MEASURED;
        List<SeriesRecord> series = new ArrayList<>();
        State state = State.STEADY;
        for (Followed one : all) {
            if (!one.values.isEmpty()) {
                SeriesRecord seen = one.after(startSeconds, ahead);
                series.add(seen);
                state = worse(state, seen.state());
            }
        }
        List<Obstacle> obstacles = new ArrayList<>();
        compilers.forEach((process, cores) ->
                obstacle(obstacles, true, "compilers of " + process + " take", cores, COMPILERS_CORES, "cores"));
        if (!full) {
            busy.forEach((host, ratio) -> obstacle(
                    obstacles, false, "processors of " + host + " are busy", ratio, BUSY, Obstacle.OF_THE_TIME));
        }
        if (series.isEmpty() || !obstacles.isEmpty()) {
            state = worse(state, State.NOT_KNOWN);
        }
        return new SteadyRecord(
                phase, state, Math.max(0, Math.round(seconds - startSeconds)), ahead, series, obstacles, unread());
    }

    /**
     * Returns the processes whose compilers nobody reads, to which the rule does not apply. A server that is no JVM reports that it
     * has no compilers.
     */
    private List<String> unread() {
        List<String> unread = new ArrayList<>();
        if (serversUnseen) {
            unread.add("the servers");
        }
        processes.forEach((process, title) -> {
            if (!compilers.containsKey(process)) {
                unread.add(title);
            }
        });
        return unread;
    }

    private static State worse(State one, State other) {
        if (one == State.CHANGING || other == State.CHANGING) {
            return State.CHANGING;
        }
        return one == State.NOT_KNOWN || other == State.NOT_KNOWN ? State.NOT_KNOWN : State.STEADY;
    }

    private static void obstacle(
            List<Obstacle> all, boolean compilers, String what, Deque<Double> values, double threshold, String unit) {
        double mean = values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
        if (mean >= threshold) {
            all.add(new Obstacle(compilers, what, mean, threshold, unit));
        }
    }
}
