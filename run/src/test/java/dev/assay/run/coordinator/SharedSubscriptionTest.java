package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.MessageListener;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.message.MessageHeader;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.PhaseRate;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.spec.PhaseSpec.Until;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.Rate;
import dev.assay.run.trial.HookedProvider;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.testing.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Uses a subscription whose consumers are on two workers. */
class SharedSubscriptionTest {
    private static final int EVERY = 10;
    private static final int MESSAGES = 4000;

    private final VirtualClock clock = new VirtualClock();
    private final List<Queue<byte[]>> redelivered =
            List.of(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
    private final AtomicInteger consumers = new AtomicInteger();
    private final AtomicLong repeated = new AtomicLong();
    private final List<WorkerInterval> intervals = new ArrayList<>();

    /** Gives each of two consumers some of the messages of the other as well. */
    private final class Redelivering implements MessageListener {
        private final MessageListener listener;
        private final int number = consumers.getAndIncrement();

        Redelivering(MessageListener listener) {
            this.listener = listener;
        }

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            listener.onMessage(partition, buffer, offset, length, receivedNanos);
            if (MessageHeader.sequence(buffer, offset) % EVERY == 0) {
                redelivered.get(1 - number).add(Arrays.copyOfRange(buffer, offset, offset + length));
            }
            byte[] again = redelivered.get(number).poll();
            if (again != null) {
                repeated.incrementAndGet();
                listener.onMessage(1 - partition, again, 0, again.length, receivedNanos);
            }
        }

        @Override
        public void onError(Throwable cause) {
            listener.onError(cause);
        }
    }

    private static Workload workload() {
        Workload single = MemoryTrials.workload(1, 2, 1, new Rate(2000));
        return new Workload(
                single.topics(),
                single.partitions(),
                single.message(),
                single.producers(),
                1,
                2,
                Map.of(),
                LoadProfile.constant(new Rate(2000)),
                single.arrivals(),
                single.batching(),
                InFlight.DEFAULT);
    }

    @Test
    void messagesThatArriveAtBothWorkersCountOnce() throws Exception {
        HookedProvider provider = new HookedProvider(clock).deliverThrough(Redelivering::new);
        try (InProcessWorker first = InProcessWorker.start("w1", provider, clock);
                InProcessWorker second = InProcessWorker.start("w2", provider, clock)) {
            TrialRequest request = MemoryTrials.lasting(Duration.ofSeconds(2), workload());
            TrialOutcome outcome = MemoryTrials.runner(clock)
                    .run(
                            request,
                            List.of(first.connection(), second.connection()),
                            MemoryTrials.intervals(intervals::add));

            SubscriptionDelivery received = outcome.delivery().subscriptions().getFirst();
            assertThat(repeated.get()).isGreaterThan(MESSAGES / EVERY / 2);
            assertThat(received.received()).isEqualTo(MESSAGES);
            assertThat(received.lost()).isZero();
            assertThat(received.duplicated()).isEqualTo(repeated.get());
            assertThat(outcome.totals().received()).containsExactly((long) MESSAGES);
            assertThat(inTheLastIntervals()).isEqualTo(MESSAGES);
            assertThat(timed()).isBetween((long) MESSAGES, MESSAGES + repeated.get());
            assertThat(outcome.unordered()).isEmpty();
        }
    }

