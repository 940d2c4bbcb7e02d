package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.cluster.daemon.Teardown;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.unit.InstantText;
import dev.assay.run.event.Progress;
import java.nio.file.Files;
import java.time.Duration;

public final class ClusterUp {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final AssayCache cache;
    private final Progress progress;

    public ClusterUp(AssayCache cache, Progress progress) {
        this.cache = cache;
        this.progress = progress;
    }

    /**
     * Starts a cluster, waits until it is ready, and returns the text to print.
     *
     * @throws CommandFailure when one runs already, or this one is not ready within {@code max}
     */
    public String run(ClusterOptions wanted, Duration max) {
        ClusterRegistration registration =
                ClusterRegistration.of(wanted.spec().system().system(), cache);
        take(registration, wanted);
        RunningCluster ready = start(registration, wanted, max);
        return StatusText.of(ready, registration) + ReadyText.of(ready);
    }

    private RunningCluster start(ClusterRegistration registration, ClusterOptions wanted, Duration max) {
        try {
            return new ClusterDaemonStart(registration, cache, progress).start(wanted.scenario(), max);
        } catch (CommandFailure e) {
            registration.changeAlone(() -> clearAfterFailure(registration));
            throw e;
        }
    }

    /** Clears the slot, unless it has logs of servers or another process has taken it meanwhile. */
    private static void clearAfterFailure(ClusterRegistration registration) {
        boolean another = registration
                .read()
                .map(RunningCluster::daemon)
                .filter(keeper -> keeper.isAlive() && !keeper.equals(ProcessIdentity.self()))
                .isPresent();
        if (!another && !Files.isDirectory(registration.logs())) {
            registration.clear();
        }
    }

    void take(ClusterRegistration registration, ClusterOptions wanted) {
        registration.changeAlone(() -> takeAlone(registration, wanted));
    }

    private void takeAlone(ClusterRegistration registration, ClusterOptions wanted) {
        RunningCluster ours = wanted.starting();
        if (registration.take(ours)) {
            return;
        }
        RunningCluster theirs = registration.read().orElse(null);
        if (theirs != null && theirs.daemon().isAlive()) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "a %1$s cluster is already up (%2$s, since %3$s); see it with 'assay cluster status %1$s', take it down with 'assay cluster down %1$s'"
                            .formatted(registration.system(), theirs.version(), InstantText.of(theirs.since())));
        }
        new Teardown(registration, cache, PATIENCE).run();
        progress.say("Removed the remains of an earlier " + registration.system() + " cluster.");
        if (!registration.take(ours)) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    registration.folder() + " is in the way and was not made by Assay; move it, then try again");
        }
    }
}
