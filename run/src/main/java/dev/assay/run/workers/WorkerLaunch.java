package dev.assay.run.workers;

import dev.assay.worker.wire.WireProtocol;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * @param java the {@code java} command
 * @param classPath the worker's jars and those of one driver
 * @param heapBytes of each worker
 * @param extraFlags JVM flags after those of {@link WorkerJvm}, which they override
 * @param logFolder gets one log file for each process, {@code worker-NAME.log}; it must exist
 */
public record WorkerLaunch(Path java, List<Path> classPath, long heapBytes, List<String> extraFlags, Path logFolder) {
    private static final String MAIN = "dev.assay.worker.WorkerProcess";

    public WorkerLaunch {
        if (classPath.isEmpty()) {
            throw new IllegalArgumentException("a worker needs a class path");
        }
        classPath = List.copyOf(classPath);
        extraFlags = List.copyOf(extraFlags);
    }

    public WorkerLaunch(Path java, List<Path> classPath, List<String> extraFlags, Path logFolder) {
        this(java, classPath, WorkerJvm.DEFAULT_HEAP_BYTES, extraFlags, logFolder);
    }

    public WorkerLaunch withHeap(long bytes) {
        return new WorkerLaunch(java, classPath, bytes, extraFlags, logFolder);
    }

    public static Path thisJava() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    Path logFile(String process) {
        return logFolder.resolve("worker-" + process + ".log");
    }

    long heapBytes(int workers) {
        return workers * heapBytes;
    }

    List<String> command(int workers) {
        return command(java.toString(), joinedClassPath(), workers);
    }

    /** Returns the command line of a process with one worker that belongs to no run. */
    List<String> command(List<String> options) {
        return command(
                java.toString(),
                joinedClassPath(),
                WorkerJvm.flags(heapBytes),
                Stream.concat(Stream.of("--tied"), options.stream()));
    }

    private String joinedClassPath() {
        return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the command line with another {@code java} command and other places of the jars, as on another machine. */
    List<String> command(String otherJava, String otherClassPath, int workers) {
        return command(
                otherJava,
                otherClassPath,
                WorkerJvm.growing(heapBytes(workers)),
                Stream.of(WireProtocol.OWNED, Integer.toString(workers)));
    }

    private List<String> command(String anyJava, String anyClassPath, List<String> flags, Stream<String> options) {
        List<String> command = new ArrayList<>(List.of(anyJava));
        command.addAll(flags);
        command.addAll(extraFlags);
        command.addAll(List.of("-cp", anyClassPath, MAIN));
        options.forEach(command::add);
        return command;
    }
}
