package dev.assay.cluster.node;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.ProcText;
import dev.assay.host.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Names some of the machine's processors by their numbers.
 *
 * @param numbers in ascending order
 */
record ProcessorSet(List<Integer> numbers) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String TASKSET = "taskset";

    ProcessorSet {
        numbers = List.copyOf(numbers);
    }

    /** Returns the first {@code count} processors that this process may use. */
    static ProcessorSet first(int count) {
        List<Integer> allowed = allowed();
        if (allowed.size() < count) {
            throw DeploymentException.environment(
                    "The servers are set to run on %d processors, but Assay may only use %d here: lower processors"
                            .formatted(count, allowed.size()),
                    null);
        }
        return new ProcessorSet(allowed.subList(0, count));
    }

    /** Returns the prefix of a command that runs, with all its children, on these processors. */
    List<String> commandPrefix() {
        String program = Program.find(TASKSET)
                .orElseThrow(() -> DeploymentException.environment(
                        "Servers can't be pinned to processors here: install " + TASKSET
                                + " (from util-linux), or leave out processors",
                        null))
                .toString();
        return List.of(program, "-c", numbers.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    private static List<Integer> allowed() {
        try {
            return ProcText.processors(Files.readString(STATUS));
        } catch (IOException e) {
            throw DeploymentException.environment(
                    "Cannot read which processors Assay may use from " + STATUS + ": " + e, e);
        }
    }
}
