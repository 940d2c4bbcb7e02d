package dev.assay.scenario.plan;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.PhaseRate;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.spec.PhaseSpec.Until;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.unit.Rate;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The load that new servers get before the first of the trials that share them: it alone would meet servers that have compiled, cached and
 * elected nothing, and its place in the block would be part of what it measures. Its messages belong to no trial.
 *
 * @param load what is offered, at one rate
 * @param length how long
 */
public record ClusterWarmUp(TrialSpec load, Rate rate, Duration length) {
    /** Above what any of the trials offers, so that none of them is the first to ask for so much. */
    private static final double ABOVE = 1.2;

    /**
     * That of a cluster of a plan: the trial with the most bytes per second, a fifth faster, for as long as its own warm-up lasts at most. Empty where
     * trials share no clusters on purpose; and where none of them has a warm-up and a steady rate, as in searches, whose first trials
     * warm their servers up themselves. Nothing happens to it, and only those consumer groups read that do from the start.
     */
    public static Optional<ClusterWarmUp> of(Plan plan, ClusterNeed need) {
        if (plan.clusters() != ClusterSharing.SHARED) {
            return Optional.empty();
        }
        return of(plan.trials().stream()
                .map(PlannedTrial::spec)
                .filter(spec -> ClusterNeed.of(spec).equals(need))
                .toList());
    }

    private static Optional<ClusterWarmUp> of(List<TrialSpec> sharing) {
        return sharing.stream()
                .filter(spec -> spec.system().runsNodes() && spec.on().isEmpty())
                .filter(spec -> spec.search().isEmpty())
                .filter(spec -> bytesPerSecond(spec) > 0 && warmup(spec).toMillis() >= 1000)
                .max(Comparator.comparingDouble(ClusterWarmUp::bytesPerSecond))
                .map(ClusterWarmUp::above);
    }

    private static ClusterWarmUp above(TrialSpec fastest) {
        Rate rate = new Rate(
                ABOVE * fastest.workload().rate().constantRate().orElseThrow().perSecond());
        Duration length = warmup(fastest);
        PhaseSpec phase = new PhaseSpec(
                length, Until.TIME, Duration.ZERO, false, PhaseRate.OF_WORKLOAD, Expectation.EITHER, PageCache.KEEP);
        TrialSpec load = new TrialSpec(
                fastest.system(),
                fastest.durability(),
                fastest.workload().live().at(LoadProfile.constant(rate)),
                fastest.timing(),
                Map.of(Phase.WARMUP, phase),
                Map.of(),
                PageCache.KEEP,
                fastest.settings(),
                fastest.result(),
                fastest.on(),
                Optional.empty());
        return new ClusterWarmUp(load, rate, length);
    }

    private static double bytesPerSecond(TrialSpec spec) {
        return spec.workload().rate().constantRate().map(Rate::perSecond).orElse(0.0)
                * spec.workload().message().meanBytes();
    }

    /** What a trial is loaded with before its first measured phase. */
    private static Duration warmup(TrialSpec spec) {
        long nanos = 0;
        for (Phase phase : spec.timeline().phases()) {
            if (phase.measured()) {
                break;
            }
            nanos += phase.lengthNanos();
        }
        return Duration.ofNanos(nanos);
    }
}
