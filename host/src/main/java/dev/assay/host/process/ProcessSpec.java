package dev.assay.host.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A process to start.
 *
 * @param name what it is, such as {@code broker-1}
 * @param command program and arguments
 * @param environment variables set in addition to Assay's own
 * @param workFolder where it starts
 * @param log file that its output and error output are appended to
 */
public record ProcessSpec(
        String name, List<String> command, Map<String, String> environment, Path workFolder, Path log) {
    public ProcessSpec {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("the command of " + name + " must name a program, but is empty");
        }
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** The same with these words before the command; they name a program that becomes the command. */
    public ProcessSpec within(List<String> prefix) {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(command);
        return new ProcessSpec(name, words, environment, workFolder, log);
    }
}
