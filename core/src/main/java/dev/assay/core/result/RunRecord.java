package dev.assay.core.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of a run before its first trial; {@code run.json}.
 *
 * @param id name of the run directory
 * @param scenarioText the scenario file as given
 * @param overrides the {@code --set} options as given
 * @param commandLine how Assay was started
 * @param startedAt ISO-8601 instant
 * @param assayVersion version and, where known, commit of Assay
 * @param environment facts of the machine: processors, memory, kernel, JVM and so on
 * @param artifacts what was fetched to run the systems: coordinates to SHA-256
 * @param planned labels of all planned trials in order
 */
public record RunRecord(
        String id,
        String scenario,
        String scenarioText,
        List<String> overrides,
        List<String> commandLine,
        String startedAt,
        String assayVersion,
        Map<String, String> environment,
        Map<String, String> artifacts,
        List<String> planned) {
    public RunRecord {
        overrides = List.copyOf(overrides);
        commandLine = List.copyOf(commandLine);
        planned = List.copyOf(planned);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        artifacts = Collections.unmodifiableMap(new LinkedHashMap<>(artifacts));
    }
}
