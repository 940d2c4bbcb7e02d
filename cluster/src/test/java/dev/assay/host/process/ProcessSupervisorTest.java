package dev.assay.host.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.host.HostException;
import dev.assay.host.file.DurableFile;
import dev.assay.host.process.ProcessSpec.Streams;
import dev.assay.testing.disk.DiskFailure;
import dev.assay.testing.disk.FailingDisk;
import dev.assay.testing.time.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessSupervisorTest {
    @TempDir
    Path folder;

    private AssayCache cache;
    private ProcessSupervisor supervisor;

    @BeforeEach
    void open() {
        cache = new AssayCache(folder.resolve("cache"));
        supervisor = ProcessSupervisor.open(cache.leases());
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private SupervisedProcess shell(String script) {
        return supervisor.start(spec("thing", script, Streams.LOGGED));
    }

    private ProcessSpec spec(String name, String script, Streams streams) {
        return new ProcessSpec(
                name,
                List.of("/bin/sh", "-c", script),
                Map.of("COLOUR", "blue"),
                folder,
                folder.resolve("logs/" + name + ".log"),
                streams);
    }

    private String stat(ProcessHandle handle, int field) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + handle.pid() + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[field - 3];
    }

    private List<Path> leases() throws IOException {
        try (Stream<Path> files = Files.list(cache.leases())) {
            return files.filter(file -> file.toString().endsWith(".lease")).toList();
        }
    }

    @Test
    void exitCodeAndOutputAreKept() throws Exception {
        ProcessExit exit = shell("echo one; echo $COLOUR >&2; exit 7").exit().join();
        assertThat(exit).isEqualTo(new ProcessExit(7, "one\nblue"));
        assertThat(exit.reason()).isEqualTo("exit code 7");
        assertThat(leases()).isEmpty();
    }

    private ProcessSpec program(String script) {
        return spec("program", script, Streams.BOUNDED);
    }

    @Test
    void aProgramThatTalksALotRunsToItsEndWithTheBeginningAndTheEndInItsLog() throws IOException {
        supervisor.run(program("echo first; yes | head -c 50000000; echo last >&2"), Eventually.PATIENCE);

        Path log = folder.resolve("logs/program.log");
        assertThat(Files.size(log)).isBetween(1L << 20, 4L << 20);
        assertThat(Files.readString(log))
                .startsWith("first\ny\n")
                .contains("(Assay has left out what was here until ")
                .endsWith("y\nlast\n");
        assertThat(leases()).isEmpty();
    }

    @Test
    void theLastLinesOfAProgramAreInTheMessageWhenItFails() {
        assertThatThrownBy(() -> supervisor.run(program("echo no such cluster; exit 3"), Eventually.PATIENCE))
                .isInstanceOf(HostException.class)
                .hasMessage(
                        "program failed (exit code 3). The end of %s:%n  no such cluster",
                        folder.resolve("logs/program.log"));
    }

    @Test
    void aProgramThatTakesTooLongIsKilledWithAllThatItHasStarted() throws IOException {
        String script = "sleep 1000 & echo $! > started; wait";

        assertThatThrownBy(() -> supervisor.run(program(script), Duration.ofSeconds(3)))
                .isInstanceOf(HostException.class)
                .hasMessageStartingWith("program has not ended within 3 s and was killed. The end of ");
        long pid = startedPid();
        assertThat(Eventually.holds(() -> ProcessIdentity.of(pid).isEmpty())).isTrue();
        assertThat(leases()).isEmpty();
    }

    /** Returns the number of the only process that a program has started. */
    private long startedPid() throws IOException {
        return Long.parseLong(Files.readString(folder.resolve("started")).strip());
    }

    @Test
    void whatAProgramLeavesRunningIsNotWaitedFor() throws IOException {
        supervisor.run(program("sleep 1000 & echo $! > started; echo done"), Eventually.PATIENCE);

        ProcessHandle left = ProcessHandle.of(startedPid()).orElseThrow();
        assertThat(left.destroyForcibly()).isTrue();
        assertThat(folder.resolve("logs/program.log")).hasContent("done");
    }

    @Test
    void aLogIsShortenedWhileItsProcessGoesOn() throws IOException {
        Path log = folder.resolve("server.log");
        try (OutputStream server = Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            server.write("begins\n".getBytes(StandardCharsets.UTF_8));
            for (int day = 0; day < 20; day++) {
                server.write("works\n".repeat(1000).getBytes(StandardCharsets.UTF_8));
                BoundedLog.shorten(log, 16_000);
            }
            server.write("ends\n".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(Files.size(log)).isLessThan(16_000);
        assertThat(Files.readString(log)).startsWith("begins\nworks\n").endsWith("works\nends\n");
        assertThat(Files.readString(log).split("has left out", -1)).hasSize(2);
    }

    @Test
    void theEndOfALogStaysWhenADiskIsFullWhileItIsShortened() throws IOException {
        for (int step = 1; step <= 4; step++) {
            Path log = Files.writeString(folder.resolve("server.log"), "works\n".repeat(5000) + "ends\n");

            BoundedLog.shorten(new FailingDisk(DiskFailure.FULL, step).path(log), 16_000);

            assertThat(log).content().as("step %d", step).startsWith("works\n").endsWith("works\nends\n");
        }
        assertThat(folder.resolve("server.log")).content().contains("has left out");
    }

    @Test
    void oneThatTalksIsHeardAndEndsWhenItsInputDoes() throws Exception {
        SupervisedProcess process =
                supervisor.start(spec("talking", "echo here; echo oops >&2; read -r line || exit 3", Streams.TALKING));
        assertThat(process.output().readLine()).isEqualTo("here");
        assertThat(process.exit()).isNotDone();

        process.endInput();

        assertThat(process.exit().join()).isEqualTo(new ProcessExit(3, "oops"));
        assertThat(leases()).isEmpty();
    }

    @Test
    void theLogOfADistantOneIsWholeWhenItHasEnded() throws Exception {
        SupervisedProcess process =
                supervisor.start(spec("distant", "echo here; seq 10000 >&2; read -r line || exit 3", Streams.DISTANT));
        assertThat(process.output().readLine()).isEqualTo("here");

        process.endInput();

        ProcessExit exit = process.exit().join();
        assertThat(exit.code()).isEqualTo(3);
        assertThat(exit.logTail()).startsWith("9981\n").endsWith("\n10000");
        assertThat(process.log()).content().startsWith("1\n2\n");
    }

    @Test
    void aProcessHasASessionOfItsOwnThatNoTerminalReaches() throws IOException {
        SupervisedProcess process = shell("sleep 1000");
        String pid = Long.toString(process.handle().pid());
        assertThat(Eventually.holds(() -> {
                    try {
                        return stat(process.handle(), 6).equals(pid);
                    } catch (IOException e) {
                        return false;
                    }
                }))
                .isTrue();
        assertThat(stat(process.handle(), 5)).isEqualTo(pid);
    }

    @Test
    void killingTakesTheChildrenToo() {
        SupervisedProcess process = shell("sleep 1000 & sleep 1000");
        assertThat(Eventually.holds(() -> process.handle().children().count() == 2))
                .isTrue();
        List<ProcessHandle> children = process.handle().children().toList();
        process.kill();
        assertThat(process.exit().join().reason()).isEqualTo("killed by signal 9");
        assertThat(Eventually.holds(() -> children.stream()
                        .noneMatch(child -> ProcessIdentity.of(child.pid()).isPresent())))
                .isTrue();
    }

    @Test
    void stoppingIsPoliteFirst() throws IOException {
        SupervisedProcess process = shell("trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.05; done");
        assertThat(Eventually.holds(() -> process.logTail().equals("up"))).isTrue();
        process.stop(Eventually.PATIENCE);
        assertThat(process.exit().join().code()).isEqualTo(3);
        // Some shells note in between that their sleep was reported to end as well.
        assertThat(process.logTail()).startsWith("up").endsWith("bye");
    }

    @Test
    void whoeverIgnoresThatIsKilled() {
        SupervisedProcess process = shell("trap '' TERM; echo up; while :; do sleep 0.05; done");
        assertThat(Eventually.holds(() -> process.logTail().equals("up"))).isTrue();
        process.stop(Duration.ofMillis(200));
        assertThat(process.exit().join().reason()).isEqualTo("killed by signal 9");
    }

    @Test
    void aProcessCanBeFrozenAndThawed() {
        SupervisedProcess process = shell("exec sleep 1000");
        process.signal(Signal.STOP);
        // A process that has just been scheduled takes the signal a moment later.
        assertThat(Eventually.holds(() -> state(process).equals("T"))).isTrue();
        process.signal(Signal.CONT);
        assertThat(Eventually.holds(() -> state(process).equals("S"))).isTrue();
    }

    private String state(SupervisedProcess process) {
        try {
            return stat(process.handle(), 3);
        } catch (IOException e) {
            return "gone";
        }
    }

    @Test
    void closingEndsWhatStillRuns() throws IOException {
        SupervisedProcess process = shell("sleep 1000");
        LeasedFolder data = supervisor.folder("data", folder.resolve("data"));
        Files.writeString(Files.createDirectories(data.path().resolve("a/b")).resolve("c"), "x");
        supervisor.close();
        assertThat(process.exit()).isDone();
        assertThat(data.path()).doesNotExist();
        assertThat(cache.leases()).isEmptyDirectory();
    }

    @Test
    void aLeaseOnAnotherProcessOfTheSameNumberKillsNothing() throws Exception {
        SupervisedProcess innocent = shell("sleep 1000");
        Process dead = new ProcessBuilder("/bin/true").start();
        ProcessIdentity owner = anotherTime(dead.pid());
        dead.waitFor();
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        Lease stale = new Lease(
                "old",
                host,
                owner,
                Optional.of(anotherTime(innocent.handle().pid())),
                Optional.empty(),
                Optional.empty());
        Path entry = cache.leases().resolve("old.lease");
        DurableFile.write(entry, stale);
        assertThat(supervisor.cleanUp()).isEmpty();
        assertThat(entry).doesNotExist();
        assertThat(innocent.handle().isAlive()).isTrue();
    }

    private static ProcessIdentity anotherTime(long pid) {
        ProcessIdentity self = ProcessIdentity.self();
        return new ProcessIdentity(pid, self.begun() + "0", self.namespace());
    }

    @Test
    void aFolderThatAssayDidNotMakeIsNeverDeleted() throws IOException {
        Path precious = Files.createDirectories(folder.resolve("precious"));
        assertThat(MarkedFolders.delete(precious)).isFalse();
        assertThat(precious).exists();
    }

    @Test
    void whatHadTheNameBeforeIsNeitherTakenNorRemoved() throws IOException {
        Path others = Files.createDirectory(folder.resolve("others' instance"));

        assertThatThrownBy(() -> supervisor.object(KernelResource.TRACE_INSTANCE, others.toString()))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("There is a trace instance " + others + " already");
        assertThat(leases()).isEmpty();
        supervisor.close();

        assertThat(others).exists();
    }

    @Test
    void leasesThatAreDamagedOrOfAnotherVersionStayAndAreReportedOnce() throws IOException {
        Path damaged = Files.writeString(cache.leases().resolve("bad.lease"), "{ \"name\" : \"z\" }");
        Path earlier = Files.writeString(cache.leases().resolve("7-1-1.lease"), "name=broker-1\nprocess.pid=8\n");
        Path empty = Files.writeString(cache.leases().resolve("none.lease"), "");
        assertThat(supervisor.cleanUp())
                .singleElement()
                .asString()
                .contains("7-1-1.lease, bad.lease, none.lease", "damaged", "end the processes that they name");
        assertThat(List.of(damaged, earlier, empty)).allMatch(Files::exists);
    }

    @Test
    void aWorkFolderThatIsMissingIsNamed() {
        ProcessSpec spec = new ProcessSpec(
                "thing", List.of("/bin/true"), Map.of(), folder.resolve("missing"), folder.resolve("thing.log"));
        assertThatThrownBy(() -> supervisor.start(spec))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("thing")
                .hasMessageContaining("missing");
    }

    @Test
    void onceItIsClosedNothingIsMadeAnew() throws IOException {
        Path data = folder.resolve("data");
        supervisor.folder("data", data);
        supervisor.close();

        ProcessSpec late =
                new ProcessSpec("late", List.of("/bin/sh", "-c", "exit 0"), Map.of(), folder, data.resolve("late.log"));
        assertThatThrownBy(() -> supervisor.start(late))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("Cannot start late: Assay is ending");
        assertThatThrownBy(() -> supervisor.folder("more", folder.resolve("more")))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("Assay is ending");
        assertThat(data).doesNotExist();
        assertThat(folder.resolve("more")).doesNotExist();
        assertThat(cache.leases()).isEmptyDirectory();
    }
}
