package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts workers with the system's own ssh and scp, on an sshd of this test on loopback with its own home. */
@Tag("slow")
class SshdTest {
    @TempDir
    Path folder;

    private OwnSshd hosts;
    private AssayProgram assay;

    @BeforeEach
    void startTheServer() throws Exception {
        String obstacle = OwnSshd.obstacle();
        if (!obstacle.isEmpty()) {
            System.out.println("skipped: workers by a real ssh: " + obstacle);
        }
        assumeTrue(obstacle.isEmpty(), obstacle);
        hosts = OwnSshd.in(folder);
        hosts.start("load-1", "127.0.0.1", List.of(), Map.of());
        assay = AssayProgram.in(folder).with("PATH", hosts.path());
        assay.write("memory.yaml", Scenarios.memory("100 B", "3 s"));
        assay.write("long.yaml", Scenarios.memory("100 B", "5 min"));
    }

    @AfterEach
    void stopTheServer() throws Exception {
        Processes.endAll(folder);
    }

    @Test
    void aRunMeasuresByTheSystemsOwnPrograms() throws Exception {
        Ended first = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--workers-on", "ssh:load-1");
        Ended second = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--workers-on", "ssh:load-1");

        FinishedTrials.assertMeasured(first);
        FinishedTrials.assertMeasured(second);
        FinishedTrials.assertSound(FinishedTrials.only(assay));
        assertThat(first.out()).contains(" to load-1");
        assertThat(second.out()).doesNotContain("copying");
        hosts.assertOnlyJarsAreLeft("load-1");

        Ended cleaned = assay.run(AssayProgram.PATIENCE, "cleanup", "--workers-on", "ssh:load-1");

        assertThat(cleaned.code()).as(cleaned.said()).isZero();
        assertThat(hosts.home("load-1").resolve(".cache")).isEmptyDirectory();
    }

    @Test
    void aConfigurationThatLendsEverythingLendsHostsNoAgentAndRunsNothingHere() throws Exception {
        Path socket = folder.resolve("agent");
        Process agent = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("agent.log").toFile())
                .start();
        try {
            Until.holds("the agent listens", AssayProgram.PATIENCE, () -> Files.exists(socket));
            hosts.lendAll();

            Ended ended = assay.with("SSH_AUTH_SOCK", socket.toString())
                    .run(AssayProgram.PATIENCE, "run", "memory.yaml", "--workers-on", "ssh:load-1");

            FinishedTrials.assertMeasured(ended);
            assertThat(hosts.lent("load-1")).doesNotExist();
            assertThat(hosts.ranHere()).doesNotExist();
        } finally {
            agent.destroy();
        }
    }

    @Test
    void whenAssayIsKilledNothingRunsOnThere() throws Exception {
        Running running = assay.start("run", "long.yaml", "--workers-on", "ssh:load-1")
                .awaitText("\\[1/1 .* left", AssayProgram.PATIENCE);

        Processes.signal(running.pid(), "KILL");

        assertThat(running.await(AssayProgram.PATIENCE).code()).isEqualTo(128 + 9);
        hosts.assertOnlyJarsAreLeft("load-1");
    }

    @Test
    void whenTheConnectionIsCutTheRunSaysSoAndNothingRunsOnThere() throws Exception {
        Running running = assay.start("run", "long.yaml", "--workers-on", "ssh:load-1")
                .awaitText("\\[1/1 .* left", AssayProgram.PATIENCE);

        for (Processes.Seen seen : Processes.of(folder)) {
            if (seen.command().contains("/usr/bin/ssh -F")) {
                Processes.signal(seen.pid(), "KILL");
            }
        }

        Ended ended = running.await(AssayProgram.PATIENCE);
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        hosts.assertOnlyJarsAreLeft("load-1");
    }

    @Test
    void aHostThatIsNotKnownIsRefusedWithWhatSshSays() throws Exception {
        Files.writeString(hosts.known(), "");

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--workers-on", "ssh:load-1");

        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.err()).contains("load-1: it can't be used by ssh", "Host key verification failed");
    }
}
