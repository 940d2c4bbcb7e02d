package dev.assay.analysis.bottleneck;

import dev.assay.analysis.statistics.PhaseLatencies;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Finds the limits that a phase may have waited for, with the one key of the scenario that tests each. */
final class SuspectedLimits {
    /** Multiplies numbers, so that an effect can hardly be overlooked. */
    private static final int FACTOR = 4;

    /** Gives the fraction of processors taken away: at least one, which is more than this fraction of two or four. */
    private static final double FEWER_PROCESSORS = 0.15;

    private static final int MAX_PARTITIONS = 1_000;
    private static final int MAX_IN_FLIGHT = 1_000_000;

    /** Gives the fraction of a median from which on a wait counts as a part of it. */
    private static final double PART = 0.1;

    private final TrialRecord trial;
    private final Workload workload;
    private final PhaseLatencies latencies;
    private final List<BottleneckIndicator> judged;
    private final List<CalibratedFraction> fractions;
    private final List<SuspectedLimit> suspected = new ArrayList<>();

    private SuspectedLimits(
            TrialRecord trial,
            PhaseLatencies latencies,
            List<BottleneckIndicator> judged,
            List<CalibratedFraction> fractions) {
        this.trial = trial;
        this.workload = trial.plan().workload();
        this.latencies = latencies;
        this.judged = judged;
        this.fractions = fractions;
    }

    static List<SuspectedLimit> of(
            TrialRecord trial,
            PhaseLatencies latencies,
            List<BottleneckIndicator> judged,
            List<CalibratedFraction> fractions) {
        SuspectedLimits limits = new SuspectedLimits(trial, latencies, judged, fractions);
        limits.syncs();
        limits.linger();
        limits.consumers();
        limits.reached(Resource.CLIENT_BUFFERS).ifPresent(limits::clientBuffers);
        limits.serversProcessors().ifPresent(limits::processors);
        return limits.suspected;
    }

    private Optional<String> reached(Resource resource) {
        return judged.stream()
                .filter(one -> one.resource() == resource && one.reached())
                .findFirst()
                .map(BottleneckText::sentence);
    }

    /** Returns the evidence that servers' processors were at their limit; machines that have only workers are ignored. */
    private Optional<String> serversProcessors() {
        List<String> ofWorkers = trial.setup().hosts().stream()
                .filter(host -> host.nodes() == 0)
                .map(BottleneckFinder::processorsOf)
                .toList();
        return judged.stream()
                .filter(one -> one.resource() == Resource.PROCESSOR && one.reached() && !ofWorkers.contains(one.what()))
                .findFirst()
                .map(BottleneckText::sentence);
    }

    private void syncs() {
        DurabilityLevel level = trial.durability().asked();
        if (level.localSync()) {
            String counted = fractions.stream()
                    .filter(fraction -> fraction.what().equals(BottleneckFinder.SYNCS))
                    .findFirst()
                    .map(fraction -> ": " + BottleneckText.sentence(fraction))
                    .orElse("");
            suspect(
                    "waiting for syncs",
                    "each acknowledgement waits for one" + counted,
                    "durability",
                    level,
                    DurabilityLevel.of(level.replicatedSync(), false));
        }
    }

    private void linger() {
        Histogram responses = samples(LatencyMetric.RESPONSE);
        long waits = workload.batching().linger().toNanos();
        if (waits > 0 && responses.getTotalCount() > 0 && waits >= PART * median(responses)) {
            String linger = DurationText.format(workload.batching().linger());
            suspect(
                    "waiting for batches to fill",
                    "a linger of %s, and a response time of %s".formatted(linger, text(responses)),
                    "workload.batching.linger",
                    linger,
                    "0 s");
        }
    }

    /** Suggests more consumers only up to the number of partitions, since in some systems any beyond that are idle. */
    private void consumers() {
        Histogram responses = samples(LatencyMetric.RESPONSE);
        Histogram arrivals = samples(LatencyMetric.END_TO_END);
        int present = workload.consumers();
        if (workload.groups().isEmpty()
                && present < workload.partitions()
                && responses.getTotalCount() > 0
                && median(arrivals) * (1 - PART) > median(responses)) {
            suspect(
                    "too few consumers",
                    "messages arrive after %s, acknowledgements after %s".formatted(text(arrivals), text(responses)),
                    "workload.consumers",
                    present,
                    Math.min(present * FACTOR, workload.partitions()));
        }
    }

    private void clientBuffers(String evidence) {
        int partitions = workload.partitions();
        if (partitions * FACTOR <= MAX_PARTITIONS) {
            suspect("too few partitions", evidence, "workload.partitions", partitions, partitions * FACTOR);
        }
        InFlight limit = workload.inFlight();
        if (limit.isLimited() && limit.messages() <= MAX_IN_FLIGHT / FACTOR) {
            suspect("the in-flight limit", evidence, "workload.in-flight", limit, limit.messages() * FACTOR);
        }
    }

    private void processors(String evidence) {
        int machine = trial.setup().hosts().stream()
                .filter(host -> host.nodes() > 0)
                .mapToInt(host -> host.machineCores() > 0 ? host.machineCores() : host.cores())
                .filter(cores -> cores > 0)
                .findFirst()
                .orElse(0);
        if (trial.plan().processors().isEmpty() || machine < 2) {
            return;
        }
        int setting = trial.plan().processors().getAsInt();
        int present = setting == Servers.ALL_PROCESSORS ? machine : Math.min(setting, machine);
        boolean fewer = present == machine;
        int changed = fewer
                ? present - (int) Math.max(1, Math.round(FEWER_PROCESSORS * present))
                : Math.min(machine, 2 * present);
        suspect(
                "the servers' processors",
                evidence
                        + (fewer
                                ? "; they have all %d, and fewer show how sensitive the values are, but no cause"
                                        .formatted(machine)
                                : ""),
                "systems." + trial.system().system() + ".processors",
                setting,
                changed);
    }

    private void suspect(String limit, String evidence, String key, Object present, Object changed) {
        suspected.add(new SuspectedLimit(limit, evidence, key, present.toString(), changed.toString()));
    }

    private Histogram samples(LatencyMetric metric) {
        return latencies.of(metric).histogram();
    }

    private static long median(Histogram samples) {
        return samples.getValueAtPercentile(50);
    }

    private static String text(Histogram samples) {
        return "%s (median, n = %,d)".formatted(DurationText.millis((double) median(samples)), samples.getTotalCount());
    }
}
