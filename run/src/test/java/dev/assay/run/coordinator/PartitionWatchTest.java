package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.Workload;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialStage;
import dev.assay.model.unit.Rate;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.worker.engine.ConsumerAssignment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PartitionWatchTest {
    @Test
    void nothingIsReadyBeforeConsumersHaveReported() {
        assertThat(missing(watch(1, 1), List.of()))
                .containsExactly("subscription s1 of topic 0 holds 0 of 2 partitions");
    }

    @Test
    void readyWhenEachPartitionIsHeldOnce() {
        assertThat(missing(watch(1, 2), List.of(consumer(0, 1, false), consumer(0, 1, false))))
                .isEmpty();
    }

    @Test
    void consumerThatIsAboutToTakeItsPartIsWaitedFor() {
        assertThat(missing(watch(1, 2), List.of(consumer(0, 2, false), consumer(0, 0, false))))
                .containsExactly("subscription s1 of topic 0 has 1 consumers without a partition");
    }

    @Test
    void consumersBeyondThePartitionsMayBeIdle() {
        assertThat(missing(watch(1, 3), List.of(consumer(0, 1, false), consumer(0, 1, false), consumer(0, 0, false))))
                .isEmpty();
    }

    @Test
    void consumersThatShareMustEachHoldAll() {
        assertThat(missing(watch(1, 2), List.of(consumer(0, 2, true), consumer(0, 1, true))))
                .containsExactly("subscription s1 of topic 0 holds 3 of 4 partitions");
        assertThat(missing(watch(1, 2), List.of(consumer(0, 2, true), consumer(0, 2, true))))
                .isEmpty();
    }

    @Test
    void whatIsHeldIsToldWhenItChanges() {
        List<String> counts = new ArrayList<>();
        IntervalSink sink = event -> {
            if (event instanceof TrialEvent.Partitions(TrialStage stage, long done, long all)) {
                counts.add(stage + " " + done + "/" + all);
            }
        };
        PartitionWatch watch = watch(2, 2);
        for (List<ConsumerAssignment> held : List.of(
                List.of(consumer(0, 1, false)),
                List.of(consumer(0, 1, false)),
                List.of(consumer(0, 2, false), consumer(1, 1, false)),
                List.of(consumer(0, 2, true), consumer(1, 4, true)))) {
            watch.take("w1", held);
            watch.tell(sink);
        }

        assertThat(counts).containsExactly("ASSIGNING 1/4", "ASSIGNING 3/4", "ASSIGNING 4/4");
    }

    @Test
    void longListsAreShortened() {
        assertThat(missing(watch(9, 1), List.of())).hasSize(6).endsWith("and 4 more");
    }

    /** The order of reports, and their repetitions, change nothing. */
    @Test
    void whatEachWorkerHoldsCountsOnce() {
        PartitionWatch watch = watch(1, 2);
        List<ConsumerAssignment> all = List.of(consumer(0, 2, false));
        List<ConsumerAssignment> half = List.of(consumer(0, 1, false));
        watch.take("w1", all);
        watch.take("w2", List.of(consumer(0, 0, false)));
        assertThat(watch.isComplete()).isFalse();
        watch.take("w1", half);
        watch.take("w1", half);
        assertThat(watch.missing()).containsExactly("subscription s1 of topic 0 holds 1 of 2 partitions");
        watch.take("w2", half);
        assertThat(watch.isComplete()).isTrue();
        assertThat(watch.missing()).isEmpty();
        watch.take("w2", all);
        assertThat(watch.isComplete()).isFalse();
    }

    @Test
    void aTopicThatThereIsNotCountsNothing() {
        PartitionWatch watch = watch(1, 1);
        watch.take("w1", List.of(new ConsumerAssignment(0, 7, 2, false), new ConsumerAssignment(0, -1, 2, false)));
        assertThat(watch.missing()).containsExactly("subscription s1 of topic 0 holds 0 of 2 partitions");
    }

    /**
     * 256 workers report five times a second for a minute, of 10 000 topics: going through all of them for each report would take hours.
     */
    @Test
    @Timeout(60)
    void aReportCostsNoMoreThanItTells() {
        int topics = 10_000;
        PartitionWatch watch = watch(topics, 10, 1);
        for (int report = 0; report < 256 * 5 * 60; report++) {
            int topic = report % topics;
            watch.take("w" + report % 256, List.of(new ConsumerAssignment(report % 10, topic, report % 3, false)));
            assertThat(watch.isComplete()).isFalse();
        }
        for (int subscription = 0; subscription < 10; subscription++) {
            int number = subscription;
            watch.take(
                    "all" + number,
                    IntStream.range(0, topics)
                            .mapToObj(topic -> new ConsumerAssignment(number, topic, 2, false))
                            .toList());
        }
        for (int worker = 0; worker < 256; worker++) {
            watch.take("w" + worker, List.of());
        }
        assertThat(watch.isComplete()).isTrue();
    }

    private static List<String> missing(PartitionWatch watch, List<ConsumerAssignment> consumers) {
        watch.take("w1", consumers);
        assertThat(watch.isComplete()).isEqualTo(watch.missing().isEmpty());
        return watch.missing();
    }

    private static ConsumerAssignment consumer(int subscription, int partitions, boolean shares) {
        return new ConsumerAssignment(subscription, 0, partitions, shares);
    }

    private static PartitionWatch watch(int subscriptions, int consumers) {
        return watch(1, subscriptions, consumers);
    }

    private static PartitionWatch watch(int topics, int subscriptions, int consumers) {
        Workload one = MemoryTrials.workload(1, 1, subscriptions, new Rate(1000));
        Workload workload = new Workload(
                topics,
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
