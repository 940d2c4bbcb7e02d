package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverProvider;
import dev.assay.driver.MessageListener;
import dev.assay.model.message.MessageHeader;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.RecheckRecord;
import dev.assay.model.result.RecheckRecord.Outcome;
import dev.assay.model.result.RecheckRecord.Source;
import dev.assay.model.trial.TrialStage;
import dev.assay.model.unit.Rate;
import dev.assay.run.trial.HookedProvider;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Missing messages are rechecked before any is called lost. */
class LossRecheckTest {
    private static final String AGAIN = "-again";

    private static final long KEPT = 17;
    private static final int MESSAGES = 1000;

    private final VirtualClock clock = new VirtualClock();
    private final List<TrialStage> stages = new ArrayList<>();
    private final List<MessageListener> consumers = new ArrayList<>();
    private byte[] kept = {};

    private TrialOutcome run(DriverProvider provider, Map<String, String> faults) throws Exception {
        TrialRequest request =
                MemoryTrials.lasting(Duration.ofSeconds(1), Duration.ofSeconds(2), MemoryTrials.simple(), faults);
        try (InProcessWorker worker = InProcessWorker.start("w1", provider, clock)) {
            return run(request, List.of(worker.connection()));
        }
    }

    private TrialOutcome run(TrialRequest request, List<WorkerConnection> workers) throws Exception {
        return MemoryTrials.runner(clock).run(request, workers, event -> {
            if (event instanceof TrialStage stage) {
                stages.add(stage);
            }
        });
    }

    private static SubscriptionDelivery received(TrialOutcome outcome) {
        return outcome.delivery().subscriptions().getFirst();
    }

    private static RecheckRecord reading(TrialOutcome outcome) {
        assertThat(outcome.rechecks()).hasSize(1);
        return outcome.rechecks().getFirst();
    }

    /** Keeps one message from the first consumer. */
    private MessageListener keepingOne(MessageListener listener) {
        consumers.add(listener);
        return consumers.size() > 1 ? listener : new Keeping(listener);
    }

    private final class Keeping implements MessageListener {
        private final MessageListener listener;

        Keeping(MessageListener listener) {
            this.listener = listener;
        }

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            if (MessageHeader.sequence(buffer, offset) == KEPT) {
                kept = Arrays.copyOfRange(buffer, offset, offset + length);
            } else {
                listener.onMessage(partition, buffer, offset, length, receivedNanos);
            }
        }

