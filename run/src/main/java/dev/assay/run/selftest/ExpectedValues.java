package dev.assay.run.selftest;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.Series;
import dev.assay.model.result.TrialHost;
import dev.assay.run.selftest.InjectedFault.Expectation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Computes expected values in closed form. The workers' machine may hold up the two threads that a message meets, the one that sends and
 * the one that acknowledges, each by what the trial's own hiccup meter saw; bounds from above leave room for that.
 */
final class ExpectedValues {
    /** The relative error of values: histograms have three digits, and schedules whole nanoseconds. */
    private static final double RELATIVE = 0.005;

    /** Standard deviations that a sample's quantile may be off: one chance in 16 000. */
    private static final double SIGMAS = 4;

    private static final double THREADS = 2;
    private static final double NANOS = 1e9;
    private static final double MILLION = 1e6;
    private static final double GAINED_FOR_SECONDS = 60;

    /** The time after a freeze within which two threads run again; otherwise the verdict has more to say of the machine. */
    private static final double AWAKE_NANOS = 10e6;

    private static final double MADE_UP_FOR_NANOS = 100e6;

    /** Waits of neighbours are correlated: their quantiles scatter by up to half as much again as those of independent ones. */
    private static final double WAITS_TOGETHER = 1.5;

    private ExpectedValues() {}

    /**
     * Expects an exponential law: its p-quantile is {@code -m ln(1 - p)}, and that of n samples deviates from it by {@code m sqrt(p / (n (1
     * - p)))} (David and Nagaraja, Order Statistics, section 10.2, with the law's density).
     */
    static Expectation exponential(double meanNanos, double... percents) {
        return trial -> {
            PhaseAnalysis phase = phase(trial);
            List<Observation> all = new ArrayList<>();
            for (double percent : percents) {
                double p = percent / 100;
                double expected = -meanNanos * Math.log(1 - p);
                double deviation = SIGMAS * meanNanos * Math.sqrt(p / (samples(phase) * (1 - p)));
                double min = (1 - RELATIVE) * (expected - deviation);
                double max = (1 + RELATIVE) * (expected + deviation) + THREADS * hiccup(phase, Statistic.HICCUP_P99);
                all.add(response(phase, percent, min, max));
            }
            return all;
        };
    }

    /**
     * Expects the wait of an M/D/1 queue ({@link #waitsUpTo}) for messages that come at random, a law's time after they were due, to one
     * consumer that works on each for the same time. A sample's quantile is off as far as chance moves the fraction below it.
     */
    static Expectation waiting(double lawNanos, double workNanos, double perSecond, double... percents) {
        return trial -> {
            PhaseAnalysis phase = phase(trial);
            double heldUp = (THREADS + 1) * hiccup(phase, Statistic.HICCUP_P99);
            List<Observation> all = new ArrayList<>();
            for (double percent : percents) {
                double p = percent / 100;
                double deviation = SIGMAS * WAITS_TOGETHER * Math.sqrt(p * (1 - p) / samples(phase));
                double min = lawNanos + wait(p - deviation, workNanos, perSecond / NANOS);
                double max = lawNanos + wait(p + deviation, workNanos, perSecond / NANOS);
                all.add(new Observation(
                        ExpectedRange.millis(
                                "end-to-end p" + (int) percent, (1 - RELATIVE) * min, (1 + RELATIVE) * max + heldUp),
                        quantile(phase, LatencyMetric.END_TO_END, percent) / 1e6));
            }
            return all;
        };
    }

