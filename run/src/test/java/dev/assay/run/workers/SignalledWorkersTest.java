package dev.assay.run.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.run.trial.WorkerProcesses;
import dev.assay.systems.memory.driver.MemoryProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends signals to workers in the midst of a trial. */
@Tag("slow")
class SignalledWorkersTest {
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
    void interruptOfTheTerminalIsLeftToTheCoordinator() throws Exception {
        try (AcquiredWorkers workers = start()) {
            RunningTrial trial = RunningTrial.start(new Measurement(TestTimeouts.LIMITS), workers);
            trial.awaitLoad();
            WorkerProcesses.signal("INT", process(workers));
            trial.awaitLoadAgain();
            assertThat(trial.outcome).isNotDone();
            trial.runner.cancel();
        }
    }

    @Test
    void killedWorkerIsNamedWithItsSignalAtOnce() throws Exception {
        try (AcquiredWorkers workers = start()) {
            RunningTrial trial = RunningTrial.start(new Measurement(TestTimeouts.LIMITS), workers);
            trial.awaitLoad();
            WorkerProcesses.signal("KILL", process(workers));
            assertThatThrownBy(() -> trial.outcome.get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            TrialFailedException.class,
                            e -> assertThat(e.kind()).isEqualTo(TrialFailedException.Kind.WORKER))
                    .hasMessageContaining("worker w1")
                    .hasMessageContaining("was killed by signal 9");
        }
    }

    @Test
    void frozenWorkerCountsAsStalled() throws Exception {
        // A worker that is not frozen speaks five times a second, whatever it does.
        Timeouts timeouts =
                new Timeouts(Duration.ofSeconds(10), TestTimeouts.LIMIT, TestTimeouts.LIMIT, Duration.ofMillis(500));
        try (AcquiredWorkers workers = start()) {
            RunningTrial trial = RunningTrial.start(new Measurement(timeouts), workers);
            trial.awaitLoad();
            WorkerProcesses.signal("STOP", process(workers));
            assertThatThrownBy(() -> trial.outcome.get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                    .hasMessageContaining("worker w1")
                    .hasMessageContaining("is considered stalled");
        }
    }

    @Test
    void shortFreezeShowsAsHiccupAndFailsNothing() throws Exception {
        try (AcquiredWorkers workers = start()) {
            RunningTrial trial = RunningTrial.start(new Measurement(TestTimeouts.LIMITS), workers);
            trial.awaitLoad();
            ProcessHandle process = process(workers);
            WorkerProcesses.signal("STOP", process);
            // On a thread of its own: the common pool may be busy for longer than a worker may be silent.
            try (ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor()) {
                later.schedule(
                                () -> {
                                    WorkerProcesses.signal("CONT", process);
                                    return null;
                                },
                                1200,
                                TimeUnit.MILLISECONDS)
                        .get();
            }
            trial.awaitHiccup(1_000_000_000L);
            assertThat(trial.outcome).isNotDone();
            trial.runner.cancel();
        }
    }

    private AcquiredWorkers start() throws Exception {
        return WorkerProcesses.pool(supervisor, folder, List.of(MemoryProvider.class))
                .acquire(WorkerProcesses.demand(1, folder));
    }

    private static ProcessHandle process(AcquiredWorkers workers) {
        return Objects.requireNonNull(workers.processes().get("w1"));
    }
}
