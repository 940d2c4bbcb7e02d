package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.engine.ConsumerAssignment;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.Workload;
import dev.assay.model.trial.TrialStage;
import dev.assay.model.unit.Rate;
import dev.assay.run.trial.MemoryTrials;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartitionWatchTest {
    @Test
    void nothingIsReadyBeforeConsumersHaveReported() {
        assertThat(watch(1, 1).missing(List.of()))
                .containsExactly("subscription s1 of topic 0 holds 0 of 2 partitions");
    }

    @Test
    void readyWhenEachPartitionIsHeldOnce() {
        assertThat(watch(1, 2).missing(List.of(consumer(0, 1, false), consumer(0, 1, false))))
                .isEmpty();
    }

    @Test
    void consumerThatIsAboutToTakeItsPartIsWaitedFor() {
        assertThat(watch(1, 2).missing(List.of(consumer(0, 2, false), consumer(0, 0, false))))
                .containsExactly("subscription s1 of topic 0 has 1 consumers without a partition");
    }

    @Test
    void consumersBeyondThePartitionsMayBeIdle() {
        assertThat(watch(1, 3).missing(List.of(consumer(0, 1, false), consumer(0, 1, false), consumer(0, 0, false))))
                .isEmpty();
    }

    @Test
    void consumersThatShareMustEachHoldAll() {
        assertThat(watch(1, 2).missing(List.of(consumer(0, 2, true), consumer(0, 1, true))))
                .containsExactly("subscription s1 of topic 0 holds 3 of 4 partitions");
        assertThat(watch(1, 2).missing(List.of(consumer(0, 2, true), consumer(0, 2, true))))
                .isEmpty();
    }

    @Test
    void whatIsHeldIsToldWhenItChanges() {
        List<String> told = new ArrayList<>();
        IntervalSink sink = new IntervalSink() {
            @Override
            public void onInterval(WorkerInterval interval) {}

            @Override
            public void onPartitions(TrialStage stage, long done, long all) {
                told.add(stage + " " + done + "/" + all);
            }
        };
        PartitionWatch watch = watch(2, 2);
        watch.tell(List.of(consumer(0, 1, false)), sink);
        watch.tell(List.of(consumer(0, 1, false)), sink);
        watch.tell(List.of(consumer(0, 2, false), consumer(1, 1, false)), sink);
        watch.tell(List.of(consumer(0, 2, true), consumer(1, 4, true)), sink);

        assertThat(told).containsExactly("ASSIGNING 1/4", "ASSIGNING 3/4", "ASSIGNING 4/4");
    }

    @Test
    void longListsAreShortened() {
        assertThat(watch(9, 1).missing(List.of())).hasSize(6).endsWith("and 4 more");
    }

    private static ConsumerAssignment consumer(int subscription, int partitions, boolean shares) {
        return new ConsumerAssignment(subscription, 0, partitions, shares);
    }

    private static PartitionWatch watch(int subscriptions, int consumers) {
        Workload one = MemoryTrials.workload(1, 1, subscriptions, new Rate(1000));
        Workload workload = new Workload(
                1,
                2,
                one.message(),
                1,
                subscriptions,
                consumers,
                Map.of(),
                one.rate(),
                one.arrivals(),
                one.batching(),
                InFlight.DEFAULT);
        return new PartitionWatch(MemoryTrials.lasting(Duration.ofSeconds(1), workload));
    }
}
