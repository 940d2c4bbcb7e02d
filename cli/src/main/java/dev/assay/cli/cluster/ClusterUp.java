package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterSlot;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.cluster.daemon.Teardown;
import dev.assay.run.Progress;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.nio.file.Files;
import java.time.Duration;

/** Puts a cluster up. */
public final class ClusterUp {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final AssayCache cache;
    private final Progress progress;

    public ClusterUp(AssayCache cache, Progress progress) {
        this.cache = cache;
        this.progress = progress;
    }

    /**
     * Returns when the cluster is ready, with the text for people.
     *
     * @throws CommandFailure when one runs already, or this one does not come up in time
     */
    public String run(ClusterOptions wanted, Duration most) {
        ClusterSlot slot = ClusterSlot.of(wanted.spec().system().system(), cache);
        take(slot, wanted);
        RunningCluster ready = start(slot, wanted, most);
        return StatusText.of(ready, slot) + ReadyText.of(ready);
    }

    /** Where a start has failed, the slot is left to the servers' logs, if there are any. */
    private RunningCluster start(ClusterSlot slot, ClusterOptions wanted, Duration most) {
        try {
            return new ClusterDaemonStart(slot, cache, progress).start(wanted.scenario(), most);
        } catch (CommandFailure e) {
            if (!Files.isDirectory(slot.logs())) {
                slot.clear();
            }
            throw e;
        }
    }

    private void take(ClusterSlot slot, ClusterOptions wanted) {
        RunningCluster ours = wanted.starting();
        if (slot.take(ours)) {
            return;
        }
        RunningCluster theirs = slot.read().orElse(null);
        if (theirs == null || !theirs.daemon().isAlive()) {
            new Teardown(slot, cache, PATIENCE).run();
            progress.say("Removed what an earlier " + slot.system() + " cluster had left.");
            if (slot.take(ours)) {
                return;
            }
        }
        throw new CommandFailure(
                ExitCode.ENVIRONMENT,
                "a " + slot.system() + " cluster is up already"
                        + (theirs == null
                                ? ""
                                : " (" + theirs.version() + ", since " + StatusText.instant(theirs.since()) + ")")
                        + "; see it with 'assay cluster status " + slot.system()
                        + "', take it down with 'assay cluster"
                        + " down " + slot.system() + "'");
    }
}
