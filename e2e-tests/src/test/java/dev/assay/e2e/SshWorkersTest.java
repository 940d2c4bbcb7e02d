package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.result.StoredTrial;
import dev.assay.store.RunDirectory;
import dev.assay.testing.ssh.FakeSsh;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs with workers started on other machines by ssh, which is imitated by {@link FakeSsh}. */
@Tag("slow")
class SshWorkersTest {
    private static final String CACHE = ".cache/assay/fleet";
    private static final String UNDER_LOAD = "\\[1/1 .* left";

    @TempDir
    Path folder;

    private AssayProgram assay;
    private FakeSsh ssh;

    @BeforeEach
    void connect() throws IOException {
        ssh = FakeSsh.in(folder.resolve("ssh"), Path.of(System.getProperty("java.home")));
        assay = AssayProgram.in(folder).with("PATH", ssh.programs() + File.pathSeparator + System.getenv("PATH"));
        assay.write("memory.yaml", Scenarios.memory("100 B", "2 s"));
        assay.write("long.yaml", Scenarios.memory("100 B", "5 min"));
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    private long copies() throws IOException {
        return ssh.calls().stream().filter(call -> call.startsWith("scp ")).count();
    }

    /** Asserts that ended processes have deleted what they unpacked. */
    private void assertOnlyJarsAreLeft() throws Exception {
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
        assertThat(ssh.files("load-1", CACHE + "/running")).isEmpty();
        assertThat(ssh.files("load-1", CACHE + "/incoming")).isEmpty();
        assertThat(ssh.files("load-1", ".")).containsExactly(ssh.home("load-1").resolve("./.cache"));
        assertThat(ssh.files("load-1", CACHE + "/jars")).isNotEmpty();
    }

    @Test
    void aHostThatHasNothingButJavaMeasuresAndKeepsNothingButJars() throws Exception {
        assay.write("fleet.yaml", "machines:\n  load-1: { zone: here }\n  load-2: { zone: elsewhere }\n");

        Ended first = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--workers-on", "ssh:load-1");
        Ended second = assay.run(
                AssayProgram.PATIENCE,
                "run",
                "memory.yaml",
                "--workers-on",
                "ssh:@fleet.yaml,zone=here",
                "--workers",
                "2");

        FinishedTrials.assertMeasured(first);
        FinishedTrials.assertMeasured(second);
        assertThat(first.out()).containsPattern("copying [0-9]+ jars \\([0-9]+ MiB\\) to load-1");
        assertThat(second.out()).doesNotContain("copying");
        assertThat(copies()).isEqualTo(1);
        assertOnlyJarsAreLeft();
        StoredTrial alone =
                RunDirectory.readRun(assay.runs().getFirst()).trials().getFirst();
        StoredTrial together =
                RunDirectory.readRun(assay.runs().getLast()).trials().getFirst();
        FinishedTrials.assertSound(alone);
        FinishedTrials.assertSound(together);
        assertThat(alone.trial().setup().workers()).containsExactly("w1");
        assertThat(together.trial().setup().workers()).containsExactly("w1", "w2");
        assertThat(RunDirectory.open(assay.runs().getLast())
                        .record()
                        .conditions()
                        .orElseThrow()
                        .places()
                        .startedOn())
                .contains("ssh:@" + assay.folder().resolve("fleet.yaml") + ",zone=here");

        Ended cleaned = assay.run(AssayProgram.PATIENCE, "cleanup", "--workers-on", "ssh:load-1");

        assertThat(cleaned.code()).as(cleaned.said()).isZero();
        assertThat(cleaned.out()).matches("load-1: deleted [0-9]+ MiB\n");
        assertThat(ssh.files("load-1", ".cache")).isEmpty();
    }

    @Test
    void whenAssayIsKilledNothingRunsOn() throws Exception {
        Running running = assay.start("run", "long.yaml", "--workers-on", "ssh:load-1")
                .awaitText(UNDER_LOAD, AssayProgram.PATIENCE);

        Processes.signal(running.pid(), "KILL");

        assertThat(running.await(AssayProgram.PATIENCE).code()).isEqualTo(128 + 9);
        assertOnlyJarsAreLeft();
    }

    @Test
    void anInterruptedRunLeavesNothingAndIsResumedOnTheSameHosts() throws Exception {
        Running running = assay.start("run", "long.yaml", "--workers-on", "ssh:load-1")
                .awaitText(UNDER_LOAD, AssayProgram.PATIENCE);

        Processes.signal(running.pid(), "INT");

        Ended ended = running.await(AssayProgram.PATIENCE);
        assertThat(ended.code()).as(ended.said()).isEqualTo(130);
        assertOnlyJarsAreLeft();

        int before = ssh.calls().size();
        Running resumed = assay.start(
                        "run",
                        "--resume",
                        assay.folder().relativize(assay.runs().getFirst()).toString())
                .awaitText(UNDER_LOAD, AssayProgram.PATIENCE);
        assertThat(ssh.calls().subList(before, ssh.calls().size())).allMatch(call -> call.contains(" -- load-1"));
        Processes.signal(resumed.pid(), "INT");
        assertThat(resumed.await(AssayProgram.PATIENCE).code()).isEqualTo(130);
        assertOnlyJarsAreLeft();
    }

    @Test
    void aWorkerThatIsKilledThereEndsTheRunWithItsHost() throws Exception {
        Running running = assay.start("run", "long.yaml", "--workers-on", "ssh:load-1")
                .awaitText(UNDER_LOAD, AssayProgram.PATIENCE);
        long worker = Processes.of(folder).stream()
                .filter(seen -> seen.command().contains("WorkerProcess")
                        && seen.command().contains("/bin/java "))
                .findFirst()
                .orElseThrow()
                .pid();

        Processes.signal(worker, "KILL");

        Ended ended = running.await(AssayProgram.PATIENCE);
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.said()).contains("was killed by signal 9");
        assertOnlyJarsAreLeft();
    }

    @Test
    void aStartThatFailsNamesTheHostAndWhy() throws Exception {
        Path broken = Files.createDirectories(folder.resolve("jdk-25/bin"));
        Files.writeString(broken.resolveSibling("release"), "JAVA_VERSION=\"25\"\n");
        Path java = Files.writeString(broken.resolve("java"), "#!/bin/sh\necho it does not work here >&2\nexit 1\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        assay.write("broken.yaml", "machines: { load-1: { java: " + broken.getParent() + " } }\n");
        assay.write("none.yaml", "machines: { load-1: { java: /nowhere } }\n");

        Ended gone = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--workers-on", "ssh:gone-1");
        Ended without = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--workers-on", "ssh:@none.yaml");
        Ended failing = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--workers-on", "ssh:@broken.yaml");

        assertThat(List.of(gone.code(), without.code(), failing.code())).containsOnly(3);
        assertThat(gone.err()).contains("gone-1: it can't be used by ssh", "No route to host");
        assertThat(without.err()).contains("load-1: there is no Java 25 or newer in /nowhere");
        assertThat(failing.err())
                .contains("worker w1 on load-1 could not be started", "exit code 1", "it does not work here");
        assertThat(gone.err() + without.err() + failing.err()).doesNotContain("\tat ");
        assertOnlyJarsAreLeft();
    }
}
