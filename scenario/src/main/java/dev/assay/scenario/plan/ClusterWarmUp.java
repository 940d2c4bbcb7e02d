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
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.Rate;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes the load that new servers get before the first of the trials that share them. Without it, only that trial would
 * meet servers without compiled code, caches and leaders, so that its place in the block would be part of its result. Its
 * messages belong to no trial.
 *
 * @param load a trial at one constant rate
 * @param steady whether it ends once it is steady
 * @param length the length of the load, at most
 */
public record ClusterWarmUp(TrialSpec load, Rate rate, boolean steady, Duration length) {
    /** Names the only phase of the load, so that progress tells it from the warm-up of a trial. */
    public static final String PHASE = "cluster-warmup";

    /** Exceeds the rate of every trial, so that no trial is the first with such a load. */
    private static final double ABOVE = 1.2;

    /**
     * Returns the warm-up for a cluster of a plan: the load of the trial with the most bytes per second, a fifth faster, for as
     * long as that trial's own warm-up, or until it is steady. It is empty where trials share no clusters on purpose, and where no trial has a warm-up
     * and a steady rate, as in searches, whose first trials warm up their servers themselves. It has no events, and only
     * consumer groups that read from the start.
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

    static Optional<ClusterWarmUp> of(List<TrialSpec> sharing) {
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
        boolean steady = endsWhenSteady(fastest);
        PhaseSpec phase = new PhaseSpec(
                steady ? Duration.ZERO : length,
                steady ? new Until(new ByteSize(0), "", true) : Until.TIME,
                steady ? length : Duration.ZERO,
                true,
                PhaseRate.OF_WORKLOAD,
                Expectation.EITHER,
                PageCache.KEEP);
        TrialSpec load = new TrialSpec(
                fastest.system(),
                fastest.durability(),
                fastest.workload().live().at(LoadProfile.constant(rate)),
                fastest.timing(),
                Map.of(PHASE, phase),
                Map.of(),
                PageCache.KEEP,
                fastest.settings(),
                fastest.result(),
                fastest.on(),
                Optional.empty());
        return new ClusterWarmUp(load, rate, steady, length);
    }

    private static double bytesPerSecond(TrialSpec spec) {
        return spec.workload().rate().constantRate().map(Rate::perSecond).orElse(0.0)
                * spec.workload().message().meanBytes();
    }

    private static boolean endsWhenSteady(TrialSpec trial) {
        return trial.phases().isEmpty()
                ? trial.timing().warmup().untilSteady()
                : trial.phases().values().stream()
                        .anyMatch(phase -> phase.warmup() && phase.until().steady());
    }

    /** Returns how long a trial is under load before its first measured phase. */
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
