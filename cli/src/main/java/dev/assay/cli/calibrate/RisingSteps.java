package dev.assay.cli.calibrate;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.model.calibration.HarnessCeiling;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A load that rises step by step, each for the same time, and what it shows: the highest step that was sustained. A step
 * is sustained where as much was acknowledged in it as was offered, and as much of that was received by every subscription, to within the
 * edges of so short a phase.
 *
 * @param rates messages per second, rising
 * @param seconds how long each lasts
 */
record RisingSteps(int subscriptions, List<Integer> rates, int seconds) {
    /** As large as those of most published tests. */
    static final int MESSAGE_BYTES = 1024;

    private static final double SUSTAINED = 0.98;
    private static final int FIRST_STEP = 25_000;
    private static final int MAX_PRODUCERS = 8;

    RisingSteps {
        rates = List.copyOf(rates);
    }

    /** Those of a calibration: with more subscriptions lower ones, since each message is delivered more often. */
    static RisingSteps of(int subscriptions, boolean quick) {
        List<Integer> factors = quick ? List.of(8, 32, 64, 128, 256) : List.of(4, 16, 32, 64, 96, 128, 192, 256);
        int first = FIRST_STEP / Math.max(1, subscriptions / 2);
        return new RisingSteps(
                subscriptions, factors.stream().map(factor -> factor * first).toList(), quick ? 1 : 2);
    }

    /** The scenario of the load, with the in-memory system inside the worker. */
    String scenario(int processors) {
        int producers = Math.clamp(processors, 1, MAX_PRODUCERS);
        String phases = rates.stream()
                .map(rate -> "  step-%1$d: { for: %2$d s, rate: %1$d/s, expect: either }".formatted(rate, seconds))
                .collect(Collectors.joining("\n"));
        return """
                name: calibrate
                systems: { memory: { law: none } }
                durability: level-4
                workload:
                  partitions: %d
                  producers: %d
                  consumers: %d
                  subscriptions: %d
                  message: { size: 1 KiB, payload: zeros }
                phases:
                  warmup: { for: %d s, rate: %d/s, warmup: true }
                %s
                timing: { drain: 5 s }
                """.formatted(producers, producers, producers, subscriptions, seconds, rates.getFirst(), phases);
    }

    /**
     * The ceiling that the measured phases of such a load show; empty where no step was sustained. One that was disturbed does not hide
     * that a higher one was sustained: what it left undone had to be done there as well.
     */
    Optional<HarnessCeiling> ceiling(List<PhaseAnalysis> phases) {
        int sustained = phases.size();
        while (sustained > 0 && !sustained(phases.get(sustained - 1))) {
            sustained--;
        }
        if (sustained == 0) {
            return Optional.empty();
        }
        PhaseAnalysis highest = phases.get(sustained - 1);
        return Optional.of(new HarnessCeiling(
                subscriptions,
                MESSAGE_BYTES,
                highest.achievedPerSecond(),
                received(highest),
                sustained < phases.size(),
                seconds));
    }

    private boolean sustained(PhaseAnalysis phase) {
        return phase.achievedPerSecond() >= SUSTAINED * phase.offeredPerSecond()
                && received(phase) >= SUSTAINED * subscriptions * phase.offeredPerSecond();
    }

    private static double received(PhaseAnalysis phase) {
        return phase.groups().stream()
                .map(GroupAnalysis::receivedPerSecond)
                .mapToDouble(rate -> rate.orElse(0))
                .sum();
    }
}
