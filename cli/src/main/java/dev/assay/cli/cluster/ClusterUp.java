package dev.assay.cli.cluster;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.terminal.Progress;
import dev.assay.provision.AssayCache;
import dev.assay.provision.standing.StandingCluster;
import dev.assay.provision.standing.StandingPlace;
import dev.assay.provision.standing.Takedown;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

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
     * @throws CommandFailure when one stands already, or this one does not come up in time
     */
    public String run(WantedCluster wanted, Duration most) {
        StandingPlace place = StandingPlace.of(wanted.spec().system().system(), cache);
        take(place, wanted);
        StandingCluster ready = start(place, wanted, most);
        return StatusText.of(ready, place) + ReadyText.of(wanted, ready);
    }

    /** Where a start has failed, the place is left to the servers' logs, if there are any. */
    private StandingCluster start(StandingPlace place, WantedCluster wanted, Duration most) {
        try {
            return new KeeperStart(place, cache, progress).start(wanted.scenario(), most);
        } catch (CommandFailure e) {
            if (!Files.isDirectory(place.logs())) {
                place.clear();
            }
            throw e;
        }
    }

    private void take(StandingPlace place, WantedCluster wanted) {
        StandingCluster ours = wanted.starting();
        if (place.take(ours)) {
            return;
        }
        Optional<StandingCluster> theirs = place.read();
        if (theirs.isEmpty() || !theirs.get().keeper().isAlive()) {
            new Takedown(place, cache, PATIENCE).run();
            progress.say("Removed what an earlier " + place.system() + " cluster had left.");
            if (place.take(ours)) {
                return;
            }
        }
        throw new CommandFailure(
                ExitCode.ENVIRONMENT,
                "a " + place.system() + " cluster is up already"
                        + theirs.map(one -> " (" + one.version() + ", since " + StatusText.instant(one.since()) + ")")
                                .orElse("")
                        + "; see it with 'assay cluster status " + place.system()
                        + "', take it down with 'assay cluster"
                        + " down " + place.system() + "'");
    }
}
