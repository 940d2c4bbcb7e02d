package dev.assay.analysis.calibration;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.HarnessFloor;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds what a run shows of the harness itself: one worker with the in-memory system inside, which takes no time, at a low rate
 * and at rates that rise step by step, as in {@code scenarios/harness-ceiling.yaml}. A step is sustained where as much was
 * acknowledged as was offered, and as much was received by every subscription, apart from the edges of so short a phase.
 *
 * @param ceilings ordered by rising numbers of subscriptions
 * @param floor of the trial with the fewest subscriptions
 */
public record HarnessRun(List<HarnessCeiling> ceilings, HarnessFloor floor) {
    private static final String FLOOR = "floor";

    private static final double SUSTAINED = 0.98;
    private static final double MEDIAN = 50;
    private static final double P99 = 99;

    public HarnessRun {
        ceilings = List.copyOf(ceilings);
    }

    /**
     * Reads a finished run.
     *
     * @throws UnsuitableRunException where the run did not measure the harness alone, other work disturbed it, or even the lowest step
     *     was not sustained
     */
    public static HarnessRun of(RunAnalysis run) {
        List<TrialAnalysis> trials = run.trials().stream()
                .sorted(Comparator.comparing(HarnessRun::subscriptions))
                .toList();
        if (trials.isEmpty() || !run.missing().isEmpty() || !trials.stream().allMatch(HarnessRun::ofHarnessAlone)) {
            throw unsuitable(run, "does not have the harness of one worker alone in each of its trials");
        }
        if (trials.stream().map(HarnessRun::subscriptions).distinct().count() < trials.size()) {
            throw unsuitable(run, "has several trials with as many subscriptions");
        }
        for (TrialAnalysis trial : trials) {
            if (isDisturbed(trial.verdict())) {
                throw new UnsuitableRunException(
                        true,
                        "%s: other work on the machine disturbed %s, so the harness may do more than it shows; run it while nothing else is running"
                                .formatted(
                                        run.run().id(), trial.trial().identity().label()));
            }
        }
        List<HarnessCeiling> ceilings = new ArrayList<>();
        for (TrialAnalysis trial : trials) {
            int messageBytes = trial.trial().plan().messageBytes();
            ceilings.add(ceiling(messageBytes, trial.measured())
                    .orElseThrow(() -> new UnsuitableRunException(
                            true,
                            "%s: not even the lowest step of %s was sustained; run it while nothing else is running, or with lower steps"
                                    .formatted(
                                            run.run().id(),
                                            trial.trial().identity().label()))));
        }
        TrialAnalysis fewest = trials.getFirst();
        PhaseAnalysis low = fewest.measured().stream()
                .filter(HarnessRun::isFloor)
                .findFirst()
                .orElseThrow(() -> unsuitable(run, "has no phase '" + FLOOR + "' at a low rate"));
        return new HarnessRun(
                ceilings,
                new HarnessFloor(
                        fewest.trial().plan().messageBytes(),
                        low.offeredPerSecond(),
                        durations(run, low, LatencyMetric.RESPONSE),
                        durations(run, low, LatencyMetric.END_TO_END)));
    }

    private static int subscriptions(TrialAnalysis trial) {
        return trial.trial().course().subscriptions().size();
    }

    /** Tells whether a trial has one worker and the in-memory system, which alone has a law; with law {@code none} it takes no time. */
    private static boolean ofHarnessAlone(TrialAnalysis trial) {
        TrialRecord record = trial.trial();
        String law = record.plan()
                .resolved()
                .getOrDefault("systems." + record.system().system() + ".law", "");
        return law.equals("none")
                && record.setup().workers().size() == 1
                && record.setup().hosts().stream()
                        .allMatch(
                                host -> host.workers().isEmpty() || host.name().equals(Metrics.COORDINATOR));
    }

    /** Tells whether other work used processors, which lowers the ceiling and raises the floor. */
    static boolean isDisturbed(Verdict verdict) {
        Set<String> codes = verdict.reasons().stream().map(Reason::code).collect(Collectors.toSet());
        return Comparability.disturbed(codes::contains);
    }

    private static boolean isFloor(PhaseAnalysis phase) {
        return phase.phase().name().equals(FLOOR);
    }

    /**
     * Returns the highest step that was sustained; empty where none was. A disturbed step below it does not matter: whatever that step
     * left undone had to be done in the highest one as well.
     */
    static Optional<HarnessCeiling> ceiling(int messageBytes, List<PhaseAnalysis> measured) {
        List<PhaseAnalysis> steps = measured.stream()
                .filter(phase -> !isFloor(phase))
                .sorted(Comparator.comparing(PhaseAnalysis::offeredPerSecond))
                .toList();
        int sustained = steps.size();
        while (sustained > 0 && !sustained(steps.get(sustained - 1))) {
            sustained--;
        }
        if (sustained == 0) {
            return Optional.empty();
        }
        PhaseAnalysis highest = steps.get(sustained - 1);
        return Optional.of(new HarnessCeiling(
                highest.groups().size(),
                messageBytes,
                highest.achievedPerSecond(),
                received(highest),
                sustained < steps.size(),
                highest.phase().lengthNanos() / 1e9));
    }

    private static boolean sustained(PhaseAnalysis step) {
        return step.achievedPerSecond() >= SUSTAINED * step.offeredPerSecond()
                && received(step) >= SUSTAINED * step.groups().size() * step.offeredPerSecond();
    }

    private static double received(PhaseAnalysis step) {
        return step.groups().stream()
                .flatMap(group -> step.row(Statistic.RECEIVED, group.name()).stream())
                .mapToDouble(Reading::value)
                .sum();
    }

    private static DurationStatistics durations(RunAnalysis run, PhaseAnalysis phase, LatencyMetric metric) {
        if (phase.samples(metric) == 0) {
            throw unsuitable(run, "received nothing in its phase '" + FLOOR + "'");
        }
        return new DurationStatistics(
                phase.samples(metric),
                nanos(phase, Statistic.quantile(metric, MEDIAN)),
                nanos(phase, Statistic.quantile(metric, P99)),
                nanos(phase, Statistic.max(metric)));
    }

    private static long nanos(PhaseAnalysis phase, Statistic statistic) {
        return Math.round(phase.row(statistic).map(Reading::value).orElseThrow());
    }

    private static UnsuitableRunException unsuitable(RunAnalysis run, String why) {
        return new UnsuitableRunException(
                false, run.run().id() + " " + why + "; take a run of scenarios/harness-ceiling.yaml");
    }
}
