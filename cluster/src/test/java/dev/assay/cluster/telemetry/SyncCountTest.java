package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.cluster.AssayCache;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.program.Program;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyncCountTest {
    private static final Labels SELF = Labels.of(Labels.NODE, "self");

    @TempDir
    Path folder;

    @Test
    void syncCallsAreTakenFromATraceByThread() {
        SyncEvents events = SyncEvents.parse("""
                  data-plane-kafka-21450   [001] ..... 14898.312567: sys_fsync(fd: 0x1e)
                   BookieJournal-0-2879    [003] ..... 14898.356609: sys_fdatasync(fd: 0x18)
                   BookieJournal-0-2879    [003] d.h1. 14898.357690: sys_fdatasync(fd: 0x18)
                 1_dirty_io_sche-22172   [103] ..... 14898.312567: sys_fsync(fd: 0x1e)
                CPU:2 [LOST 17 EVENTS]
                          java-99      [000] ..... 14898.357690: sys_sync_file_range(fd: 0x18)
                """);
        assertThat(events.byThread())
                .containsOnly(
                        java.util.Map.entry(21450L, 1L),
                        java.util.Map.entry(2879L, 2L),
                        java.util.Map.entry(22172L, 1L));
        assertThat(events.lost()).isEqualTo(17);
    }

    @Test
    void anEmptyTraceHasNoSyncs() {
        assertThat(SyncEvents.parse("")).isEqualTo(new SyncEvents(java.util.Map.of(), 0));
    }

    /** On the machine as it is, for which root is needed. */
    @Test
    void syncsOfThisProcessAreCountedAndNothingIsLeft() throws Exception {
        assumeTrue(Program.isRoot(), "skipped: tracing needs root");
        AssayCache cache = new AssayCache(folder.resolve("cache"));
        SampleLog samples = new SampleLog();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
                Telemetry telemetry = Telemetry.startCountingSyncs("here", samples, supervisor, cache)) {
            assumeTrue(telemetry.limitations().isEmpty(), () -> "skipped: " + telemetry.limitations());
            telemetry.watchServer("self", ProcessHandle.current().pid());
            // What others on this machine sync takes the kernel's room too, and it may be more than there is.
            BooleanSupplier crowded =
                    () -> telemetry.limitations().stream().anyMatch(line -> line.contains("the kernel dropped"));
            samples.await(() -> crowded.getAsBoolean() || samples.count(Metrics.NODE_SYNCS, SELF) >= 2);
            assertThat(samples.sum(Metrics.NODE_SYNCS, SELF)).isZero();
            sync(200);
            samples.await(() -> crowded.getAsBoolean() || samples.sum(Metrics.NODE_SYNCS, SELF) >= 199.5);
            assumeTrue(!crowded.getAsBoolean(), () -> "skipped: " + telemetry.limitations());
            assertThat(samples.sum(Metrics.NODE_SYNCS, SELF)).isLessThan(200.5);
        }
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(folder.toString());
        try (var left = Files.list(cache.clusters())) {
            assertThat(left).isEmpty();
        }
    }

    /** There /proc numbers threads in another way than the kernel's trace. */
    @Test
    void inAPidNamespaceOfItsOwnSyncsAreNotKnown() throws Exception {
        assumeTrue(Program.isRoot(), "skipped: tracing needs root");
        List<String> command = new ArrayList<>(List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc"));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Limitations.class.getName(),
                folder.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();

        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assumeTrue(!said.startsWith("unshare: "), () -> "skipped: no PID namespace can be had here: " + said);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains("Syncs of the servers to their disks are not counted", "initial PID namespace");
    }

    /** Says what can't be sampled where it runs. */
    static final class Limitations {
        public static void main(String[] arguments) {
            AssayCache cache = new AssayCache(Path.of(arguments[0], "container"));
            try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
                    Telemetry telemetry = Telemetry.startCountingSyncs("here", new SampleLog(), supervisor, cache)) {
                System.out.println(telemetry.limitations());
            }
        }
    }

    private void sync(int times) throws IOException {
        try (FileChannel file =
                FileChannel.open(folder.resolve("synced"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (int i = 0; i < times; i++) {
                file.write(ByteBuffer.wrap(new byte[] {1}));
                file.force(i % 2 == 0);
            }
        }
    }
}
