package dev.assay.run.launch;

import dev.assay.store.RunDirectory;

@FunctionalInterface
public interface RunReport {
    /**
     * Writes the report, and prints a summary.
     *
     * @throws dev.assay.model.exit.CommandFailure when there is nothing to report
     * @throws dev.assay.store.StoreException when the directory can't be read or written
     */
    RunOutcome publish(RunDirectory directory);
}
