package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterRegistration;
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
    public String run(ClusterOptions wanted, Duration max) {
        ClusterRegistration registration =
                ClusterRegistration.of(wanted.spec().system().system(), cache);
        take(registration, wanted);
        RunningCluster ready = start(registration, wanted, max);
        return StatusText.of(ready, registration) + ReadyText.of(ready);
    }

    /** Where a start has failed, the slot is left to the servers' logs, if there are any. */
    private RunningCluster start(ClusterRegistration registration, ClusterOptions wanted, Duration max) {
        try {
            return new ClusterDaemonStart(registration, cache, progress).start(wanted.scenario(), max);
        } catch (CommandFailure e) {
            if (!Files.isDirectory(registration.logs())) {
                registration.clear();
            }
            throw e;
        }
    }

    private void take(ClusterRegistration registration, ClusterOptions wanted) {
        RunningCluster ours = wanted.starting();
        if (registration.take(ours)) {
            return;
        }
        RunningCluster theirs = registration.read().orElse(null);
        if (theirs == null || !theirs.daemon().isAlive()) {
            new Teardown(registration, cache, PATIENCE).run();
            progress.say("Removed the remains of an earlier " + registration.system() + " cluster.");
            if (registration.take(ours)) {
                return;
            }
        }
        throw new CommandFailure(
                ExitCode.ENVIRONMENT,
                "a " + registration.system() + " cluster is already up"
                        + (theirs == null
                                ? ""
                                : " (" + theirs.version() + ", since " + StatusText.instant(theirs.since()) + ")")
                        + "; see it with 'assay cluster status " + registration.system()
                        + "', take it down with 'assay cluster"
                        + " down " + registration.system() + "'");
    }
}