    /** Returns the p-quantile of the wait in nanoseconds; p below 1. */
    static double wait(double p, double workNanos, double perNano) {
        double low = 0;
        double high = workNanos;
        while (waitsUpTo(high, workNanos, perNano) < p) {
            low = high;
            high += workNanos;
        }
        while (high - low > 1) {
            double middle = (low + high) / 2;
            if (waitsUpTo(middle, workNanos, perNano) < p) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return p <= 1 - perNano * workNanos ? 0 : high;
    }

    /**
     * Returns the fraction of messages that wait no longer than t in an M/D/1 queue, with λ messages a nanosecond and a work of D: {@code
     * (1 - λD) Σ (λ(kD - t))^k / k! exp(-λ(kD - t))} for k from 0 to {@code t / D} (C. D. Crommelin, "Delay probability formulae when the
     * holding times are constant", 1932; exact to 1e-6 up to some ten D).
     */
    private static double waitsUpTo(double nanos, double workNanos, double perNano) {
        double sum = 0;
        double factorial = 1;
        for (int k = 0; k <= nanos / workNanos; k++) {
            factorial *= Math.max(1, k);
            double x = perNano * (k * workNanos - nanos);
            sum += Math.pow(x, k) / factorial * Math.exp(-x);
        }
        return (1 - perNano * workNanos) * sum;
    }

    /**
     * Expects a stall of length D of a system that takes m otherwise: in a phase of length W, the fraction {@code (D + m - x) / W} takes
     * longer than x, so that the p-quantile is {@code D + m - (1 - p) W}.
     */
    static Expectation stall(double stallNanos, double lawNanos, double... percents) {
        return trial -> stalled(trial, stallNanos, stallNanos, lawNanos, percents);
    }

    /** Expects the effect of stopping the harness for at least that long; its hiccup meter measures how long it really was. */
    static Expectation freeze(double freezeNanos, double lawNanos, double... percents) {
        return trial -> stalled(
                trial,
                freezeNanos,
                Math.max(freezeNanos, hiccup(phase(trial), Statistic.HICCUP_MAX)),
                lawNanos,
                percents);
    }

    private static List<Observation> stalled(
            TrialAnalysis trial, double minNanos, double maxNanos, double lawNanos, double... percents) {
        PhaseAnalysis phase = phase(trial);
        // The longest hiccup of a harness that was frozen is the freeze itself.
        double heldUp = maxNanos > minNanos ? AWAKE_NANOS : THREADS * hiccup(phase, Statistic.HICCUP_MAX);
        List<Observation> all = new ArrayList<>();
        for (double percent : percents) {
            double rest = lawNanos - (1 - percent / 100) * phase.phase().lengthNanos();
            double max = (1 + RELATIVE) * (maxNanos + rest) + heldUp;
            all.add(response(phase, percent, (1 - RELATIVE) * (minNanos + rest), max));
        }
        return all;
    }

    static Expectation lost(long expected) {
        return trial -> List.of(new Observation(
                ExpectedRange.exactly("lost", expected, "messages"),
                trial.trial().delivery().subscriptions().stream()
                        .mapToLong(SubscriptionDelivery::lost)
                        .sum()));
    }

    /**
     * Expects consumers to take that rate of what is sent. They make up for a pause, but not for more than 100 ms of it (see {@code
     * workload.groups.processing}), and not for one at the very end of the phase.
     */
    static Expectation receiving(double perSecond) {
        return trial -> {
            PhaseAnalysis phase = phase(trial);
            double longestPause = hiccup(phase, Statistic.HICCUP_MAX);
            boolean madeUpFor = longestPause <= MADE_UP_FOR_NANOS;
            double atTheEnd = longestPause / phase.phase().lengthNanos();
            double min = madeUpFor ? 0.99 - atTheEnd : 0;
            return List.of(new Observation(
                    new ExpectedRange("received", min * perSecond, 1.01 * perSecond, "msg/s"),
                    value(phase.row(
                            Statistic.RECEIVED, phase.groups().getFirst().name())),
                    madeUpFor));
        };
    }

    /**
     * Expects the law's latencies over two clocks, of which the second worker's is ahead and gains on the first one's. The offset is that
     * at the start of the load, when it may have gained for a minute. The gain is measured between the best estimates of the first and the
     * second half of the load, each with its own error.
     */
    static Expectation clock(double shiftNanos, double ppm, double lawNanos) {
        return trial -> {
            TrialHost host = secondHost(trial);
            double error = host.clockErrorNanos();
            double gained = ppm * GAINED_FOR_SECONDS * NANOS / MILLION;
            ClockGain gain = ClockGain.of(trial.series());
            ExpectedRange drift = new ExpectedRange("clock drift", ppm - gain.errorPpm(), ppm + gain.errorPpm(), "ppm");
            return List.of(
                    new Observation(
                            ExpectedRange.millis("clock offset", -shiftNanos - gained - error, -shiftNanos + error),
                            host.clockOffsetNanos() / 1e6),
                    new Observation(drift, gain.ppm(), drift.min() > 0),
                    endToEnd(trial, lawNanos));
        };
    }

    private static Observation endToEnd(TrialAnalysis trial, double lawNanos) {
        double error = trial.trial().setup().clockErrorNanos();
        PhaseAnalysis phase = phase(trial);
        double max = (1 + RELATIVE) * lawNanos + error + THREADS * hiccup(phase, Statistic.HICCUP_P99);
        return new Observation(
                ExpectedRange.millis("end-to-end p50", lawNanos - error, max),
                quantile(phase, LatencyMetric.END_TO_END, 50) / 1e6);
    }

    private static TrialHost secondHost(TrialAnalysis trial) {
        return trial.trial().setup().hosts().stream()
                .filter(host -> host.workers().contains("w2") && !host.workers().contains("w1"))
                .findFirst()
                .orElse(new TrialHost("none", "none", List.of(), 0, 0, 0, 0));
    }

    private static Observation response(PhaseAnalysis phase, double percent, double minNanos, double maxNanos) {
        return new Observation(
                ExpectedRange.millis("response p" + (int) percent, minNanos, maxNanos),
                quantile(phase, LatencyMetric.RESPONSE, percent) / 1e6);
    }

    private static double quantile(PhaseAnalysis phase, LatencyMetric metric, double percent) {
        return value(phase.row(Statistic.quantile(metric, percent)));
    }

    private static double hiccup(PhaseAnalysis phase, Statistic statistic) {
        return phase.row(statistic).map(Reading::value).orElse(0.0);
    }

    private static double value(Optional<Reading> row) {
        return row.map(Reading::value).orElse(Double.NaN);
    }

    private static long samples(PhaseAnalysis phase) {
        return Math.round(phase.offeredPerSecond() * phase.phase().lengthNanos() / NANOS);
    }

    private static PhaseAnalysis phase(TrialAnalysis trial) {
        return trial.measured().getFirst();
    }

    /**
     * Holds how fast a clock moves away from the coordinator's, by the stored values of each second.
     *
     * @param ppm millionths, in either direction; NaN where it was not looked at twice
     * @param errorPpm largest error of it
     */
    private record ClockGain(double ppm, double errorPpm) {
        static ClockGain of(Series series) {
            double[] seconds = series.seconds().toArray();
            double[] drift = first(series, Metrics.HOST_CLOCK_DRIFT);
            double[] error = first(series, Metrics.HOST_CLOCK_ERROR);
            if (drift.length == 0 || error.length == 0) {
                return new ClockGain(Double.NaN, 0);
            }
            int early = best(error, 0, error.length / 2);
            int late = best(error, error.length / 2, error.length);
            double span = seconds[late] - seconds[early];
            return new ClockGain(
                    MILLION * Math.abs(drift[late] - drift[early]) / span,
                    MILLION * (error[late] + error[early]) / span);
        }

        private static double[] first(Series series, Metric metric) {
            List<Series.Track> tracks = series.tracks(metric);
            return tracks.isEmpty() ? new double[0] : tracks.getFirst().values().toArray();
        }

        private static int best(double[] error, int from, int to) {
            int best = from;
            for (int i = from; i < to; i++) {
                if (Double.isNaN(error[best]) || error[i] < error[best]) {
                    best = i;
                }
            }
            return best;
        }
    }
}
