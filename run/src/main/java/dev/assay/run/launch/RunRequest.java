package dev.assay.run.launch;

import dev.assay.model.result.RunConditions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * @param scenario the scenario's name
 * @param planned folders of the trials that are run for certain, in order
 * @param scenarioText the scenario file as given
 * @param overrides the {@code --set} options as given
 * @param commandLine how Assay was started
 * @param out where run directories are made
 * @param conditions of the run besides, for its record; empty for verifications alone
 * @param options how this user can resume it; empty where that is impossible
 * @param strict whether a DEGRADED trial has an exit code of its own
 * @param last whether this process ends with it: only then is the archive of its classes written, as a JVM that continued after
 *     writing one has been seen to crash
 */
public record RunRequest(
        String scenario,
        List<String> planned,
        String scenarioText,
        List<String> overrides,
        List<String> commandLine,
        Path out,
        Optional<RunConditions> conditions,
        Optional<LaunchOptions> options,
        boolean strict,
        boolean last) {
    public RunRequest {
        planned = List.copyOf(planned);
        overrides = List.copyOf(overrides);
        commandLine = List.copyOf(commandLine);
    }
}
