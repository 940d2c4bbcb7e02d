package dev.assay.provision.leash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.provision.AssayCache;
import dev.assay.provision.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of leashed processes when the process that holds the leash is killed. */
class OwnerDeathTest {
    @TempDir
    Path folder;

    @Test
    void killingTheOwnerEndsItsProcessesAndTheNextRunDeletesItsData() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        List<ProcessHandle> grandchildren =
                children.stream().flatMap(ProcessHandle::children).toList();
        assertThat(grandchildren).isNotEmpty();

        owner.destroyForcibly().waitFor();

        assertThat(Eventually.within(
                        Duration.ofSeconds(2),
                        () -> Stream.concat(children.stream(), grandchildren.stream())
                                .noneMatch(OwnerDeathTest::runs)))
                .isTrue();
        assertThat(sweep()).singleElement().asString().contains("Deleted " + folder.resolve("data"));
        assertThat(folder.resolve("data")).doesNotExist();
        assertThat(sweep()).isEmpty();
    }

    @Test
    void whatEvenTheGuardCouldNotEndTheNextRunEnds() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        List<ProcessHandle> guards =
                owner.children().filter(child -> !children.contains(child)).toList();
        assertThat(guards).hasSize(1);
        guards.getFirst().destroyForcibly();
        assertThat(Eventually.within(Duration.ofSeconds(2), () -> !runs(guards.getFirst())))
                .isTrue();
        owner.destroyForcibly().waitFor();
        assertThat(children).allMatch(OwnerDeathTest::runs);

        assertThat(sweep())
                .hasSize(3)
                .anyMatch(line -> line.startsWith("Ended running"))
                .anyMatch(line -> line.startsWith("Ended stopped"))
                .anyMatch(line -> line.startsWith("Deleted"));
        assertThat(children).noneMatch(OwnerDeathTest::runs);
    }

    @Test
    void theNextRunTouchesNothingOfAnOwnerThatLives() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        assertThat(sweep()).isEmpty();
        assertThat(children).allMatch(OwnerDeathTest::runs);
        owner.destroyForcibly().waitFor();
        assertThat(Eventually.within(
                        Duration.ofSeconds(2), () -> children.stream().noneMatch(OwnerDeathTest::runs)))
                .isTrue();
    }

    /** A zombie, which waits for whoever adopted it, does not run. */
    private static boolean runs(ProcessHandle handle) {
        return ProcessIdentity.of(handle.pid()).isPresent();
    }

    private List<String> sweep() {
        try (Leash leash = Leash.open(new AssayCache(folder.resolve("cache")))) {
            return leash.sweep();
        }
    }

    private Process owner() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LeashOwner.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @SuppressWarnings("StreamResourceLeak") // The stream of process handles holds no resource.
    private static List<ProcessHandle> children(Process owner) throws IOException {
        BufferedReader reader = owner.inputReader(StandardCharsets.US_ASCII);
        String line = reader.readLine();
        assertThat(line).startsWith("pids ");
        List<ProcessHandle> children = Arrays.stream(line.split(" ", -1))
                .skip(1)
                .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                .toList();
        assertThat(Eventually.within(
                        Duration.ofSeconds(5),
                        () -> children.getFirst().children().count() == 1))
                .isTrue();
        return children;
    }
}
