package dev.assay.host.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.AssayCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deletes folders while somebody else deletes them, or still writes to them, as where Ctrl-C comes while a cluster starts. */
class MarkedFoldersTest {
    private static final int ROUNDS = 1000;
    private static final int FILES = 200;
    /** The number of delays of the second deletion, spread over the whole of the first. */
    private static final int STEPS = 100;

    private static final long STEP_NANOS = 2_000;

    @TempDir
    Path folder;

    @Test
    void whoeverClosesAFolderReturnsWhenItIsGone() throws Exception {
        Path leases = new AssayCache(folder.resolve("cache")).leases();
        CyclicBarrier start = new CyclicBarrier(2);
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(leases);
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < ROUNDS; round++) {
                LeasedFolder leased = supervisor.folder("data", folder.resolve("data" + round));
                List<Future<Boolean>> there = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    long lateNanos = (long) i * (round % STEPS) * STEP_NANOS;
                    there.add(threads.submit(() -> {
                        start.await();
                        long begun = System.nanoTime();
                        while (System.nanoTime() - begun < lateNanos) {
                            Thread.onSpinWait();
                        }
                        leased.close();
                        return Files.exists(leased.path());
                    }));
                }
                for (Future<Boolean> each : there) {
                    assertThat(each.get()).as("round %d", round).isFalse();
                }
            }
        }
    }

    @Test
    void aFolderThatIsWrittenToMeanwhileCanStillBeDeleted() throws Exception {
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            for (int round = 0; round < ROUNDS / 20; round++) {
                Path data = folder.resolve("data" + round);
                MarkedFolders.create(data);
                Future<?> writing = threads.submit(() -> write(data));
                try {
                    MarkedFolders.delete(data);
                } catch (IOException stillWrittenTo) {
                    assertThat(data).exists();
                }
                writing.get();
                MarkedFolders.delete(data);
                assertThat(data).as("round %d", round).doesNotExist();
            }
        }
    }

    /** Writes until the folder is gone. */
    private static void write(Path data) {
        try {
            for (int i = 0; i < FILES; i++) {
                Files.createFile(data.resolve("file" + i));
            }
        } catch (IOException gone) {
            assertThat(data).doesNotExist();
        }
    }
}
