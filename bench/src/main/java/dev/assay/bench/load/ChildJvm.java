package dev.assay.bench.load;

import dev.assay.run.workers.WorkerJvm;
import dev.assay.run.workers.WorkerLaunch;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Takes readings in a JVM of its own, with the flags of a worker, so that no reading depends on what the compiler saw in an earlier one.
 * The program prints each value as a line {@code statistic NAME VALUE}.
 */
public final class ChildJvm {
    private static final String VALUE = "value";
    private static final long HEAP_BYTES = 384L << 20;

    private final List<String> prefix;
    private final List<String> flags;

    private ChildJvm(List<String> prefix, List<String> flags) {
        this.prefix = prefix;
        this.flags = flags;
    }

    public static ChildJvm free() {
        return new ChildJvm(List.of(), WorkerJvm.flags(HEAP_BYTES));
    }

    /** Creates a JVM on these processors only, such as {@code 0,1}. */
    public static ChildJvm on(String cores) {
        return new ChildJvm(List.of("taskset", "-c", cores), WorkerJvm.flags(HEAP_BYTES));
    }

    /** Creates a JVM on all processors, with these flags instead of a worker's. */
    public static ChildJvm with(List<String> flags) {
        return new ChildJvm(List.of(), List.copyOf(flags));
    }

    public ChildJvm and(List<String> more) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(more);
        return new ChildJvm(prefix, all);
    }

    /** Prints a value for the parent; called by the program in the child. */
    public static void tell(String name, double value) {
        System.out.println(VALUE + " " + name + " " + value);
    }

    /**
     * @param limitSeconds after which it is killed
     * @throws IOException when it can't be run, fails, or prints no value
     */
    public BenchOutput run(Class<?> program, List<String> arguments, int limitSeconds)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(program, arguments))
                .redirectError(Redirect.INHERIT)
                .start();
        Thread bound = Thread.ofPlatform().daemon().start(() -> killAfter(process, limitSeconds));
        try {
            Map<String, Double> statistics = read(process);
            if (process.waitFor() != 0 || statistics.isEmpty()) {
                throw new IOException(program.getSimpleName() + " " + arguments + " ended with exit code "
                        + process.exitValue() + " and printed " + statistics.size() + " values; its limit is "
                        + limitSeconds + " s");
            }
            return new BenchOutput(statistics);
        } finally {
            process.destroyForcibly();
            bound.interrupt();
        }
    }

    private static void killAfter(Process process, int seconds) {
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The process has ended by itself.
        }
    }

    private List<String> command(Class<?> program, List<String> arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.add(WorkerLaunch.thisJava().toString());
        command.addAll(flags);
        command.add("-Dlogback.configurationFile=dev/assay/bench/quiet-logback.xml");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(arguments);
        return command;
    }

    private static Map<String, Double> read(Process process) throws IOException {
        Map<String, Double> statistics = new LinkedHashMap<>();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] words = line.split(" ", 3);
                if (words.length == 3 && words[0].equals(VALUE)) {
                    statistics.put(words[1], Double.valueOf(words[2]));
                } else {
                    System.err.println(line);
                }
            }
        }
        return statistics;
    }
}
