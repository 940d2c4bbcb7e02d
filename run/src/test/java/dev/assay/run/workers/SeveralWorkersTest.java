package dev.assay.run.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.unit.Rate;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.run.trial.WorkerProcesses;
import dev.assay.systems.memory.driver.MemoryProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs one load with several workers in one process, which share the in-memory system in it. */
class SeveralWorkersTest {
    @TempDir
    Path folder;

    @Test
    void theirWorkIsCountedTogetherToTheMessage() throws Exception {
        Set<String> heard = ConcurrentHashMap.newKeySet();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(folder);
                AcquiredWorkers workers = WorkerProcesses.pool(supervisor, folder, List.of(MemoryProvider.class))
                        .acquire(WorkerProcesses.demand(2, folder))) {
            assertThat(workers.processes()).containsOnlyKeys("w1");

            TrialOutcome outcome = new Measurement(TestTimeouts.LIMITS)
                    .run(
                            MemoryTrials.lasting(Duration.ofSeconds(1), MemoryTrials.workload(2, 2, 2, new Rate(1000))),
                            workers.connections(),
                            MemoryTrials.intervals(interval -> heard.add(interval.worker())));

            assertThat(heard).containsExactlyInAnyOrder("w1", "w2");
            assertThat(outcome.delivery().acked()).isEqualTo(1000);
            assertThat(outcome.delivery().subscriptions())
                    .hasSize(2)
                    .allSatisfy(subscription -> assertThat(subscription.clean()).isTrue());
        }
    }
}
