package dev.assay.cli.command;

import dev.assay.model.exit.CommandFailure;
import dev.assay.run.directory.RecordJson;
import dev.assay.run.launch.LaunchOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A run that was checked on one machine and goes on in a pod. It stands in a Secret there.
 *
 * @param commandLine how it was started, for its record
 * @param payloads the files of messages that the scenario names, by their paths there
 */
record HandedRun(LaunchOptions options, List<String> commandLine, Map<String, String> payloads) {
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
