package dev.assay.analysis.explanation;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.bottleneck.BottleneckText;
import dev.assay.analysis.bottleneck.Resource;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.DurationText;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Which limits may have held a trial back, by its evidence, and what would move each of them alone. */
public final class TrialHypotheses {
    private static final String LEVEL = "durability";
    private static final String LINGER = "workload.batching.linger";
    private static final String PARTITIONS = "workload.partitions";
    private static final String CONSUMERS = "workload.consumers";
    private static final String IN_FLIGHT = "workload.in-flight";

    /** Moved by so much that an effect can hardly be overlooked. */
    private static final int FACTOR = 4;

    /** By 10 to 20 % where there are enough: of two or four processors one is more than that. */
    private static final double FEWER_PROCESSORS = 0.15;

    private static final int MAX_PARTITIONS = 1_000;
    private static final int MAX_IN_FLIGHT = 1_000_000;

    /** From that fraction of the median on, waiting for a batch counts as a part of it. */
    private static final double PART = 0.1;

    private static final double MEDIAN = 50;

    private final TrialRecord trial;
    private final PhaseAnalysis phase;

    private TrialHypotheses(TrialRecord trial, PhaseAnalysis phase) {
        this.trial = trial;
        this.phase = phase;
    }

    /**
     * All limits, in the order of {@link Hypothesis}.
     *
     * @return none where nothing was measured
     */
    public static List<TrialHypothesis> of(TrialAnalysis analysis) {
        return analysis.measured().stream()
                .max((one, other) -> Integer.compare(reached(one), reached(other)))
                .map(phase -> new TrialHypotheses(analysis.trial(), phase).all())
                .orElse(List.of());
    }

    private static int reached(PhaseAnalysis phase) {
        return phase.limits().map(limits -> limits.reached().size()).orElse(0);
    }

    private List<TrialHypothesis> all() {
        return Arrays.stream(Hypothesis.values())
                .map(hypothesis -> switch (hypothesis) {
                    case SYNC -> sync();
                    case REPLICATION -> replication();
                    case LINGER -> linger();
                    case PARTITIONS -> partitions();
                    case CONSUMERS -> consumers();
                    case IN_FLIGHT -> inFlight();
                    case PROCESSORS -> processors();
                })
                .toList();
    }

    /** Every acknowledgement waits for one, so that it is suspected wherever there are any. */
    private TrialHypothesis sync() {
        DurabilityLevel level = trial.durability().asked();
        if (!level.localSync()) {
            return TrialHypothesis.fixed(Hypothesis.SYNC, "acknowledgements do not wait for syncs at this level");
        }
        String counted = phase.limits().stream()
                .flatMap(limits -> BottleneckText.fractions(limits).stream())
                .filter(line -> line.startsWith("syncs "))
                .findFirst()
                .map(line -> ": " + line)
                .orElse("");
        return level(
                Hypothesis.SYNC,
                Optional.of("each acknowledgement waits for a sync" + counted),
                level,
                DurabilityLevel.of(level.replicatedSync(), false));
    }

    private TrialHypothesis replication() {
        DurabilityLevel level = trial.durability().asked();
        return level.replicatedSync()
                ? level(Hypothesis.REPLICATION, Optional.empty(), level, DurabilityLevel.of(false, level.localSync()))
                : TrialHypothesis.fixed(
                        Hypothesis.REPLICATION, "acknowledgements do not wait for other nodes at this level");
    }

    private static TrialHypothesis level(
            Hypothesis hypothesis, Optional<String> evidence, DurabilityLevel from, DurabilityLevel to) {
        return new TrialHypothesis(
                hypothesis, evidence, to.named() + " instead of " + from.named(), Map.of(LEVEL, to.toString()));
    }

    private TrialHypothesis linger() {
        Duration waits = trial.workload().batching().linger();
        if (!waits.isPositive()) {
            return TrialHypothesis.fixed(Hypothesis.LINGER, "the client does not wait for batches to fill");
        }
        Optional<String> evidence = median(LatencyMetric.RESPONSE)
                .filter(median -> waits.toNanos() >= PART * median.nanos())
                .map(median -> "a linger of %s against a median response time of %s (n = %d)"
                        .formatted(DurationText.format(waits), millis(median), samples(LatencyMetric.RESPONSE)));
        return new TrialHypothesis(
                Hypothesis.LINGER,
                evidence,
                "a linger of 0 s instead of " + DurationText.format(waits),
                Map.of(LINGER, "0 s"));
    }

