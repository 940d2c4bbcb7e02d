package dev.assay.provision.standing;

import dev.assay.provision.AssayCache;
import dev.assay.provision.ProvisionException;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.leash.ProcessIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Ends one standing cluster: its keeper first, which takes everything down in order; then what the keeper could not. */
public final class Takedown {
    private static final long POLL_NANOS = 50_000_000;

    /** For the death of what was killed: its disk may have much to write first. */
    private static final Duration DEATH = Duration.ofMinutes(1);

    private final StandingPlace place;
    private final AssayCache cache;
    private final Duration patience;
    private final List<String> done = new ArrayList<>();

    /** @param patience how long the keeper may take before it is killed */
    public Takedown(StandingPlace place, AssayCache cache, Duration patience) {
        this.place = place;
        this.cache = cache;
        this.patience = patience;
    }

    /**
     * Returns when no process and no folder of the cluster is left.
     *
     * @return one line for people about each thing out of the ordinary
     * @throws ProvisionException when something cannot be ended or deleted
     */
    public List<String> run() {
        place.read().ifPresent(this::end);
        place.clear();
        return List.copyOf(done);
    }

    private void end(StandingCluster cluster) {
        ProcessIdentity keeper = cluster.keeper();
        if (keeper.isAlive()) {
            endKeeper(keeper);
        } else if (cluster.isReady()) {
            done.add("The process that kept the cluster (" + keeper.pid() + ") had been ended from outside.");
        }
        done.addAll(Leash.sweepAfter(keeper, cache));
        List<StandingNode> left = cluster.nodes().stream()
                .filter(node -> !until(DEATH, () -> !node.process().isAlive()))
                .toList();
        if (!left.isEmpty()) {
            throw ProvisionException.environment(
                    "Still running: "
                            + String.join(
                                    ", ",
                                    left.stream()
                                            .map(node -> node.name() + " (process "
                                                    + node.process().pid() + ")")
                                            .toList())
                            + ". End them by hand, then run this command again.",
                    null);
        }
    }

    private void endKeeper(ProcessIdentity keeper) {
        ProcessHandle.of(keeper.pid()).ifPresent(ProcessHandle::destroy);
        if (until(patience, () -> !keeper.isAlive())) {
            return;
        }
        done.add("The process that kept the cluster (" + keeper.pid() + ") did not end within " + patience.toSeconds()
                + " s and was killed.");
        ProcessHandle.of(keeper.pid()).filter(handle -> keeper.isAlive()).ifPresent(ProcessHandle::destroyForcibly);
        if (!until(DEATH, () -> !keeper.isAlive())) {
            throw ProvisionException.environment(
                    "Process " + keeper.pid() + " is still there a minute after SIGKILL; is its disk hanging?", null);
        }
    }

    private static boolean until(Duration most, BooleanSupplier condition) {
        long deadline = System.nanoTime() + most.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}
