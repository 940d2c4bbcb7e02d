package dev.assay.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.WorkerInterval;
import dev.assay.driver.memory.MemoryProvider;
import dev.assay.fleet.coordinator.FleetException;
import dev.assay.fleet.coordinator.FleetLimits;
import dev.assay.fleet.coordinator.IntervalSink;
import dev.assay.fleet.coordinator.TrialFailedException;
import dev.assay.fleet.coordinator.TrialOutcome;
import dev.assay.fleet.coordinator.TrialRunner;
import dev.assay.fleet.trial.HookedProvider;
import dev.assay.fleet.trial.MemoryTrials;
import dev.assay.fleet.trial.ParentMain;
import dev.assay.fleet.trial.WorkerProcesses;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(90)
class LocalWorkersTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void workerProcessRunsAWholeTrial() throws Exception {
        try (LocalWorkers workers = start(1)) {
            TrialOutcome outcome = new TrialRunner()
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
    void workersEndWhenTheyAreClosed() throws Exception {
        LocalWorkers workers = start(1);
        CompletableFuture<ProcessHandle> end =
                workers.workers().getFirst().process().onExit();
        workers.close();
        assertThat(end).succeedsWithin(Duration.ofSeconds(2));
    }

    @Test
    void interruptOfTheTerminalIsLeftToTheCoordinator() throws Exception {
        try (LocalWorkers workers = start(1)) {
            RunningTrial trial = RunningTrial.start(new TrialRunner(), workers);
            trial.awaitLoad();
            WorkerProcesses.signal("INT", workers.workers().getFirst().process());
            trial.awaitLoadAgain();
            assertThat(trial.outcome).isNotDone();
            trial.runner.cancel();
        }
    }

    @Test
    void killedWorkerIsNamedWithItsSignalAtOnce() throws Exception {
        try (LocalWorkers workers = start(1)) {
            RunningTrial trial = RunningTrial.start(new TrialRunner(), workers);
            trial.awaitLoad();
            WorkerProcesses.signal("KILL", workers.workers().getFirst().process());
            assertThatThrownBy(() -> trial.outcome.get(3, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            TrialFailedException.class,
                            e -> assertThat(e.kind()).isEqualTo(TrialFailedException.Kind.WORKER))
                    .hasMessageContaining("worker w1")
                    .hasMessageContaining("was killed by signal 9");
        }
    }

    @Test
    void oneKilledWorkerOfTwoFailsTheTrial() throws Exception {
        try (LocalWorkers workers = start(2)) {
            RunningTrial trial = RunningTrial.start(new TrialRunner(), workers);
            WorkerProcesses.signal("KILL", workers.workers().getLast().process());
            assertThatThrownBy(() -> trial.outcome.get(5, TimeUnit.SECONDS)).hasMessageContaining("w2");
        }
    }

    @Test
    void frozenWorkerCountsAsStalled() throws Exception {
        FleetLimits limits = new FleetLimits(
                Duration.ofSeconds(2), Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(500));
        try (LocalWorkers workers = start(1)) {
            RunningTrial trial = RunningTrial.start(new TrialRunner(limits), workers);
            trial.awaitLoad();
            WorkerProcesses.signal("STOP", workers.workers().getFirst().process());
            assertThatThrownBy(() -> trial.outcome.get(8, TimeUnit.SECONDS))
                    .hasMessageContaining("worker w1")
                    .hasMessageContaining("counts as stalled");
        }
    }

    @Test
    void shortFreezeShowsAsHiccupAndFailsNothing() throws Exception {
        try (LocalWorkers workers = start(1)) {
            RunningTrial trial = RunningTrial.start(new TrialRunner(), workers);
            trial.awaitLoad();
            ProcessHandle process = workers.workers().getFirst().process();
            WorkerProcesses.signal("STOP", process);
            CompletableFuture.delayedExecutor(1200, TimeUnit.MILLISECONDS).execute(() -> {
                try {
                    WorkerProcesses.signal("CONT", process);
                } catch (IOException | InterruptedException e) {
                    trial.outcome.completeExceptionally(e);
                }
            });
            trial.awaitHiccup(1_000_000_000L);
            assertThat(trial.outcome).isNotDone();
            trial.runner.cancel();
        }
    }

    @Test
    void workerWithoutDriverSaysSo() {
        assertThatThrownBy(() -> LocalWorkers.start(1, WorkerProcesses.launch(folder, List.of())))
                .isInstanceOf(FleetException.class)
                .hasMessageContaining("ended with exit code 2")
                .hasMessageContaining("there is no driver on the worker's class path");
    }

    @Test
    void workerWithTwoDriversSaysSo() {
        assertThatThrownBy(() -> LocalWorkers.start(
                        1, WorkerProcesses.launch(folder, List.of(MemoryProvider.class, HookedProvider.class))))
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
            CompletableFuture<ProcessHandle> end =
                    ProcessHandle.of(pid).orElseThrow().onExit();
            parent.destroyForcibly();
            assertThat(end).succeedsWithin(Duration.ofSeconds(10));
        } finally {
            parent.destroyForcibly();
        }
    }

    private LocalWorkers start(int count) throws Exception {
        return LocalWorkers.start(count, WorkerProcesses.launch(folder, List.of(MemoryProvider.class)));
    }

    /** A trial on a thread of its own. */
    private static final class RunningTrial implements IntervalSink {
        final TrialRunner runner;
        final CompletableFuture<TrialOutcome> outcome = new CompletableFuture<>();
        private final CompletableFuture<LoadTotals> load = new CompletableFuture<>();
        private long intervals;
        private final Histogram hiccups = new Histogram(3);

        RunningTrial(TrialRunner runner) {
            this.runner = runner;
        }

        static RunningTrial start(TrialRunner runner, LocalWorkers workers) {
            RunningTrial trial = new RunningTrial(runner);
            Thread.ofPlatform().daemon().start(() -> trial.run(workers));
            return trial;
        }

        private void run(LocalWorkers workers) {
            try {
                outcome.complete(
                        runner.run(MemoryTrials.lasting(LONG, MemoryTrials.simple()), workers.connections(), this));
            } catch (Exception e) {
                outcome.completeExceptionally(e);
                load.completeExceptionally(e);
            }
        }

        void awaitLoad() throws Exception {
            load.get(30, TimeUnit.SECONDS);
        }

        /** Waits until two more intervals have come. */
        synchronized void awaitLoadAgain() throws InterruptedException {
            long enough = intervals + 2;
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (intervals < enough) {
                assertThat(System.nanoTime())
                        .as("waited 10 s for the load to go on")
                        .isLessThan(deadline);
                wait(100);
            }
        }

        synchronized void awaitHiccup(long nanos) throws InterruptedException {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (hiccups.getMaxValue() < nanos) {
                assertThat(System.nanoTime()).as("waited 20 s for a hiccup").isLessThan(deadline);
                wait(100);
            }
        }

        @Override
        public synchronized void onInterval(WorkerInterval interval) {
            intervals++;
            hiccups.add(interval.harness().hiccups());
            notifyAll();
        }

        @Override
        public void onProgress(LoadTotals totals) {
            if (totals.acked() > 0) {
                load.complete(totals);
            }
        }
    }
}
