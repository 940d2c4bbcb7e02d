package dev.assay.cluster.fault;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.disk.DiskImage;
import dev.assay.cluster.network.NodeNetwork;
import dev.assay.cluster.node.ClusterFaults;
import dev.assay.cluster.node.FaultReport;
import dev.assay.cluster.node.ServerProcess;
import dev.assay.host.HostException;
import dev.assay.host.process.Signal;
import dev.assay.host.process.SupervisedProcess;
import dev.assay.model.durability.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

public final class LocalFaults implements ClusterFaults {
    /** The time that the other nodes need, past their timeout, to act on it. */
    private static final Duration MARGIN = Duration.ofSeconds(3);

    private static final int REVIVALS = 3;

    private final FaultTarget target;
    private long syncedNanos = System.nanoTime();
    private volatile @Nullable Fault current;
    private long begunNanos;
    private int hitNode;

    /** Creates the faults of a cluster that has just become ready; what it has written so far is synced, so that its identity survives. */
    public LocalFaults(FaultTarget target) {
        this.target = target;
        syncDisks();
    }

    @Override
    public Map<Fault, String> refused() {
        Map<Fault, String> refused = new EnumMap<>(Fault.class);
        for (Fault fault : Fault.values()) {
            if (fault.needsOwnDisks()) {
                target.nodeEnvironment().noDisks().ifPresent(reason -> refused.put(fault, reason));
            }
            if (fault.needsOwnAddresses()) {
                target.nodeEnvironment().noAddresses().ifPresent(reason -> refused.put(fault, reason));
            }
            if (target.domains().size() == 1 && spares(fault)) {
                refused.put(fault, "the cluster has only one node, so none would be left");
            }
        }
        return refused;
    }

    /** Returns whether the point of the fault is that the other nodes keep running. */
    private static boolean spares(Fault fault) {
        return switch (fault) {
            case KILL_ONE, POWER_ONE, PAUSE_ONE, PARTITION_ONE -> true;
            case KILL_ALL, POWER_ALL, DISK_FULL -> false;
        };
    }

    /** Syncs the nodes' own disks; where all nodes share the machine's disk, no fault here loses data written to it. */
    @Override
    public void syncDisks() {
        target.nodeEnvironment().disks().forEach(DiskImage::sync);
        syncedNanos = System.nanoTime();
    }

    @Override
    public FaultReport inject(Fault fault, int node) {
        if (current != null) {
            throw new IllegalStateException(current + " is in effect; recover from it before " + fault);
        }
        String reason = refused().get(fault);
        if (reason != null) {
            throw DeploymentException.environment(fault + " is refused: " + reason + ".", null);
        }
        hitNode = Math.floorMod(node, target.keeping());
        List<FaultDomain> hit = hit(fault);
        // No server is started again from here on, so that these are all there are.
        target.watch().unlessEnding(() -> current = fault);
        target.watch().mayEnd(processes(hit));
        begunNanos = System.nanoTime();
        Map<String, String> details =
                new LinkedHashMap<>(DirtyPages.details(Duration.ofNanos(begunNanos - syncedNanos)));
        Instant at = Instant.now();
        begunNanos = System.nanoTime();
        bringAbout(fault, hit);
        details.put("time to take effect", (System.nanoTime() - begunNanos) / 1_000_000 + " ms");
        List<String> names = servers(hit).stream().map(ServerProcess::name).toList();
        return new FaultReport(fault, names, at, begunNanos, details);
    }

    private void bringAbout(Fault fault, List<FaultDomain> hit) {
        switch (fault) {
            case KILL_ONE, KILL_ALL -> SupervisedProcess.killAll(processes(hit));
            case POWER_ONE, POWER_ALL -> {
                // They are killed first, so that nobody acknowledges anything after the power has gone.
                SupervisedProcess.killAll(processes(hit));
                disks(hit).forEach(DiskImage::cutPower);
            }
            case PAUSE_ONE -> SupervisedProcess.signalAll(Signal.STOP, processes(hit));
            case PARTITION_ONE -> hit.forEach(domain -> network().cut(domain.name()));
            case DISK_FULL -> disks(hit).forEach(DiskImage::fill);
        }
    }

    @Override
    public void recover() {
        Fault fault = current;
        if (fault == null) {
            return;
        }
        List<FaultDomain> hit = hit(fault);
        undo(fault, hit);
        Set<SupervisedProcess> survivors = new HashSet<>(processes(hit));
        revive(servers(hit));
        current = null;
        for (ServerProcess server : servers(hit)) {
            if (survivors.contains(server.process())) {
                supervise(server);
            } else {
                target.watch().add(server.process());
            }
        }
    }

    private void revive(List<ServerProcess> hit) {
        for (int attempt = 1; attempt <= REVIVALS; attempt++) {
            List<ServerProcess> ended =
                    hit.stream().filter(server -> !server.isRunning()).toList();
            try {
                target.revive().accept(ended);
                return;
            } catch (DeploymentException | HostException e) {
                if (attempt == REVIVALS || hit.stream().allMatch(ServerProcess::isRunning)) {
                    throw e;
                }
            }
        }
    }

    /** Restarts a server that ends itself some time after it was cut off, counting on a service manager to start it again. */
    private void supervise(ServerProcess server) {
        SupervisedProcess process = server.process();
        process.onExit(exit -> target.watch().unlessEnding(() -> startAgain(server, process)));
    }

    private void startAgain(ServerProcess server, SupervisedProcess ended) {
        if (current == null && server.process() == ended) {
            server.restart();
            target.watch().add(server.process());
        }
    }

    private void undo(Fault fault, List<FaultDomain> hit) {
        switch (fault) {
            case KILL_ONE, KILL_ALL -> {
                // What has ended is started again in any case.
            }
            case POWER_ONE, POWER_ALL ->
                hit.forEach(domain -> target.nodeEnvironment().restorePower(domain.name()));
            case PAUSE_ONE -> {
                outlastFailureTimeout();
                SupervisedProcess.signalAll(Signal.CONT, processes(hit));
            }
            case PARTITION_ONE -> {
                outlastFailureTimeout();
                hit.forEach(domain -> network().join(domain.name()));
            }
            case DISK_FULL -> disks(hit).forEach(DiskImage::free);
        }
    }

    /** Waits until the other nodes must have noticed the silence; before that a verification would prove nothing. */
    private void outlastFailureTimeout() {
        long end = begunNanos + target.failureTimeout().plus(MARGIN).toNanos();
        Wait.until(end, current + " to last past the failure timeout");
    }

    private List<FaultDomain> hit(Fault fault) {
        return switch (fault) {
            case KILL_ALL, POWER_ALL -> target.domains();
            case KILL_ONE, POWER_ONE, DISK_FULL -> List.of(target.domains().get(hitNode));
            // The remedy for a node that was away and does not come back by itself is known only for the first one.
            case PAUSE_ONE, PARTITION_ONE -> List.of(target.domains().getFirst());
        };
    }

    private NodeNetwork network() {
        return target.nodeEnvironment().network().orElseThrow();
    }

    private Collection<DiskImage> disks(List<FaultDomain> hit) {
        return hit.stream()
                .flatMap(domain -> target.nodeEnvironment().disks(domain.name()).stream())
                .toList();
    }

    private static List<ServerProcess> servers(List<FaultDomain> hit) {
        return hit.stream().flatMap(domain -> domain.servers().stream()).toList();
    }

    private static List<SupervisedProcess> processes(List<FaultDomain> hit) {
        return servers(hit).stream().map(ServerProcess::process).toList();
    }
}
