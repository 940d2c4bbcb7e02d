package dev.assay.run.workers;

import java.util.List;
import java.util.Optional;

/** Where workers are started for a run that it does not start on its own machine. */
public sealed interface WorkerPlace permits SshMachines, PodPlace {
    /** How many workers it gets where nobody says how many. */
    int usualWorkers();

    /** Where the workers are, as far as that is known before they are started. */
    List<String> hosts();

    /** A host that is another machine than this one, for all that is known; empty where there is none. */
    Optional<String> beyondLoopback();

    /** Why it can't take so many workers; empty where it can. */
    Optional<String> refusal(int workers);
}
