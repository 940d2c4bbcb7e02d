package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.TrialSpec;
import dev.assay.run.preflight.WorkerAdvice;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerHeapTest {
    private static final long MIB = 1L << 20;

    @ParameterizedTest
    @CsvSource({
        "producers: 1 | rate: 2000/s, 30 s, 96",
        "producers: 16 | rate: 60000/s, 60 s, 352",
        "subscriptions: 10 | rate: 50000/s, 1 h, 352",
        "rate: 100000/s, 10000 s, 176",
    })
    void theHeapFollowsFromThePlan(String workload, String measure, long mib) throws Exception {
        WorkerHeap heap = of(workload, measure, 1);
        assertThat(heap.bytes()).isEqualTo(mib * MIB);
        assertThat(heap.neededBytes()).isLessThan(256 * MIB);
    }

    @Test
    void messagesInFlightWithoutALimitNeedRoom() throws Exception {
        // 16 clients with 32 MiB each, and what follows each message.
        WorkerHeap heap = of("producers: 16 | rate: 60000/s | in-flight: client", "60 s", 1);
        assertThat(heap.clientBytes()).isEqualTo(16 * 32 * MIB);
        assertThat(heap.pendingBytes()).isGreaterThan(400 * MIB);
        assertThat(heap.bytes()).isGreaterThan(1024 * MIB);
    }

    @Test
    void manyProducersNeedHistogramsOfTheirOwn() throws Exception {
        // Measured after a collection, with values up to 0.3 s: 250 MiB with 200 producers, 912 to 1018 MiB with 1000.
        assertThat(of("producers: 200 | rate: 10000/s", "30 s", 1).neededBytes())
                .isBetween(250 * MIB, 2_000 * MIB);
        assertThat(of("producers: 1000 | rate: 10000/s", "30 s", 1).neededBytes())
                .isBetween(1_018 * MIB, 6_000 * MIB);
        assertThat(of("producers: 1000 | rate: 10000/s", "30 s", 10).neededBytes())
                .isLessThan(of("producers: 200 | rate: 10000/s", "30 s", 1).neededBytes());
    }

    @Test
    void manyPartitionsNeedRoomInTheClients() throws Exception {
        // Measured on Pulsar with 5000: up to 344 of 384 MiB in use, and threads that waited for memory.
        WorkerHeap heap = of("partitions: 5000 | producers: 2 | consumers: 2 | rate: 5000/s", "30 s", 1);
        assertThat(heap.partitionBytes()).isEqualTo(3 * 5000 * 24L * 1024);
        assertThat(heap.bytes()).isBetween(600 * MIB, 1_100 * MIB);
    }

    @Test
    void batchesThatAreNotFullAndWhatIsFetchedAheadNeedRoom() throws Exception {
        // Measured on Kafka: with 384 MiB, threads waited for memory in 22.6 of 30 s.
        WorkerHeap heap = of(
                "partitions: 97 | producers: 7 | consumers: 10 | rate: 3000/s | message: { size: 300 B }", "30 s", 1);
        assertThat(heap.clientBytes()).isBetween(170 * MIB, 7 * 32 * MIB);
        assertThat(heap.consumerBytes()).isBetween(20 * MIB, 107 * MIB);
        assertThat(heap.bytes()).isBetween(512 * MIB, 768 * MIB);
    }

    @Test
    void readingABacklogNeedsRoom() throws Exception {
        // Measured on Pulsar: with 512 MiB, threads waited for memory for 118 s, added up, while a backlog was read for
        // 245 s.
        String load = "partitions: 100 | rate: 20000/s | groups: { tail: {}, late: {%s} }";
        WorkerHeap late = of(load.formatted(" start-at: measure "), "60 s", 1);
        WorkerHeap tailing = of(load.formatted(""), "60 s", 1);
        assertThat(late.neededBytes()).isEqualTo(tailing.neededBytes());
        assertThat(late.bytes()).isGreaterThanOrEqualTo(3 * late.neededBytes()).isGreaterThan(tailing.bytes());
    }

    @Test
    void nothingIsFetchedWhereNothingIsRead() throws Exception {
        assertThat(of("partitions: 97 | subscriptions: 0 | rate: 3000/s", "30 s", 1)
                        .consumerBytes())
                .isZero();
    }

    @Test
    void thePlanSaysWhatWorkersGet() throws Exception {
        assertThat(WorkerAdvice.heaps(plan("rate: 2000/s", "30 s"), 1)).isEqualTo("workers: 1 with a heap of 96 MiB");
        assertThat(WorkerAdvice.heaps(plan("producers: [1, 1000]", "30 s"), 2))
                .startsWith("workers: 2 with a heap of 96 MiB to ")
                .endsWith(" MiB each");
    }

    private static WorkerHeap of(String workload, String measure, int workers) throws ScenarioException {
        TrialSpec trial = plan(workload, measure).trials().getFirst().spec();
        return WorkerHeap.of(trial, workers);
    }

    private static Plan plan(String workload, String measure) throws ScenarioException {
        String text = "name: t\nsystems: { memory: {} }\nworkload: { %s }\ntiming: { measure: %s }\n"
                .formatted(workload.replace(" | ", ", "), measure);
        return ScenarioFile.read("t.yaml", text, List.of(), Set.of()).plan();
    }
}
