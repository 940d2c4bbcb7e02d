package dev.assay.analysis.quality;

import dev.assay.analysis.quality.Quality.Flaw;
import dev.assay.analysis.quality.Quality.Kind;
import dev.assay.analysis.statistics.CensoredSamples;
import dev.assay.analysis.statistics.Pauses;
import dev.assay.analysis.statistics.PhaseStatistics;
import dev.assay.analysis.statistics.PhaseStatistics.InFlightUse;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.analysis.statistics.SampleStatistics;
import dev.assay.analysis.statistics.SampleStatistics.Of;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.TrialRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Assesses the quality of each value of a phase by what the harness did at that same percentile. */
public final class PhaseQualities {
    private static final double TAIL_FROM_PERCENT = 95;
    private static final double LARGEST = 100;
    private static final double OF_MEAN = 0.1;
    /** Pauses are attributed to collections that make up this fraction of the longest pause, and of all. */
    private static final double COLLECTION_OF_PAUSE = 0.5;

    private final PhaseStatistics phase;
    private final SampleStatistics sampleStatistics;
    private final boolean waitedForLimit;
    private final long clockErrorNanos;
    private final QualityThresholds limits;

    public PhaseQualities(TrialRecord trial, PhaseStatistics phase, QualityThresholds limits) {
        this.phase = phase;
        this.sampleStatistics = phase.sampleStatistics();
        this.waitedForLimit = phase.inFlight(trial.plan().workload())
                .filter(InFlightUse::full)
                .isPresent();
        this.clockErrorNanos = trial.setup().clockErrorNanos();
        this.limits = limits;
    }

    public Optional<CensoredSamples> samples(Of of) {
        return Optional.ofNullable(sampleStatistics.samples().get(of));
    }

    /** Assesses a percentile, from 0 to 100, of samples that exist. */
    public Quality quantile(Of of, double percent) {
        CensoredSamples samples = samples(of).orElseThrow();
        OptionalDouble events = sampleStatistics.events(of, percent);
        List<Flaw> flaws = new ArrayList<>(Quality.support(samples.above(percent)));
        if (percent >= TAIL_FROM_PERCENT && events.isPresent() && Math.rint(events.getAsDouble()) < limits.events()) {
            flaws.add(Flaw.of(Kind.FEW_EVENTS));
        }
        flaws.addAll(disturbances(of, percent, samples.nanosAt(percent)));
        return new Quality(samples.above(percent), events, samples.isBound(percent), flaws);
    }

    /** Assesses the largest sample, which is always one sample of one event. */
    public Quality largest(Of of) {
        CensoredSamples samples = samples(of).orElseThrow();
        return new Quality(
                Double.NaN,
                OptionalDouble.empty(),
                samples.censored() > 0,
                disturbances(of, LARGEST, samples.histogram().getMaxValue()));
    }

    public Quality mean(Of of) {
        CensoredSamples samples = samples(of).orElseThrow();
        double mean = samples.histogram().getMean();
        List<Flaw> flaws = new ArrayList<>();
        if (of.metric() != LatencyMetric.SCHEDULE_LAG && phase.phase().measured()) {
            double wait = sampleStatistics.pauses().meanWait(workers(of));
            if (wait > limits.pauseFraction() * mean && wait > OF_MEAN * limits.pauseNanos()) {
                flaws.add(pause(Math.round(Math.min(wait, mean))));
            }
            meanScheduleLag(of, mean).ifPresent(flaws::add);
            clocks(of, mean).ifPresent(flaws::add);
        }
        return new Quality(Double.NaN, OptionalDouble.empty(), samples.censored() > 0, flaws);
    }

    private Optional<Flaw> meanScheduleLag(Of of, double mean) {
        double delay = mean(LatencyMetric.SCHEDULE_LAG);
        return includesScheduleLag(of)
                        && delay > limits.sendDelayFraction() * mean
                        && delay > limits.scheduleLagNanos()
                        && delay > mean(LatencyMetric.SERVICE)
                ? Optional.of(new Flaw(Kind.SCHEDULE_LAG, "", Math.round(Math.min(delay, mean))))
                : Optional.empty();
    }

    private double mean(LatencyMetric metric) {
        return samples(new Of(metric, ""))
                .map(samples -> samples.histogram().getMean())
                .orElse(0.0);
    }

    private List<Flaw> disturbances(Of of, double percent, long nanos) {
        List<Flaw> flaws = new ArrayList<>();
        if (of.metric() == LatencyMetric.SCHEDULE_LAG || !phase.phase().measured()) {
            return flaws;
        }
        long wait = sampleStatistics.pauses().waitAt(percent, workers(of));
        if (wait > limits.pauseFraction() * nanos && wait > limits.pauseNanos()) {
            flaws.add(pause(Math.min(wait, nanos)));
        }
        long delay = at(LatencyMetric.SCHEDULE_LAG, percent);
        if (includesScheduleLag(of)
                && delay > limits.sendDelayFraction() * nanos
                && delay > limits.scheduleLagNanos()
                && delay > at(LatencyMetric.SERVICE, percent)) {
            flaws.add(new Flaw(Kind.SCHEDULE_LAG, "", Math.min(delay, nanos)));
        }
        clocks(of, (double) nanos).ifPresent(flaws::add);
        return flaws;
    }

    private long at(LatencyMetric metric, double percent) {
        return samples(new Of(metric, ""))
                .map(samples -> samples.nanosAt(percent))
                .orElse(0L);
    }

    /**
     * Tells whether a latency includes schedule lag that the system did not cause: producers that had in flight as much as the
     * scenario allows were late because the system had not answered.
     */
    private boolean includesScheduleLag(Of of) {
        return !waitedForLimit && (of.metric() == LatencyMetric.RESPONSE || of.metric() == LatencyMetric.END_TO_END);
    }

    private static boolean ofArrivals(Of of) {
        return of.metric() == LatencyMetric.END_TO_END || of.metric() == LatencyMetric.SEND_TO_RECEIVE;
    }

    /** Returns how many workers take part: an arrival may be at another worker than the one that sent. */
    private static int workers(Of of) {
        return ofArrivals(of) ? 2 : 1;
    }

    private Optional<Flaw> clocks(Of of, double nanos) {
        return ofArrivals(of) && clockErrorNanos > limits.clockFraction() * nanos
                ? Optional.of(new Flaw(Kind.CLOCKS, "", clockErrorNanos))
                : Optional.empty();
    }

    private Flaw pause(long nanos) {
        Pauses.Longest longest = sampleStatistics.pauses().longest().orElseThrow();
        boolean collected = phase.workers().stream()
                .filter(worker -> worker.worker().equals(longest.worker()))
                .anyMatch(worker -> isCollected(worker, longest));
        return new Flaw(collected ? Kind.COLLECTIONS : Kind.PAUSES, longest.worker(), nanos);
    }

    private boolean isCollected(WorkerLoad worker, Pauses.Longest longest) {
        return worker.worstGcNanos() >= COLLECTION_OF_PAUSE * longest.nanos()
                && worker.gcPauseNanos()
                        >= COLLECTION_OF_PAUSE * sampleStatistics.pauses().pausedNanos(worker.worker());
    }
}
