package dev.assay.run.workers;

import dev.assay.model.exit.CommandFailure;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.scenario.fleet.Machine;
import dev.assay.worker.wire.WorkerToken;
import java.util.List;
import java.util.Optional;

/**
 * @param local number of workers to start, here or at the place; not used when there are remote ones
 * @param remote {@code HOST:PORT} of workers that are running already
 * @param observers {@code HOST:PORT} of observers of the servers of a cluster that others run
 * @param token shared with remote workers and observers
 * @param trust authenticates them
 * @param place where workers are started that are not started here
 * @param observed machines on which observers are started
 * @param tolerate number of workers that a trial may lose while its load runs
 */
public record WorkerChoice(
        int local,
        List<String> remote,
        List<String> observers,
        Optional<WorkerToken> token,
        PeerTrust trust,
        Optional<WorkerPlace> place,
        List<Machine> observed,
        int tolerate) {
    public WorkerChoice {
        if (local < 1) {
            throw new IllegalArgumentException("there must be at least one worker, but --workers is " + local);
        }
        remote = List.copyOf(remote);
        observers = List.copyOf(observers);
        observed = List.copyOf(observed);
        if (trust.ca() != null && remote.isEmpty() && observers.isEmpty()) {
            throw new IllegalArgumentException(
                    "--worker-ca is for workers that are already running; give their addresses with --worker HOST:PORT");
        }
        if (place.isPresent() && !remote.isEmpty()) {
            throw new IllegalArgumentException(
                    "--worker is for workers that are already running, and --workers-on starts some; give one of them");
        }
    }

    public WorkerChoice(
            int local, List<String> remote, List<String> observers, Optional<WorkerToken> token, PeerTrust trust) {
        this(local, remote, observers, token, trust, Optional.empty(), List.of(), 0);
    }

    /** Returns a copy whose trials may each lose that many workers while the load runs. */
    public WorkerChoice tolerating(int lost) {
        if (lost < 0 || lost >= count()) {
            throw CommandFailure.badInput(
                    "--tolerate must be at least 0 and less than the number of workers, which is %d, as one of them has to be left; but it is %d"
                            .formatted(count(), lost));
        }
        return new WorkerChoice(local, remote, observers, token, trust, place, observed, lost);
    }

    /** Chooses workers of this machine: {@code local} that are started, or the {@code remote} ones that are running already. */
    public WorkerChoice(int local, List<String> remote) {
        this(local, remote, List.of(), Optional.empty(), PeerTrust.LOOPBACK);
    }

    /** Returns whether somebody watches the servers of a cluster that others run. */
    public boolean watches() {
        return !observers.isEmpty() || !observed.isEmpty();
    }

    public boolean isLocal() {
        return remote.isEmpty() && place.isEmpty();
    }

    public int count() {
        return remote.isEmpty() ? local : remote.size();
    }
}
