package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.unit.Rate;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.engine.ConsumerSlot;
import dev.assay.worker.engine.ProducerSlot;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadAssignerTest {
    @ParameterizedTest
    @CsvSource({"1,1,1,1", "1,1,1,3", "2,3,2,2", "5,4,10,3", "3,1,0,2"})
    void everySlotIsDealtOnceAndEvenly(int topics, int producers, int subscriptions, int workers) {
        List<Assignment> assignments = assign(topics, producers, subscriptions, workers);

        assertThat(assignments.stream().flatMap(one -> one.producers().stream().map(ProducerSlot::number)))
                .hasSize(topics * producers)
                .doesNotHaveDuplicates();
        assertThat(assignments.stream().flatMap(one -> one.consumers().stream().map(LoadAssignerTest::key)))
                .hasSize(topics * subscriptions)
                .doesNotHaveDuplicates();
        assertThat(assignments)
                .allSatisfy(one -> assertThat(one.producers().size())
                        .isBetween(topics * producers / workers, topics * producers / workers + 1));
    }

    @Test
    void eachTopicHasItsProducers() {
        List<Assignment> assignments = assign(2, 3, 1, 2);
        assertThat(assignments.stream()
                        .flatMap(one -> one.producers().stream())
                        .filter(slot -> slot.topic().name().endsWith("-1-0")))
                .hasSize(3);
    }

    @Test
    void singleConsumersOfDifferentSubscriptionsGoToDifferentWorkers() {
        assertThat(assign(1, 1, 2, 2))
                .allSatisfy(one -> assertThat(one.consumers()).hasSize(1));
    }

    @ParameterizedTest
    @CsvSource({"1,1,1,1", "1,1,1,3", "1,2,1,3", "2,1,1,3", "1,1,2,3", "1,1,0,2"})
    void idleWorkersAreThoseThatGetNothing(int topics, int producers, int subscriptions, int workers) {
        List<String> without = assign(topics, producers, subscriptions, workers).stream()
                .filter(one -> one.producers().isEmpty() && one.consumers().isEmpty())
                .map(Assignment::worker)
                .toList();

        assertThat(IdleWorkers.of(MemoryTrials.workload(topics, producers, subscriptions, new Rate(1000)), workers))
                .isEqualTo(without);
    }

    @Test
    void whatALostWorkerHadOfTheLoadIsSaid() {
        List<Assignment> three = assign(2, 2, 1, 3);
        assertThat(LoadAssigner.share(0, three)).isEqualTo("50 % of the load: 2 of 4 producers, and 1 of 2 consumers");
        assertThat(LoadAssigner.share(2, three)).isEqualTo("25 % of the load: 1 of 4 producers, and 0 of 2 consumers");
        assertThat(LoadAssigner.share(0, assign(2, 2, 1, 1))).as("all").isEmpty();
    }

    private static String key(ConsumerSlot slot) {
        return slot.subscriptionName() + " " + slot.topic().name();
    }

    private static List<Assignment> assign(int topics, int producers, int subscriptions, int workers) {
        TrialRequest request = MemoryTrials.lasting(
                Duration.ofSeconds(1), MemoryTrials.workload(topics, producers, subscriptions, new Rate(1000)));
        return LoadAssigner.assign(request, List.of("w1", "w2", "w3").subList(0, workers));
    }
}
