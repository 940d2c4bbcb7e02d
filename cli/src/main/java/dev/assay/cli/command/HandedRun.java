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
 * Holds a run that was checked on one machine and continues in a pod, where it is stored in a Secret.
 *
 * @param commandLine the command that started it, for its record
 * @param payloads contents of the payload files that the scenario names, by their paths there
 * @param handling options that are not kept for resuming, such as the time budget and metrics
 */
record HandedRun(LaunchOptions options, List<String> commandLine, Map<String, String> payloads, Handling handling) {
    record Handling(Optional<String> budget, Optional<String> metrics, boolean quiet, boolean verbose, boolean json) {}

    HandedRun {
        commandLine = List.copyOf(commandLine);
        payloads = Map.copyOf(payloads);
    }

    /** Reads the file that another process of this version has written. */
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
