package dev.assay.model.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records that a run was resumed after an interruption.
 *
 * @param at ISO-8601 instant
 * @param commandLine how Assay was started for that
 * @param environment facts of the machine at that time
 * @param setAside what had begun and not finished before, and was run again
 */
public record RunResume(String at, List<String> commandLine, Map<String, String> environment, List<SetAside> setAside) {
    /**
     * Records where the folder of an unfinished trial or verification went.
     *
     * @param folder where it was, within the run directory, such as {@code trials/003-memory}
     * @param to where it is now, such as {@code interrupted/trials/003-memory}
     * @param reason why it had not finished, as far as that was written down
     */
    public record SetAside(String folder, String to, String reason) {}

    public RunResume {
        commandLine = List.copyOf(commandLine);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        setAside = List.copyOf(setAside);
    }
}
