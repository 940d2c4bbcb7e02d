package dev.assay.run.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverProvider;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.trial.HookedProvider;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.run.trial.ParentMain;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.run.trial.WorkerProcesses;
import dev.assay.systems.memory.driver.MemoryProvider;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalWorkerPoolTest {
    @TempDir
    Path folder;

    private ProcessSupervisor supervisor;

    @BeforeEach
    void open() {
        supervisor = ProcessSupervisor.open(folder);
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    @Test
    void workerProcessRunsAWholeTrial() throws Exception {
        try (AcquiredWorkers workers = start(1)) {
            TrialOutcome outcome = new Measurement(Timeouts.DEFAULT)
                    .run(
                            MemoryTrials.lasting(Duration.ofSeconds(1), MemoryTrials.simple()),
                            workers.connections(),
                            interval -> {});
            assertThat(outcome.delivery().acked()).isEqualTo(1000);
            assertThat(outcome.delivery().subscriptions().getFirst().clean()).isTrue();
            assertThat(outcome.clockErrorNanos()).isZero();
        }
    }

    @Test
    @Tag("slow")
    void workersEndWhenTheyAreClosed() throws Exception {
        AcquiredWorkers workers = start(1);
        CompletableFuture<ProcessHandle> end =
                workers.processes().values().iterator().next().onExit();
        workers.close();
        assertThat(end).succeedsWithin(TestTimeouts.LIMIT);
    }

    @Test
    @Tag("slow")
    void whatAWorkerUnpacksIsDeletedWithItsSupervisor() throws Exception {
        Path temporary;
        try (AcquiredWorkers workers = start(1)) {
            ProcessHandle worker = workers.processes().values().iterator().next();
            String option = Arrays.stream(Files.readString(Path.of("/proc/" + worker.pid() + "/cmdline"))
                            .split("\0", -1))
                    .filter(word -> word.startsWith("-Djava.io.tmpdir="))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("it unpacks into the folder of the machine"));
            temporary = Path.of(option.substring(option.indexOf('=') + 1));
            assertThat(temporary).isDirectory().startsWithRaw(folder);
        }
        supervisor.close();
        assertThat(temporary).doesNotExist();
    }

    @Test
    @Tag("slow")
    void workerWithoutDriverSaysSo() {
        assertThatThrownBy(() -> start(1, List.of()))
                .isInstanceOf(CoordinationException.class)
                .hasMessageContaining("ended with exit code 2")
                .hasMessageContaining("there is no driver on the worker's class path");
    }

    @Test
    @Tag("slow")
    void workerThatRunsOutOfMemorySaysSo() {
        assertThatThrownBy(() -> start(1, List.of(GreedyProvider.class)))
                .isInstanceOf(CoordinationException.class)
                .hasMessageContaining("ran out of memory, with a heap of %d MiB", WorkerJvm.DEFAULT_HEAP_BYTES >> 20)
                .hasMessageContaining("--workers 2");
    }

    @Test
    @Tag("slow")
    void workerWithTwoDriversSaysSo() {
        assertThatThrownBy(() -> start(1, List.of(MemoryProvider.class, HookedProvider.class)))
                .hasMessageContaining("more than one driver")
                .hasMessageContaining("memory, memory");
    }

    @Test
    void workerEndsWhenItsParentIsKilled() throws Exception {
        Process parent = new ProcessBuilder(
                        WorkerLaunch.thisJava().toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ParentMain.class.getName(),
                        folder.toString())
                .redirectError(folder.resolve("parent.log").toFile())
                .start();
        try (BufferedReader out = parent.inputReader()) {
            long pid = Long.parseLong(out.readLine());
            ProcessHandle worker = ProcessHandle.of(pid).orElseThrow();
            assertThat(WorkerProcesses.runs(worker)).isTrue();
            parent.destroyForcibly();
            TestTimeouts.await("the worker ends", () -> !WorkerProcesses.runs(worker));
        } finally {
            parent.destroyForcibly();
        }
    }

    private AcquiredWorkers start(int count) throws Exception {
        return start(count, List.of(MemoryProvider.class));
    }

    private AcquiredWorkers start(int count, List<Class<? extends DriverProvider>> drivers) throws Exception {
        return WorkerProcesses.pool(supervisor, folder, drivers).acquire(WorkerProcesses.demand(count, folder));
    }
}
