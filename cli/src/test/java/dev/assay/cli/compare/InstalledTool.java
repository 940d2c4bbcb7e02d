package dev.assay.cli.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Installs one version of a foreign tool that reads exports from its registry, once for all tests, below the module's target; where that is
 * not possible, the test that needs it is skipped, and says why.
 */
record InstalledTool(Path program) {
    private static final Path ALL = Path.of("target", "tools").toAbsolutePath();

    /** Limits the time of a program, so that a hanging one is ended; an installation downloads and compiles. */
    private static final int MAX_MINUTES = 5;

    private static final int MAX_SAID = 600;

    record Said(int code, String out, String err) {}

    /** Installs Apache Otava in its own Python environment. */
    static InstalledTool otava(String version) {
        Path folder = ALL.resolve("otava-" + version);
        install(
                folder,
                Map.of(),
                List.of("python3", "-m", "venv", folder.toString()),
                List.of(
                        folder.resolve("bin/python").toString(),
                        "-m",
                        "pip",
                        "--quiet",
                        "--no-input",
                        "--disable-pip-version-check",
                        "install",
                        "apache-otava==" + version));
        return new InstalledTool(folder.resolve("bin/otava"));
    }

    static InstalledTool benchstat(String version) {
        Path folder = ALL.resolve("benchstat-" + version);
        install(
                folder,
                Map.of("GOBIN", folder.toString()),
                List.of("go", "install", "golang.org/x/perf/cmd/benchstat@" + version));
        return new InstalledTool(folder.resolve("benchstat"));
    }

    Said run(Path folder, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        return run(folder, Map.of(), command);
    }

    @SafeVarargs
    private static void install(Path folder, Map<String, String> environment, List<String>... steps) {
        Path done = folder.resolve("installed");
        if (Files.exists(done)) {
            return;
        }
        try {
            delete(folder);
            Files.createDirectories(folder);
            for (List<String> step : steps) {
                attempt(folder, environment, step);
            }
            Files.createFile(done);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void attempt(Path folder, Map<String, String> environment, List<String> step) {
        String why;
        try {
            Said said = run(folder, environment, step);
            String all = (said.out() + said.err()).strip();
            why = said.code() == 0
                    ? ""
                    : "exit code " + said.code() + ": " + all.substring(Math.max(0, all.length() - MAX_SAID));
        } catch (IOException e) {
            why = String.valueOf(e.getMessage());
        }
        if (!why.isEmpty()) {
            Assumptions.abort("can't be installed here: '" + String.join(" ", step) + "' failed: " + why);
        }
    }

    private static Said run(Path folder, Map<String, String> environment, List<String> command) throws IOException {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            try {
                if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
                    throw new IOException("it took longer than " + MAX_MINUTES + " minutes");
                }
                return new Said(process.exitValue(), Files.readString(out), Files.readString(err));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
