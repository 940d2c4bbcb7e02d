package dev.assay.cli.run;

import dev.assay.cli.exit.ExitCode;
import dev.assay.store.RunDirectory;
import java.util.Map;
import java.util.function.Consumer;

/** A part of a run: the trials, or the verifications. */
@FunctionalInterface
public interface RunStage {
    /**
     * Does its work and writes it down. Ends early when the run is cancelled.
     *
     * @return OK, or what stood in the way of a part of it, which has been reported
     */
    ExitCode run(Setting setting);

    /**
     * Where it takes place.
     *
     * @param fetched takes what was fetched: coordinates to SHA-256
     */
    record Setting(
            RunDirectory directory,
            RunContext context,
            Cancellation cancellation,
            Consumer<Map<String, String>> fetched) {}
}
