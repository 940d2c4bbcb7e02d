package dev.assay.cli.command;

import dev.assay.host.file.RecordJson;
import dev.assay.model.exit.CommandFailure;
import dev.assay.run.launch.LaunchOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run that was checked on one machine and goes on in a pod. It stands in a Secret there.
 *
 * @param commandLine how it was started, for its record
 * @param payloads the files of messages that the scenario names, by their paths there
 * @param handling what is not kept for going on with the run: how long it may take, and who follows it
 */
record HandedRun(LaunchOptions options, List<String> commandLine, Map<String, String> payloads, Handling handling) {
    /** The options of that name. */
    record Handling(Optional<String> budget, Optional<String> metrics, boolean quiet, boolean verbose, boolean json) {}

    HandedRun {
        commandLine = List.copyOf(commandLine);
        payloads = Map.copyOf(payloads);
    }

    /** Reads what another process of this version has written. */
    static HandedRun of(Path file) {
        try {
            return RecordJson.record(Files.readString(file), HandedRun.class);
        } catch (IOException | IllegalArgumentException e) {
            throw CommandFailure.badInput("--handed " + file + ": it can't be read: " + e.getMessage(), e);
        }
    }

    String text() {
        return RecordJson.text(this);
    }
}
