package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kills Assay at each step that it reports, while it uses everything that it takes of a machine (disks and addresses of the nodes' own,
 * tracing, servers, workers): processes, mounts, devices, links and temporary files are as before afterwards, and the next run deletes the
 * data. The test runs alone, since traces of other tests would look like its own.
 */
@Tag("alone")
@Tag("slow")
class KilledTracesTest {
    private static final Duration MAX = AssayProgram.PATIENCE;

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Starting Kafka",
                "connecting",
                "creating topics",
                "opening producers",
                "] load",
                "the fault",
                "recovery",
                "draining",
                "collecting the ledgers",
                "reading everything",
                "verification 1 kafka"
            })
    void aVerificationLeavesNothing(String step) throws Exception {
        killedAt(step, "verify", """
                name: plug
                systems: { kafka: { nodes: 1 } }
                durability: level-3
                faults: power-all
                workload: { rate: 500/s, message: { size: 200 B } }
                """);
    }

    @ParameterizedTest
    @CsvSource({
        "pulsar, Starting Pulsar",
        "pulsar, creating topics",
        "pulsar, recovery",
        "rabbitmq, Starting RabbitMQ",
        "rabbitmq, creating topics",
        "rabbitmq, recovery"
    })
    void theOtherSystemsLeaveNothing(String system, String step) throws Exception {
        killedAt(step, "verify", """
                name: cut
                systems: { %s: {} }
                durability: level-2
                faults: power-all
                workload: { rate: 500/s, message: { size: 200 B } }
                """.formatted(system));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Starting Kafka", "] warmup"})
    void nodesWithDisksOfTheirOwnLeaveNothing(String step) throws Exception {
        killedAt(step, "run", """
                name: disks
                systems: { kafka: { nodes: 1, disks: { count: 2 } } }
                durability: level-3
                workload: { rate: 500/s, partitions: 4, message: { size: 200 B } }
                timing: { warmup: 1 s, measure: 20 s }
                """);
    }

    private void killedAt(String step, String command, String scenario) throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("killed.yaml", scenario);
        assay.write("memory.yaml", Scenarios.memory("100 B", "1 s"));
        Traces before = Traces.now();
        Running running = assay.start(command, "killed.yaml").awaitText(java.util.regex.Pattern.quote(step), MAX);

        Processes.signal(running.pid(), "KILL");

        assertThat(running.await(MAX).code()).isEqualTo(128 + 9);
        assay.awaitNothingRunning(MAX);
        Traces.awaitNothingSince(before, MAX);
        Ended next = assay.run(MAX, "run", "memory.yaml");
        FinishedTrials.assertMeasured(next);
        assertThat(assay.clusterData()).isEmpty();
        Traces.awaitNothingSince(before, MAX);
    }
}
