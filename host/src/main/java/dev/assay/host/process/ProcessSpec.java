package dev.assay.host.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * @param name what it is, such as {@code broker-1}
 * @param command program and arguments
 * @param environment variables set in addition to Assay's own, of which its secrets are left out
 * @param log file that its error output is appended to, and its output where nobody else takes that
 */
public record ProcessSpec(
        String name,
        List<String> command,
        Map<String, String> environment,
        Path workFolder,
        Path log,
        Streams streams) {
    public enum Streams {
        /** The process has no input, and all that it prints goes to its log. */
        LOGGED,
        /**
         * The process has no input, and all that it prints comes to its log through Assay, so that the log never exceeds its bound.
         * Once the process has ended, what it has left running can't print any more.
         */
        BOUNDED,
        /**
         * The input and output are pipes to Assay. When the input ends, the process has to end by itself, and has a moment to put
         * things in order, also when Assay was killed.
         */
        TALKING,
        /** The streams are as in {@link #TALKING}, but another machine decides what is printed, so the log never exceeds its bound. */
        DISTANT,
        /** The input is as in {@link #TALKING}; all that the process prints goes where Assay's own output goes. */
        TERMINAL;

        boolean tied() {
            return this != LOGGED && this != BOUNDED;
        }
    }

    public ProcessSpec {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("the command of " + name + " must name a program, but is empty");
        }
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Describes a process without input that prints to its log. */
    public ProcessSpec(String name, List<String> command, Map<String, String> environment, Path workFolder, Path log) {
        this(name, command, environment, workFolder, log, Streams.LOGGED);
    }

    /**
     * Returns this spec, for a command that begins with {@code java}, with a folder for what the program and its libraries
     * unpack: in that of the machine it would stay when the program is killed.
     *
     * @param folder must exist, and may be deleted once the program has ended
     */
    public ProcessSpec withTemporaryFiles(Path folder) {
        List<String> words = new ArrayList<>(command);
        words.add(1, "-Djava.io.tmpdir=" + folder.toAbsolutePath());
        return new ProcessSpec(name, words, environment, workFolder, log, streams);
    }

    /** Returns this spec with these words before the command; they name a program that becomes the command. */
    public ProcessSpec within(List<String> prefix) {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(command);
        return new ProcessSpec(name, words, environment, workFolder, log, streams);
    }
}