    /**
     * Two phases end by conditions, and each end is known to a worker after all that it was sent before. What the first worker counted
     * before the first end is reported by the time that it reports what ends the second phase, for one thread reports both.
     */
    @Test
    void whatHasArrivedElsewhereIsNotTimedAgainOnceItIsKnown() throws Exception {
        Remembering remembering = new Remembering();
        Map<String, PhaseSpec> phases = new LinkedHashMap<>();
        phases.put("first", until(200_000));
        phases.put("second", until(100_000));
        phases.put(
                "last",
                new PhaseSpec(
                        Duration.ofSeconds(2),
                        Until.TIME,
                        Duration.ZERO,
                        false,
                        PhaseRate.OF_WORKLOAD,
                        Expectation.SUSTAINED,
                        PageCache.KEEP));
        TrialRequest request = MemoryTrials.timeline(
                1,
                phases,
                Map.of("tail", new GroupSpec(1, 2, "", false, Duration.ZERO)),
                Map.of(),
                LoadProfile.constant(new Rate(1000)));
        try (InProcessWorker first = InProcessWorker.start(
                        "w1", new HookedProvider(clock).deliverThrough(remembering::onFirst), clock);
                InProcessWorker second = InProcessWorker.start(
                        "w2", new HookedProvider(clock).deliverThrough(remembering::onSecond), clock)) {
            TrialOutcome outcome = MemoryTrials.runner(clock)
                    .run(request, List.of(first.connection(), second.connection()), remembering);

            assertThat(repeated.get()).isPositive();
            assertThat(timed()).isEqualTo(outcome.delivery().acked());
            assertThat(outcome.delivery().subscriptions().getFirst().duplicated())
                    .isEqualTo(repeated.get());
        }
    }

    private static PhaseSpec until(long bytes) {
        return new PhaseSpec(
                Duration.ZERO,
                new Until(new ByteSize(bytes), ""),
                Duration.ofSeconds(60),
                false,
                PhaseRate.OF_WORKLOAD,
                Expectation.SUSTAINED,
                PageCache.KEEP);
    }

    /** Gives the second worker what the first had and has reported, each message once. */
    private final class Remembering implements IntervalSink {
        private final List<byte[]> had = new CopyOnWriteArrayList<>();
        private final Queue<byte[]> again = new ConcurrentLinkedQueue<>();
        private long counted;
        private long countedBefore;
        private int ends;

        @Override
        public void on(TrialEvent event) {
            if (event instanceof TrialEvent.Interval(WorkerInterval interval)) {
                intervals.add(interval);
                if (interval.worker().equals("w1")) {
                    counted = interval.totals().received().getFirst();
                }
            } else if (event instanceof TrialEvent.Phases) {
                phaseEnds();
            }
        }

        private void phaseEnds() {
            ends++;
            if (ends == 1) {
                countedBefore = counted;
            } else {
                // A view of a list that grows meanwhile throws.
                again.addAll(List.copyOf(had).subList(0, Math.toIntExact(countedBefore)));
            }
        }

        MessageListener onFirst(MessageListener listener) {
            return new Between(listener) {
                @Override
                void after(int partition, byte[] payload) {
                    had.add(payload);
                }
            };
        }

        MessageListener onSecond(MessageListener listener) {
            return new Between(listener) {
                @Override
                void after(int partition, byte[] payload) {
                    byte[] next = again.poll();
                    if (next != null) {
                        repeated.incrementAndGet();
                        listener.onMessage(1 - partition, next, 0, next.length, clock.nanoTime());
                    }
                }
            };
        }
    }

    /** Does something after each message. */
    private abstract static class Between implements MessageListener {
        private final MessageListener listener;

        Between(MessageListener listener) {
            this.listener = listener;
        }

        abstract void after(int partition, byte[] payload);

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            listener.onMessage(partition, buffer, offset, length, receivedNanos);
            after(partition, Arrays.copyOfRange(buffer, offset, offset + length));
        }

        @Override
        public void onError(Throwable cause) {
            listener.onError(cause);
        }
    }

    private long inTheLastIntervals() {
        Map<String, Long> last = new HashMap<>();
        intervals.forEach(interval ->
                last.put(interval.worker(), interval.totals().received().getFirst()));
        return last.values().stream().mapToLong(Long::longValue).sum();
    }

    private long timed() {
        return intervals.stream()
                .flatMap(interval -> interval.histograms().stream())
                .filter(recorded -> recorded.metric() == LatencyMetric.END_TO_END)
                .mapToLong(recorded -> recorded.histogram().getTotalCount())
                .sum();
    }
}
