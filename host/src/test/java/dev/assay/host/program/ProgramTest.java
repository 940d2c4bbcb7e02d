package dev.assay.host.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.host.HostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    /** The program waits until somebody reads. */
    @Test
    void aProgramMayPrintMoreThanAPipeHolds() {
        assertThat(Program.run("sh", "-c", "head -c 1000000 /dev/zero | tr '\\0' x"))
                .hasSize(1_000_000);
    }

    @Test
    void whatAProgramSaidComesWithItsFailure() {
        assertThatThrownBy(() -> Program.run("sh", "-c", "echo no such thing; exit 3"))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("exit code 3")
                .hasMessageContaining("no such thing");
    }

    @Test
    void aProgramIsEndedAtALimitOfItsOwn() {
        assertThatThrownBy(() -> Program.run(Duration.ofMillis(50), "sleep", "1000"))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("sleep 1000 took over 50 ms");
    }

    @Test
    void aProgramThatPrintsWithoutEndIsKilled() {
        assertThatThrownBy(() -> Program.run(Duration.ofMinutes(10), "yes"))
                .isInstanceOf(HostException.class)
                .hasMessageEndingWith("yes printed more than 64 MiB and was killed.");
        assertThatThrownBy(() -> Program.answer(Duration.ofMinutes(10), List.of("sh", "-c", "yes >&2"), new byte[0]))
                .isInstanceOf(HostException.class)
                .hasMessage("sh printed more than 64 MiB and was killed.");
    }

    @Test
    void ofWhatAFailedProgramPrintedTheEndIsShown() {
        assertThatThrownBy(() -> Program.run("sh", "-c", "yes | head -c 1000000; echo no such thing; exit 3"))
                .isInstanceOf(HostException.class)
                .hasMessageEndingWith("no such thing")
                .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(5000));
    }

    @Test
    void whatAProgramHasStartedIsKilledWithIt(@TempDir Path folder) throws Exception {
        Path started = folder.resolve("started");
        String script = "sleep 1000 & echo $! > \"$1.new\"; mv \"$1.new\" \"$1\"; wait";
        FutureTask<String> program = new FutureTask<>(
                () -> Program.run(Duration.ofMinutes(10), "sh", "-c", script, "sh", started.toString()));
        Thread thread = Thread.ofPlatform().daemon().start(program);
        while (!Files.exists(started)) {
            assertThat(thread.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        ProcessHandle child = ProcessHandle.of(
                        Long.parseLong(Files.readString(started).strip()))
                .orElseThrow();

        thread.interrupt();

        assertThatThrownBy(program::get).hasRootCauseInstanceOf(InterruptedException.class);
        assertThat(child.onExit().get(2, TimeUnit.MINUTES)).isEqualTo(child);
    }

    @Test
    void aProgramIsGivenMoreThanAPipeHolds() {
        byte[] input = new byte[1 << 20];
        Arrays.fill(input, (byte) 7);
        assertThat(Program.answer(Program.USUAL_LIMIT, List.of("cat"), input)).isEqualTo(input);
    }

    @Test
    void aProgramThatDoesNotReadIsEndedAtItsLimitToo() {
        assertThatThrownBy(() -> Program.answer(Duration.ofMillis(50), List.of("sleep", "1000"), new byte[1 << 20]))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("sleep took over 50 ms");
    }

    @Test
    void childrenInheritEverythingButOurSecrets() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "ASSAY_WORKER_TOKEN", "1",
                "ASSAY_STORE_PASSWORD", "2",
                "ASSAY_CACHE", "3",
                "ASSAY_MAVEN_REPO", "4",
                "GITHUB_TOKEN", "not ours to judge"));
        ChildEnvironment.clear(environment);
        assertThat(environment).containsOnlyKeys("ASSAY_CACHE", "ASSAY_MAVEN_REPO", "GITHUB_TOKEN", "LC_MESSAGES");
    }

    @Test
    void childrenAreToldOfErrorsInTheSameWordsEverywhere() {
        Map<String, String> german = new HashMap<>(
                Map.of("LANG", "de_DE.UTF-8", "LANGUAGE", "de", "LC_MESSAGES", "de_DE.UTF-8", "LC_CTYPE", "C.UTF-8"));
        ChildEnvironment.clear(german);
        assertThat(german)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("LANG", "de_DE.UTF-8", "LC_MESSAGES", "C", "LC_CTYPE", "C.UTF-8"));

        Map<String, String> all = new HashMap<>(
                Map.of("LANG", "en_US.UTF-8", "LC_ALL", "de_DE.UTF-8", "LC_NUMERIC", "C", "LANGUAGE", "de:en"));
        ChildEnvironment.clear(all);
        assertThat(all).containsExactlyInAnyOrderEntriesOf(Map.of("LANG", "de_DE.UTF-8", "LC_MESSAGES", "C"));
    }
}