        @Override
        public void onError(Throwable cause) {
            listener.onError(cause);
        }
    }

    @Test
    void aMessageThatOnlyARecheckIsGivenIsUndeliveredAndNotLost() throws Exception {
        TrialOutcome outcome = run(new HookedProvider(clock).keepFor(AGAIN).deliverThrough(this::keepingOne), Map.of());

        assertThat(received(outcome).lost()).isZero();
        assertThat(received(outcome).undelivered()).isOne();
        assertThat(received(outcome).received()).isEqualTo(MESSAGES - 1);
        assertThat(outcome.totals().received()).containsExactly(MESSAGES - 1L);
        assertThat(reading(outcome).source()).isEqualTo(Source.TOPIC);
        assertThat(reading(outcome).outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(reading(outcome).read()).isEqualTo(MESSAGES);
        assertThat(outcome.drained()).isFalse();
        assertThat(outcome.delivery()
                        .phases()
                        .getLast()
                        .subscriptions()
                        .getFirst()
                        .undelivered())
                .isOne();
    }

    @Test
    void whatNoGroupIsGivenIsLost() throws Exception {
        TrialOutcome outcome = run(new HookedProvider(clock).keepFor(AGAIN), Map.of("lose-every", "1000"));

        assertThat(received(outcome).lost()).isOne();
        assertThat(received(outcome).undelivered()).isZero();
        assertThat(reading(outcome).outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(reading(outcome).read()).isEqualTo(MESSAGES - 1);
    }

    @Test
    void whatArrivesWhileOneLooksAgainIsReceived() throws Exception {
        HookedProvider provider = new HookedProvider(clock).keepFor(AGAIN).deliverThrough(listener -> {
            MessageListener own = keepingOne(listener);
            if (consumers.size() == 2) {
                // The one that looks again is opened just now.
                consumers.getFirst().onMessage(0, kept, 0, kept.length, clock.nanoTime());
            }
            return own;
        });

        TrialOutcome outcome = run(provider, Map.of());

        assertThat(received(outcome).missing()).isZero();
        assertThat(received(outcome).received()).isEqualTo(MESSAGES);
        assertThat(outcome.drained()).isFalse();
        assertThat(reading(outcome).outcome()).isEqualTo(Outcome.COMPLETE);
    }

    @Test
    void aGroupThatFailsIsReportedAndTheMessagesStayMissing() throws Exception {
        TrialOutcome outcome = run(
                new HookedProvider(clock).keepFor(AGAIN).refuseConsumersAfter(1).deliverThrough(this::keepingOne),
                Map.of());

        assertThat(received(outcome).lost()).isOne();
        assertThat(reading(outcome).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(reading(outcome).detail()).isEqualTo("the new consumer failed: no more consumers");
        assertThat(reading(outcome).read()).isZero();
    }

    /** Queues forget read messages: there a new consumer replaces the others. */
    @Test
    void whatIsLeftInAQueueIsUndeliveredAndTheRestIsLost() throws Exception {
        TrialOutcome outcome = run(new MemoryProvider(clock), Map.of("lose-every", "200", "withhold-every", "500"));

        assertThat(received(outcome).lost()).isEqualTo(5);
        assertThat(received(outcome).undelivered()).isEqualTo(2);
        assertThat(reading(outcome).source()).isEqualTo(Source.REST);
        assertThat(reading(outcome).read()).isEqualTo(2);
    }

    /** Messages on a partition without a leader may come back with a leader: nobody knows whether they are lost. */
    @Test
    void whatIsOnAPartitionWithoutALeaderIsMissingAndNotLost() throws Exception {
        for (DriverProvider provider : List.of(new MemoryProvider(clock), new HookedProvider(clock).keepFor(AGAIN))) {
            TrialOutcome outcome = run(provider, Map.of("leaderless-partition", "2"));

            assertThat(received(outcome).missing()).isEqualTo(MESSAGES / 2);
            assertThat(reading(outcome).outcome()).isEqualTo(Outcome.CUT);
            assertThat(reading(outcome).complete()).isFalse();
            assertThat(reading(outcome).detail())
                    .startsWith("nothing more came, and where the system ends is not known: partition 2 of topic")
                    .endsWith("has no leader, as set by systems.memory.leaderless-partition");
        }
    }

    @Test
    void oneOfSeveralWorkersLooksAgain() throws Exception {
        TrialRequest request = MemoryTrials.lasting(
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                MemoryTrials.workload(1, 2, 2, new Rate(1000)),
                Map.of("lose-every", "100", "withhold-every", "250"));
        try (InProcessWorker first = InProcessWorker.start("w1", new MemoryProvider(clock), clock);
                InProcessWorker second = InProcessWorker.start("w2", new MemoryProvider(clock), clock)) {
            TrialOutcome outcome = run(request, List.of(first.connection(), second.connection()));

            assertThat(outcome.delivery().subscriptions()).hasSize(2).allSatisfy(subscription -> {
                assertThat(subscription.lost()).isEqualTo(10);
                assertThat(subscription.undelivered()).isEqualTo(4);
            });
            assertThat(outcome.rechecks()).extracting(RecheckRecord::read).containsExactly(4L, 4L);
        }
    }

    @Test
    void nobodyLooksAgainWhereNothingIsMissing() throws Exception {
        HookedProvider provider = new HookedProvider(clock).keepFor(AGAIN).deliverThrough(listener -> {
            consumers.add(listener);
            return listener;
        });

        TrialOutcome outcome = run(provider, Map.of());

        assertThat(outcome.drained()).isTrue();
        assertThat(outcome.rechecks()).isEmpty();
        assertThat(stages).doesNotContain(TrialStage.RECHECKING);
        assertThat(consumers).hasSize(1);
    }
}
