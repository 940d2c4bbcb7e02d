package dev.assay.architecture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that a signal which ends `check` or `bin/shake` leaves nothing running. Maven is replaced by a script that has
 * started two programs.
 */
@Tag("slow")
class InterruptedCheckTest {
    @TempDir
    Path folder;

    @BeforeEach
    void project() throws IOException {
        folder = folder.toRealPath();
        Path source = Path.of("..").toRealPath();
        Files.createDirectories(folder.resolve("bin"));
        List<Path> scripts = new ArrayList<>(List.of(source.resolve("check"), source.resolve("pom.xml")));
        try (Stream<Path> more = Files.list(source.resolve("bin"))) {
            scripts.addAll(more.toList());
        }
        for (Path script : scripts) {
            Files.copy(script, folder.resolve(source.relativize(script)), StandardCopyOption.COPY_ATTRIBUTES);
        }
        program("path/chromium", "true");
        // Imitates a module's tests, a process in a session of its own, and a Maven that receives a signal.
        program(
                "mvnw",
                "case \"$*\" in *-DskipTests*) exit 0 ;; esac",
                "sleep 1000 &",
                "setsid sleep 1000 &",
                "touch begun",
                "wait");
    }

    /** Also ends processes after a failed test. */
    @AfterEach
    void endWhatIsLeft() throws IOException {
        left().forEach(ProcessHandle::destroyForcibly);
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143, ./check", "INT, 130, ./check", "TERM, 143, bin/shake"})
    void whatASignalEndsLeavesNothingRunning(String signal, int code, String script) throws Exception {
        Process check = start(script, "-pl", "model");
        assertThat(Eventually.holds(() -> Files.exists(folder.resolve("begun")) && sleepers() == 2))
                .as("it has begun: %s", said())
                .isTrue();

        new ProcessBuilder("kill", "-s", signal, Long.toString(check.pid()))
                .start()
                .waitFor();

        assertThat(check.waitFor(2, TimeUnit.MINUTES)).as(said()).isTrue();
        assertThat(check.exitValue()).as(said()).isEqualTo(code);
        assertThat(left()).isEmpty();
        assertThat(folder.resolve("clusters-of-others")).exists();
    }

    private long sleepers() {
        return left().stream()
                .filter(process -> process.info().command().orElse("").endsWith("sleep"))
                .count();
    }

    /** Returns the processes that work in the project. */
    private List<ProcessHandle> left() {
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    try {
                        return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
                                .equals(folder);
                    } catch (IOException gone) {
                        return false;
                    }
                })
                .toList();
    }

    /**
     * Starts a command so that it heeds these signals, which it would not do if a shell in the background or nohup had started this JVM.
     */
    private Process start(String... command) throws IOException {
        List<String> all = new ArrayList<>(List.of("env", "--default-signal=INT,HUP", "setsid"));
        all.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(all)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("ASSAY_CHECK_PATIENCE", "1");
        builder.environment().put("RABBITMQ_HOME", "none"); // so that none is installed
        // A check that runs this test has a folder of shared clusters, so this one gets its own.
        Path clusters = Files.createDirectories(folder.resolve("clusters-of-others"));
        builder.environment().put("ASSAY_TEST_CLUSTERS", clusters.toString());
        builder.environment().merge("PATH", folder.resolve("path").toString(), (path, first) -> first + ":" + path);
        return builder.start();
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("said"));
    }

    private void program(String name, String... lines) throws IOException {
        Path program = folder.resolve(name);
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