    private TrialHypothesis partitions() {
        int now = trial.workload().partitions();
        if (now * FACTOR > MAX_PARTITIONS) {
            return TrialHypothesis.fixed(Hypothesis.PARTITIONS, "the number does not apply, or is already large");
        }
        return moved(Hypothesis.PARTITIONS, PARTITIONS, now, FACTOR, "partitions", evidence(Resource.CLIENT_BUFFERS));
    }

    /** More of them than partitions would have nothing to do on some systems. */
    private TrialHypothesis consumers() {
        Workload workload = trial.workload();
        int now = workload.consumers();
        if (!workload.groups().isEmpty() || now >= workload.partitions()) {
            return TrialHypothesis.fixed(
                    Hypothesis.CONSUMERS, "there are already as many as partitions, or consumer groups set the number");
        }
        OptionalLong response = nanos(LatencyMetric.RESPONSE);
        OptionalLong arrival = nanos(LatencyMetric.END_TO_END);
        Optional<String> behind =
                response.isPresent() && arrival.isPresent() && arrival.getAsLong() * (1 - PART) > response.getAsLong()
                        ? median(LatencyMetric.END_TO_END)
                                .map(median -> "messages arrive after %s (median, n = %d), acknowledgements after %s"
                                        .formatted(
                                                millis(median),
                                                samples(LatencyMetric.END_TO_END),
                                                DurationText.millis((double) response.getAsLong())))
                        : Optional.empty();
        int max = Math.min(FACTOR, workload.partitions() / now);
        return moved(Hypothesis.CONSUMERS, CONSUMERS, now, Math.max(2, max), "consumers", behind);
    }

    private TrialHypothesis inFlight() {
        InFlight limit = trial.workload().inFlight();
        if (!limit.isLimited() || limit.messages() > MAX_IN_FLIGHT / FACTOR) {
            return TrialHypothesis.fixed(Hypothesis.IN_FLIGHT, "the scenario sets no limit, or one too high to raise");
        }
        return moved(
                Hypothesis.IN_FLIGHT,
                IN_FLIGHT,
                limit.messages(),
                FACTOR,
                "messages in flight per producer",
                evidence(Resource.CLIENT_BUFFERS));
    }

    /** More of them where there are more, which can show a cause; otherwise as few less as there can be, to see how sensitive it is. */
    private TrialHypothesis processors() {
        OptionalInt servers = Elasticity.processors(trial);
        int machine = Elasticity.ofMachine(trial).orElse(0);
        if (servers.isEmpty() || machine < 2) {
            return TrialHypothesis.fixed(
                    Hypothesis.PROCESSORS, "the servers run elsewhere, or the machine has one processor");
        }
        int now = servers.getAsInt();
        int moved = now < machine
                ? Math.min(machine, 2 * now)
                : now - (int) Math.max(1, Math.round(FEWER_PROCESSORS * now));
        return new TrialHypothesis(
                Hypothesis.PROCESSORS,
                evidence(Resource.PROCESSOR),
                "servers on %d of the machine's %d processors instead of %d%s"
                        .formatted(
                                moved,
                                machine,
                                now,
                                moved < now ? ", which shows how sensitive it is, and no cause" : ""),
                Map.of("systems." + trial.system().system() + ".processors", String.valueOf(moved)));
    }

    private static TrialHypothesis moved(
            Hypothesis hypothesis, String key, int now, int factor, String what, Optional<String> evidence) {
        return new TrialHypothesis(
                hypothesis,
                evidence,
                "%d %s instead of %d".formatted(now * factor, what, now),
                Map.of(key, String.valueOf(now * factor)));
    }

    private Optional<String> evidence(Resource resource) {
        return phase.limits().stream()
                .flatMap(limits -> limits.reached().stream())
                .filter(reached -> reached.resource() == resource)
                .findFirst()
                .map(BottleneckText::sentence);
    }

    private Optional<Quantile> median(LatencyMetric metric) {
        return phase.headline(metric).flatMap(summary -> summary.quantile(MEDIAN));
    }

    private OptionalLong nanos(LatencyMetric metric) {
        return median(metric).map(median -> OptionalLong.of(median.nanos())).orElse(OptionalLong.empty());
    }

    private long samples(LatencyMetric metric) {
        return phase.headline(metric).map(LatencySummary::samples).orElse(0L);
    }

    private static String millis(Quantile quantile) {
        return DurationText.millis((double) quantile.nanos());
    }
}
