package dev.assay.coordination.launch;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a worker is started on this machine.
 *
 * @param java the {@code java} command
 * @param classPath the worker's jars and those of one driver
 * @param extraFlags JVM flags after {@link WorkerJvm#FLAGS}, so they win
 * @param logFolder gets one log file for each worker, {@code worker-NAME.log}; it must exist
 */
public record WorkerLaunch(Path java, List<Path> classPath, List<String> extraFlags, Path logFolder) {
    private static final String MAIN = "dev.assay.coordination.worker.WorkerMain";

    public WorkerLaunch {
        if (classPath.isEmpty()) {
            throw new IllegalArgumentException("a worker needs a class path");
        }
        classPath = List.copyOf(classPath);
        extraFlags = List.copyOf(extraFlags);
    }

    /** The command of the Java that runs this process. */
    public static Path thisJava() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    Path logFile(String worker) {
        return logFolder.resolve("worker-" + worker + ".log");
    }

    /** The command line. */
    List<String> command() {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(WorkerJvm.FLAGS);
        command.addAll(extraFlags);
        command.add("-cp");
        command.add(String.join(
                File.pathSeparator, classPath.stream().map(Path::toString).toList()));
        command.addAll(List.of(MAIN, "--tied"));
        return command;
    }
}
