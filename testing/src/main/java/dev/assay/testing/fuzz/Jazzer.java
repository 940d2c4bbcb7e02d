package dev.assay.testing.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The fuzzer of that name, in a process of its own: what it weaves into classes stays out of other tests. */
public final class Jazzer {
    private static final String MAIN = "com.code_intelligence.jazzer.Jazzer";
    private static final Duration TO_START = Duration.ofMinutes(5);

    private Jazzer() {}

    /**
     * What a run said.
     *
     * @param exitCode 0 when no input was found for which the target throws
     * @param said all that it printed, with the input if there is one
     */
    public record Findings(int exitCode, String said) {}

    /**
     * Feeds the target's {@code fuzzerTestOneInput(byte[])}. Jazzer must be on the class path of this process.
     *
     * @param watched pattern of the classes by whose branches it finds new inputs
     * @param seeds inputs to begin with
     * @param folder gets the inputs, and what is found
     * @param time how long it tries
     */
    public static Findings feed(Class<?> target, String watched, List<String> seeds, Path folder, Duration time)
            throws IOException, InterruptedException {
        Path corpus = Files.createDirectories(folder.resolve("corpus"));
        for (int number = 0; number < seeds.size(); number++) {
            Files.writeString(corpus.resolve("seed-" + number), seeds.get(number));
        }
        Path said = folder.resolve("said.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MAIN,
                        "--target_class=" + target.getName(),
                        "--instrumentation_includes=" + watched,
                        "--reproducer_path=" + folder,
                        "-artifact_prefix=" + folder + "/",
                        "-max_total_time=" + time.toSeconds(),
                        corpus.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (!process.waitFor(time.plus(TO_START).toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("the fuzzer has not ended; it said: " + Files.readString(said));
            }
            return new Findings(process.exitValue(), Files.readString(said));
        } finally {
            process.destroyForcibly();
        }
    }
}
