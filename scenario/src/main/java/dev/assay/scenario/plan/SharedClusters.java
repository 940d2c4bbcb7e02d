package dev.assay.scenario.plan;

import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Warmup;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Estimates what a plan saves where the trials of a block that need the same servers share them. Each block has new clusters: with
 * several blocks on a cluster it would take longer until a comparison has its answer (docs/RULES.md).
 *
 * @param clusters that are started
 * @param spared clusters that are not
 * @param saved the time that this takes less, which may be negative where a new cluster is warmed up for a fixed time
 */
public record SharedClusters(int clusters, int spared, Duration saved) {
    /** Estimates the time to start and stop a cluster of three nodes. */
    public static final Duration EACH_CLUSTER = Duration.ofSeconds(25);

    /** Estimates how long a load lasts until new servers are steady: those in JVMs compile their code for so long on two cores. */
    private static final Duration COLD = Duration.ofSeconds(90);

    /** Estimates the same for servers that are warm. */
    private static final Duration WARM = Duration.ofSeconds(30);

    /** Returns what a plan saves; empty where its trials share no clusters on purpose. */
    public static Optional<SharedClusters> of(Plan plan) {
        if (plan.clusters() != ClusterSharing.SHARED) {
            return Optional.empty();
        }
        int blocks = plan.repeat().max();
        SharedClusters block = ofBlock(plan.trials().stream()
                .filter(trial -> trial.repetition() == 1)
                .map(PlannedTrial::spec)
                .toList());
        return Optional.of(
                new SharedClusters(blocks * block.clusters, blocks * block.spared, block.saved.multipliedBy(blocks)));
    }

    /**
     * Tells whether trials share clusters where the scenario leaves it open. Without repetitions they don't, as their order, which is
     * the file's, would be part of their results.
     */
    static boolean byDefault(List<TrialSpec> block, int blocks) {
        return blocks > 1
                && block.stream().allMatch(SharedClusters::leavesServersAlone)
                && ofBlock(block).saved.isPositive();
    }

    private static boolean leavesServersAlone(TrialSpec trial) {
        return trial.search().isEmpty()
                && trial.events().values().stream()
                        .noneMatch(event -> event.fault().fault().isPresent() || event.rolling());
    }

    private static SharedClusters ofBlock(List<TrialSpec> block) {
        Collection<List<TrialSpec>> sharing = block.stream()
                .filter(trial -> trial.system().runsNodes() && trial.on().isEmpty())
                .collect(Collectors.groupingBy(ClusterNeed::of))
                .values();
        int spared = 0;
        Duration saved = Duration.ZERO;
        for (List<TrialSpec> trials : sharing) {
            if (trials.size() > 1) {
                spared += trials.size() - 1;
                saved = saved.plus(saved(trials));
            }
        }
        return new SharedClusters(sharing.size(), spared, saved);
    }

    private static Duration saved(List<TrialSpec> trials) {
        Duration saved = EACH_CLUSTER.multipliedBy(trials.size() - 1L);
        for (TrialSpec trial : trials) {
            saved = saved.plus(untilSteady(trial, COLD)).minus(untilSteady(trial, WARM));
        }
        return saved.minus(ClusterWarmUp.of(trials)
                .map(load -> load.steady() ? shorter(COLD, load.length()) : load.length())
                .orElse(Duration.ZERO));
    }

    /** Returns how long the phases of a trial last that end when it is steady, on servers that take so long. */
    private static Duration untilSteady(TrialSpec trial, Duration servers) {
        if (trial.phases().isEmpty()) {
            Warmup warmup = trial.timing().warmup();
            return warmup.untilSteady()
                    ? shorter(servers.compareTo(warmup.atLeast()) < 0 ? warmup.atLeast() : servers, warmup.atMost())
                    : Duration.ZERO;
        }
        return trial.phases().values().stream()
                .filter(phase -> phase.until().steady())
                .map(PhaseSpec::atMost)
                .map(atMost -> shorter(servers, atMost))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
