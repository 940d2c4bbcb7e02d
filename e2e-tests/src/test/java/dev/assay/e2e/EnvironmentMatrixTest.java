package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.e2e.AssayProgram.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Runs the same small run in different environments: it measures, or names the problem in one line, and leaves neither processes nor
 * temporary files.
 */
@Tag("slow")
class EnvironmentMatrixTest {
    private static final int ENVIRONMENT = 3;
    private static final Set<String> ASSAYS = Set.of("assay", "librocksdb");

    @TempDir
    Path base;

    private Set<String> before = Set.of();

    /** Describes an environment and the expected exit code. */
    @SuppressWarnings("ImmutableEnumChecker") // the list can't be changed
    enum Surroundings {
        TURKISH(
                0,
                "/bin/sh",
                "-c",
                "export JDK_JAVA_OPTIONS='-Duser.language=tr -Duser.country=TR'; exec \"$@\"",
                "sh"),
        NO_LOCALE(0, "env", "-u", "LANG", "LC_ALL=C"),
        ANOTHER_DAY(0, "env", "TZ=Pacific/Kiritimati"),
        NO_HOME(0, "env", "-u", "HOME"),
        PRIVATE_FILES(0, "/bin/sh", "-c", "umask 077; exec \"$@\"", "sh"),
        NO_INPUT(0, "/bin/sh", "-c", "exec \"$@\" <&-", "sh"),
        OWN_PROCESS_NUMBERS(0, "unshare", "-rpf", "--kill-child", "--mount-proc"),
        NO_PRESSURE_NO_GROUPS(
                0,
                "unshare",
                "-rm",
                "/bin/sh",
                "-c",
                "for hidden in /proc/pressure /sys/fs/cgroup; do mount -t tmpfs none $hidden; done; exec \"$@\"",
                "sh"),
        READ_ONLY_FOLDER(
                3,
                "unshare",
                "-rm",
                "/bin/sh",
                "-c",
                "mkdir -p runs && mount --bind runs runs && mount -o remount,ro,bind runs && exec \"$@\"",
                "sh"),
        READ_ONLY_CACHE(3, "unshare", "-rm", "/bin/sh", "-c", "mount -t tmpfs -o ro none cache && exec \"$@\"", "sh"),
        NO_NETWORK(3, "unshare", "-rn"),
        FULL_OUTPUT(3, "/bin/sh", "-c", "exec \"$@\" > /dev/full", "sh");

        private final int code;

        private final List<String> wrapper;

        Surroundings(int code, String... wrapper) {
            this.code = code;
            this.wrapper = List.of(wrapper);
        }

        /** Tells whether this machine allows the environment. */
        boolean possible() throws Exception {
            if (!wrapper.getFirst().equals("unshare")) {
                return true;
            }
            List<String> probe = new ArrayList<>(
                    wrapper.stream().takeWhile(word -> !word.equals("/bin/sh")).toList());
            probe.add("true");
            Process process = new ProcessBuilder(probe).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        }
    }

    @BeforeEach
    void look() throws IOException {
        before = temporary();
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(base);
    }

    private static Set<String> temporary() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/tmp"))) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> ASSAYS.stream().anyMatch(name::startsWith))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_LOCALE", "OWN_PROCESS_NUMBERS", "READ_ONLY_FOLDER", "FULL_OUTPUT"})
    void quicklyTried(Surroundings surroundings) throws Exception {
        tryIn(surroundings);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"NO_LOCALE", "OWN_PROCESS_NUMBERS", "READ_ONLY_FOLDER", "FULL_OUTPUT"})
    void tried(Surroundings surroundings) throws Exception {
        tryIn(surroundings);
    }

    private void tryIn(Surroundings surroundings) throws Exception {
        assumeTrue(surroundings.possible(), "this machine does not allow " + surroundings.wrapper);
        AssayProgram assay = AssayProgram.in(base).through(surroundings.wrapper.toArray(String[]::new));
        assay.write("memory.yaml", Scenarios.memory("100 B", "1 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml");

        assertThat(ended.said()).doesNotContain("\tat ");
        if (surroundings.code == 0) {
            assertThat(ended.code()).as(ended.said()).isIn(0, 5);
            assertThat(ended.err().lines().filter(line -> !line.startsWith("NOTE: Picked up JDK_JAVA_OPTIONS")))
                    .isEmpty();
            assertThat(assay.runs().getFirst().resolve("report.html")).isNotEmptyFile();
        } else {
            assertThat(ended.code()).as(ended.said()).isEqualTo(surroundings.code);
            assertThat(ended.err()).startsWith("assay: ").hasLineCount(1);
        }
        assertNothingLeft(assay);
    }

    /** Other commands that end by themselves succeed, or name the problem in one line. */
    @ParameterizedTest
    @EnumSource
    void otherCommands(Surroundings surroundings) throws Exception {
        assumeTrue(surroundings.possible(), "this machine does not allow " + surroundings.wrapper);
        AssayProgram assay = AssayProgram.in(base);
        assay.write("memory.yaml", Scenarios.memory("100 B", "1 s"));
        FinishedTrials.assertMeasured(assay.run(AssayProgram.PATIENCE, "run", "memory.yaml"));
        String run = assay.runs().getFirst().toString();
        assay.through(surroundings.wrapper.toArray(String[]::new));
        for (List<String> command : List.of(
                List.of("plan", "memory.yaml"),
                List.of("report", run),
                List.of("cleanup", run),
                List.of("cluster", "status"),
                List.of("list"),
                List.of("list", "--schema"))) {
            Ended ended = assay.run(AssayProgram.PATIENCE, command.toArray(String[]::new));
            assertThat(ended.said()).as("%s", command).doesNotContain("\tat ");
            if (ended.code() == ENVIRONMENT) {
                assertThat(surroundings.code).as("%s", command).isEqualTo(ENVIRONMENT);
                assertThat(ended.err()).startsWith("assay: ").hasLineCount(1);
            } else {
                assertThat(ended.code()).as(ended.said()).isIn(0, 5);
                assertThat(surroundings).as("%s", command).isNotEqualTo(Surroundings.FULL_OUTPUT);
            }
        }
        assertNothingLeft(assay);
    }

    private void assertNothingLeft(AssayProgram assay) throws Exception {
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
        assertThat(assay.clusterData()).isEmpty();
        Set<String> left = temporary();
        left.removeAll(before);
        // Other tests run at the same time; their files there are gone once they end.
        Until.holds("nothing of this run is left in /tmp: " + left, AssayProgram.PATIENCE, () -> {
            Set<String> still = temporary();
            still.retainAll(left);
            return still.isEmpty();
        });
    }

    @Test
    void foldersOfAnyName() throws Exception {
        AssayProgram assay = AssayProgram.in(oddFolder());
        assay.write("memory.yaml", Scenarios.memory("100 B", "1 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--out", "-r u'n$\"ß");

        assertThat(ended.code()).as(ended.said()).isIn(0, 5);
        assertThat(assay.folder().resolve("-r u'n$\"ß")).isNotEmptyDirectory();
        assertNothingLeft(assay);
    }

    private Path oddFolder() throws IOException {
        return oddFolderIn(base);
    }

    /** Returns a folder below another one with a very unusual name. */
    static Path oddFolderIn(Path base) throws IOException {
        String longest = "x".repeat(100);
        return Files.createDirectories(
                base.resolve("a b'c\"d$e%&;é日本").resolve(longest).resolve(longest));
    }
}
