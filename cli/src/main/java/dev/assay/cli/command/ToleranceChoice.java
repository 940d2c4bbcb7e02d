package dev.assay.cli.command;

import dev.assay.run.workers.WorkerChoice;
import picocli.CommandLine.Option;

/** How many of its workers a trial may lose. */
final class ToleranceChoice {
    @Option(
            names = "--tolerate",
            paramLabel = "N",
            description = {
                "A trial goes on when up to N of its workers are lost while the load runs (default: 0). It is DEGRADED then, at",
                "best: less is offered from then on, and what only they could tell is not known."
            })
    private int workers;

    /** That of a run that is gone on with. */
    static ToleranceChoice of(int workers) {
        ToleranceChoice then = new ToleranceChoice();
        then.workers = workers;
        return then;
    }

    int workers() {
        return workers;
    }

    /** The same workers, of which so many may be lost. */
    WorkerChoice of(WorkerChoice load) {
        return load.tolerating(workers);
    }
}
