package dev.assay.run.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.disk.DiskImage;
import dev.assay.cluster.network.NodeNetwork;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFaults;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FaultReport;
import dev.assay.cluster.node.NodeIsolation;
import dev.assay.cluster.node.RollingRestart;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.model.durability.Fault;
import dev.assay.model.spec.EventSpec;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.coordinator.SystemActions;
import dev.assay.scenario.plan.ClusterNeed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Executes the events of a trial on its cluster, and on the machines of its servers as far as they are known. */
public final class ClusterActions implements SystemActions {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Cluster cluster;
    private final int node;
    private final Observers observers;
    private volatile @Nullable FaultReport report;
    private final dev.assay.cluster.disk.PageCache pageCache = new dev.assay.cluster.disk.PageCache();

    /** Acts on {@code cluster}; faults of one node hit its first. */
    public ClusterActions(Cluster cluster) {
        this(cluster, 0);
    }

    public ClusterActions(Cluster cluster, Observers observers) {
        this(cluster, 0, observers);
    }

    /** @param node index of the node that faults of one node hit, which is wrapped around their number */
    public ClusterActions(Cluster cluster, int node) {
        this(cluster, node, new Observers(List.of()));
    }

    private ClusterActions(Cluster cluster, int node, Observers observers) {
        this.cluster = cluster;
        this.node = node;
        this.observers = observers;
    }

    /** Returns the version that the servers of a trial are upgraded to while its load runs; empty for none. */
    public static String upgrade(TrialSpec trial) {
        return trial.events().values().stream()
                .map(EventSpec::rollingUpgrade)
                .filter(version -> !version.isEmpty())
                .findFirst()
                .orElse("");
    }

    public static ClusterRequest request(TrialSpec trial, ClusterFolders folders) {
        return new ClusterRequest(
                trial.system(),
                trial.settings(),
                ClusterNeed.of(trial).durability(),
                folders,
                NodeIsolation.forFaults(faults(trial)),
                upgrade(trial));
    }

    /** Returns why a fault can't be injected on this machine; empty where it can, as far as is known without trying. */
    public static Optional<String> refusalHere(Fault fault) {
        if (fault.needsOwnDisks()) {
            return DiskImage.refusal();
        }
        return fault.needsOwnAddresses() ? NodeNetwork.refusal() : Optional.empty();
    }

    public static boolean dropPageCache(TrialSpec trial) {
        return trial.pageCache() == PageCache.DROP
                || trial.phases().values().stream().anyMatch(phase -> phase.pageCache() == PageCache.DROP)
                || trial.events().values().stream().anyMatch(event -> event.pageCache() == PageCache.DROP);
    }

    static boolean touchNodes(TrialSpec trial) {
        return !faults(trial).isEmpty() || trial.events().values().stream().anyMatch(EventSpec::rolling);
    }

    public static List<Fault> faults(TrialSpec trial) {
        return trial.events().values().stream()
                .map(EventSpec::fault)
                .flatMap(choice -> choice.fault().stream())
                .distinct()
                .toList();
    }

    /** @throws DeploymentException when this cluster or machine can't execute an event or a phase */
    public void check(TrialSpec trial) {
        for (Fault fault : faults(trial)) {
            String reason = refusal(fault);
            if (reason != null) {
                throw DeploymentException.environment("the events need " + fault + ", but " + reason, null);
            }
        }
        if (dropPageCache(trial)) {
            Optional<String> refusal = observers.isEmpty() ? pageCache.refusal() : observers.refusalToDropPageCache();
            refusal.ifPresent(reason -> {
                throw DeploymentException.environment("page-cache: drop was requested, but " + reason, null);
            });
        }
    }

    /** Returns why this fault can't be injected into this cluster; null if it can. */
    public @Nullable String refusal(Fault fault) {
        return cluster.faults().isEmpty()
                ? "Assay does not run this cluster's nodes, so it can't inject faults into them"
                : cluster.faults().get().refused().get(fault);
    }

    @Override
    public Effect inject(Fault fault) {
        FaultReport done = faults().inject(fault, node);
        report = done;
        return new Effect(done.atNanos(), String.join(", ", done.nodes()));
    }

    @Override
    public Effect recover() {
        faults().recover();
        return new Effect(System.nanoTime(), "");
    }

    @Override
    public Effect roll(String version) {
        RollingRestart rolling = cluster.rolling()
                .orElseThrow(() -> new IllegalStateException("Assay can't restart the nodes one after the other"));
        RollingRestart.Done done = rolling.restart(version);
        String verb = version.isEmpty() ? "restart " : "upgrade ";
        return new Effect(
                System.nanoTime(),
                done.remark(),
                done.nodes().stream()
                        .map(node -> new Step(verb + node.name(), node.fromNanos(), node.toNanos()))
                        .toList());
    }

    /** Returns the last fault that was injected; null before the first. */
    public @Nullable FaultReport report() {
        return report;
    }

    private ClusterFaults faults() {
        return cluster.faults().orElseThrow(() -> new IllegalStateException("Assay does not run the cluster's nodes"));
    }

    @Override
    public Effect dropPageCache() {
        if (!observers.isEmpty()) {
            observers.dropPageCache();
            return new Effect(
                    System.nanoTime(), String.join(", ", observers.machines().keySet()));
        }
        pageCache.drop();
        return new Effect(System.nanoTime(), "this machine");
    }

    @Override
    public Duration limit() {
        return LIMIT;
    }

    @Override
    public Duration rollingLimit() {
        return LIMIT.multipliedBy(cluster.nodes().size());
    }
}
