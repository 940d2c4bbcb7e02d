package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.telemetry.SyncEvents.OpenFiles;
import dev.assay.cluster.telemetry.SyncEvents.Syncs;
import dev.assay.host.ThisMachine;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.program.Program;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.testing.machine.PidNamespace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyncCountTest {
    private static final Labels SELF = Labels.of(Labels.NODE, "self");

    @TempDir
    Path folder;

    private final List<FileChannel> open = new ArrayList<>();

    @AfterEach
    void closeFiles() throws IOException {
        for (FileChannel file : open) {
            file.close();
        }
    }

    @Test
    void syncCallsAreTakenFromATraceByThread() {
        SyncEvents events = parse("""
                  data-plane-kafka-21450   [001] ..... 14898.312567: sys_fsync(fd: 0x1e)
                   BookieJournal-0-2879    [003] ..... 14898.356609: sys_fdatasync(fd: 0x18)
                   BookieJournal-0-2879    [003] d.h1. 14898.357690: sys_fdatasync(fd: 3)
                 1_dirty_io_sche-22172   [103] ..... 14898.312567: sys_fsync(fd: 0x1e)
                CPU:2 [LOST 17 EVENTS]
                          java-99      [000] ..... 14898.357690: sys_sync_file_range(fd: 0x18)
                """);
        assertThat(events.byThread())
                .containsOnly(
                        entry(21450L, new Syncs(1, 0)), entry(2879L, new Syncs(2, 0)), entry(22172L, new Syncs(1, 0)));
        assertThat(events.lost()).isEqualTo(17);
    }

    /** With {@code MS_ASYNC} (1) and {@code MS_INVALIDATE} (2) it waits for no disk. */
    @Test
    void mappedFilesAreSyncedByMsyncThatWaits() {
        SyncEvents events = parse("""
                         python3-7     [001] ..... 22562.901236: sys_msync(start: 0x7f0163965000, len: 0x2000, flags: 4)
                         python3-7     [001] ..... 22562.901237: sys_msync(start: 0x7f0163965000, len: 0x2000, flags: 1)
                         python3-7     [001] ..... 22562.901238: sys_msync(start: 0x7f0163965000, len: 0x2000, flags: 2)
                """);
        assertThat(events.byThread()).containsOnly(entry(7L, new Syncs(1, 0)));
    }

    /** Kafka syncs a segment by its descriptor, then both of its indexes by their addresses, and one thread may do it for several logs. */
    @Test
    void syncsOfTheMetadataLogAndOfItsIndexesAreToldFromThoseOfMessages() {
        Set<Long> onMetadata = new HashSet<>();
        String log = """
                 kafka-1-raft-io-5     [001] ..... 1.000001: sys_fsync(fd: 0x1e)
                 kafka-1-raft-io-5     [001] ..... 1.000002: sys_msync(start: 0x7f0163965000, len: 0x2000, flags: 4)
                """;
        String others = """
                 kafka-1-raft-io-5     [001] ..... 2.000001: sys_msync(start: 0x7f0163965000, len: 0x2000, flags: 4)
                 kafka-1-raft-io-5     [001] ..... 2.000002: sys_fsync(fd: 0x1f)
                 kafka-1-raft-io-5     [001] ..... 2.000003: sys_msync(start: 0x7f0163965000, len: 0x2000, flags: 4)
                data-plane-kafka-6     [001] ..... 2.000004: sys_msync(start: 0x7f0163965000, len: 0x2000, flags: 4)
                """;
        OpenFiles files = (thread, descriptor) -> thread == 5 && descriptor == 0x1e;

        assertThat(SyncEvents.parse(log, onMetadata, files).byThread()).containsOnly(entry(5L, new Syncs(0, 2)));
        assertThat(SyncEvents.parse(others, onMetadata, files).byThread())
                .containsOnly(entry(5L, new Syncs(2, 1)), entry(6L, new Syncs(1, 0)));
    }

    @Test
    void anEmptyTraceHasNoSyncs() {
        assertThat(parse("")).isEqualTo(new SyncEvents(Map.of(), 0));
    }

    private static SyncEvents parse(String trace) {
        return SyncEvents.parse(trace, new HashSet<>(), (_, _) -> false);
    }

    /** Runs on the machine as it is, for which root is needed. */
    @Test
    void syncsOfThisProcessAreCountedAndNothingIsLeft() throws Exception {
        assumeTrue(Program.isRoot(), "skipped: tracing needs root");
        AssayCache cache = new AssayCache(folder.resolve("cache"));
        SampleLog samples = new SampleLog();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
                Telemetry telemetry =
                        Telemetry.startCountingSyncs("here", new ThisMachine(), samples, supervisor, cache)) {
            assumeTrue(telemetry.limitations().isEmpty(), () -> "skipped: " + telemetry.limitations());
            telemetry.watchServer("self", ProcessHandle.current().pid());
            // What others on this machine sync takes the kernel's room too, and it may be more than there is.
            BooleanSupplier crowded =
                    () -> telemetry.limitations().stream().anyMatch(line -> line.contains("the kernel dropped"));
            samples.await(() -> crowded.getAsBoolean() || samples.count(Metrics.NODE_SYNCS, SELF) >= 2);
            assertThat(samples.sum(Metrics.NODE_SYNCS, SELF)).isZero();
            syncMetadata(20);
            sync(200);
            samples.await(() -> crowded.getAsBoolean()
                    || (samples.sum(Metrics.NODE_SYNCS, SELF) >= 199.5
                            && samples.sum(Metrics.NODE_METADATA_SYNCS, SELF) >= 59.5));
            assumeTrue(!crowded.getAsBoolean(), () -> "skipped: " + telemetry.limitations());
            assertThat(samples.sum(Metrics.NODE_SYNCS, SELF)).isLessThan(200.5);
            assertThat(samples.sum(Metrics.NODE_METADATA_SYNCS, SELF)).isCloseTo(60, within(0.5));
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
        List<String> command = new ArrayList<>(PidNamespace.COMMAND);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Limitations.class.getName(),
                folder.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();

        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assumeTrue(!output.startsWith("unshare: "), () -> "skipped: no PID namespace can be had here: " + output);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("Syncs of the servers to their disks are not counted", "initial PID namespace");
    }

    /** Prints what can't be sampled where it runs. */
    static final class Limitations {
        public static void main(String[] arguments) {
            AssayCache cache = new AssayCache(Path.of(arguments[0], "container"));
            try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
                    Telemetry telemetry = Telemetry.startCountingSyncs(
                            "here", new ThisMachine(), new SampleLog(), supervisor, cache)) {
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

    /** Syncs as Kafka does, with a file that stays open. */
    private void syncMetadata(int times) throws IOException {
        Path log = Files.createDirectory(folder.resolve("__cluster_metadata-0")).resolve("0.log");
        FileChannel file =
                FileChannel.open(log, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        open.add(file);
        MappedByteBuffer index = file.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
        for (int i = 0; i < times; i++) {
            index.put(0, (byte) i);
            file.force(true);
            index.force();
            index.force(0, 1);
        }
    }
}
