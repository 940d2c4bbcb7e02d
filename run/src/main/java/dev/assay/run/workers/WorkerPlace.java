package dev.assay.run.workers;

import java.util.List;
import java.util.Optional;

/** Starts workers for a run elsewhere than on its own machine. */
public sealed interface WorkerPlace permits SshMachines, PodPlace {
    int usualWorkers();

    /** Returns the hosts of the workers, as far as they are known before the start. */
    List<String> hosts();

    /** Returns a host that is, as far as is known, another machine than this one; empty where there is none. */
    Optional<String> beyondLoopback();

    /** Returns why it can't take so many workers; empty where it can. */
    Optional<String> refusal(int workers);
}
