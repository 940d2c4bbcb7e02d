package dev.assay.run.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.trial.WorkerProcesses;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.worker.WorkerOptions;
import dev.assay.worker.WorkerServer;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Workers that are running already are taken in the order of their addresses, and stay. */
class AddressedWorkerPoolTest {
    private static final Path NO_LOGS = Path.of("");
    private static final WorkerToken TOKEN = WorkerToken.random();

    private static WorkerServer start() throws Exception {
        return WorkerServer.start(WorkerOptions.owned(new HostPort("127.0.0.1", 0), TOKEN), new MemoryProvider());
    }

    @Test
    void asManyAsAreNeededAreTakenAndGivenBack() throws Exception {
        try (WorkerServer one = start();
                WorkerServer two = start()) {
            AddressedWorkerPool pool = new AddressedWorkerPool(
                    List.of(one.address(), two.address()), Optional.of(TOKEN), PeerTrust.LOOPBACK);

            for (int time = 0; time < 2; time++) {
                try (AcquiredWorkers workers = pool.acquire(WorkerProcesses.demand(1, NO_LOGS))) {
                    assertThat(workers.connections())
                            .extracting(connection -> connection.identity().address())
                            .containsExactly(one.address());
                    assertThat(workers.processes()).isEmpty();
                }
            }
            try (AcquiredWorkers workers = pool.acquire(WorkerProcesses.demand(2, NO_LOGS))) {
                assertThat(workers.connections())
                        .extracting(connection -> connection.identity().name())
                        .containsExactly("w1", "w2");
            }
        }
    }

    @Test
    void nothingIsSentToAWorkerElsewhereThatNothingVouchesFor() {
        HostPort elsewhere = new HostPort("192.0.2.7", 9100);
        AddressedWorkerPool pool = new AddressedWorkerPool(List.of(elsewhere), Optional.of(TOKEN), PeerTrust.LOOPBACK);

        assertThatThrownBy(() -> pool.acquire(WorkerProcesses.demand(1, NO_LOGS)))
                .isInstanceOf(CoordinationException.class)
                .hasMessageContaining("worker w1 at 192.0.2.7:9100: it is not authenticated")
                .hasMessageContaining("--worker-ca FILE")
                .hasMessageContaining("--insecure");
    }

    @Test
    void aWorkerWhoseNameNobodyKnowsMayTurnOutToBeAnywhere() {
        HostPort unknown = new HostPort("no-such-host.invalid", 9100);
        AddressedWorkerPool pool = new AddressedWorkerPool(List.of(unknown), Optional.of(TOKEN), PeerTrust.LOOPBACK);

        assertThatThrownBy(() -> pool.acquire(WorkerProcesses.demand(1, NO_LOGS)))
                .hasMessageContaining("it is not authenticated");
    }

    @Test
    void moreThanThereAreIsRefused() {
        AddressedWorkerPool pool = new AddressedWorkerPool(
                List.of(new HostPort("127.0.0.1", 9100)), Optional.of(TOKEN), PeerTrust.LOOPBACK);

        assertThatThrownBy(() -> pool.acquire(WorkerProcesses.demand(2, NO_LOGS)))
                .isInstanceOf(CoordinationException.class)
                .hasMessageContaining("2 workers are needed, but only 1 are known");
    }
}
