package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.Workload;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.unit.Rate;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.run.trial.HookedProvider;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.engine.Assignment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Breaks workers' streams while the load runs: four seconds of 2000 messages each, and one subscription of two consumers. */
class ToleratedLossTest {
    private static final long SECOND = 1_000_000_000;

    private final VirtualClock clock = new VirtualClock();
    private final HookedProvider provider = new HookedProvider(clock);
    private final List<InProcessWorker> workers = new ArrayList<>();
    private final List<WorkerInterval> intervals = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();

    @AfterEach
    void end() {
        workers.forEach(InProcessWorker::close);
    }

    private static Workload workload(int producers, Arrivals arrivals) {
        Workload single = MemoryTrials.workload(1, producers, 1, new Rate(2000));
        return new Workload(
                1,
                2,
                single.message(),
                producers,
                1,
                2,
                Map.of(),
                LoadProfile.constant(new Rate(2000)),
                arrivals,
                single.batching(),
                single.inFlight());
    }

    /** @param breakAt by the names of workers, the second of the load after which the stream breaks */
    private TrialOutcome run(int count, int tolerated, Map<String, Integer> breakAt) throws Exception {
        for (int number = 1; number <= count; number++) {
            workers.add(InProcessWorker.start("w" + number, provider, clock));
        }
        TrialRequest request = MemoryTrials.lasting(
                Duration.ofSeconds(4), Duration.ofSeconds(5), workload(count, Arrivals.CONSTANT), Map.of());
        List<WorkerConnection> connections =
                workers.stream().map(InProcessWorker::connection).toList();
        return MemoryTrials.runner(clock).tolerating(tolerated).run(request, connections, event -> {
            if (event instanceof TrialEvent.Interval(WorkerInterval interval)) {
                intervals.add(interval);
                Integer second = breakAt.get(interval.worker());
                if (second != null && interval.endNanos() >= second * SECOND) {
                    workers.get(Integer.parseInt(interval.worker().substring(1)) - 1)
                            .connection()
                            .close();
                }
                if (interval.endNanos() >= 3 * SECOND && interval.endNanos() <= 4 * SECOND) {
                    assertThat(provider.topics()).as("the topics of the load").hasSize(1);
                }
            } else if (event instanceof TrialEvent.WorkerLost(String worker, String reason)) {
                reasons.add(worker + ": " + reason);
            }
        });
    }

    private void assertGoesOnWithout(String lost, TrialOutcome outcome) {
        assertThat(outcome.lostWorkers()).singleElement().satisfies(one -> {
            assertThat(one.worker()).isEqualTo(lost);
            assertThat(one.seconds()).isEqualTo(2);
            assertThat(one.share()).isEqualTo(0.5);
            assertThat(one.consumerShare()).isEqualTo(0.5);
        });
        assertThat(reasons).singleElement().asString().startsWith(lost + ": worker " + lost + " ");
        Delivery delivery = outcome.delivery();
        assertThat(delivery.scheduled()).isEqualTo(8000);
        assertThat(delivery.notKnown()).isEqualTo(4000);
        assertThat(delivery.acked()).as("by the worker that is left").isEqualTo(4000);
        assertThat(List.of(delivery.unsent(), delivery.failed(), delivery.unknown()))
                .containsOnly(0L);
        SubscriptionDelivery received = delivery.subscriptions().getFirst();
        assertThat(List.of(received.lost(), received.undelivered(), received.unexpected()))
                .containsOnly(0L);
        assertThat(received.received() + received.notKnown()).isEqualTo(8000);
        assertThat(received.received()).isBetween(5000L, 6100L);
        assertThat(outcome.totals().offered())
                .as("all of one worker, two seconds of the other, and what it told in between")
                .isBetween(6000L, 6300L);
        assertThat(outcome.drained()).isTrue();
        assertThat(outcome.warnings()).isEmpty();
        assertThat(provider.topics()).isEmpty();
    }

    @Test
    void theOthersGoOnWithoutAWorkerThatIsLost() throws Exception {
        assertGoesOnWithout("w2", run(2, 1, Map.of("w2", 2)));
        assertThat(intervals.stream()
                        .filter(interval -> interval.worker().equals("w2"))
                        .mapToLong(WorkerInterval::endNanos)
                        .max())
                .hasValue(2 * SECOND);
    }

    @Test
    void whereNoneIsToleratedTheTrialEnds() {
        assertThatThrownBy(() -> run(2, 0, Map.of("w2", 2)))
                .isInstanceOfSatisfying(
                        TrialFailedException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(Kind.WORKER))
                .hasMessageStartingWith("worker w2 ")
                .hasMessageContaining("50 % of the load: 1 of 2 producers, and 1 of 2 consumers");
        assertThat(reasons).isEmpty();
    }

    @Test
    void soItDoesWhenOneMoreIsLostThanTolerated() {
        assertThatThrownBy(() -> run(3, 1, Map.of("w2", 1, "w3", 2)))
                .isInstanceOf(TrialFailedException.class)
                .hasMessageStartingWith("worker w3 ");
        assertThat(reasons).singleElement().asString().startsWith("w2: worker w2 ");
    }

    /** The numbers are those that its worker counts, in the same phases. */
    @Test
    void whatWasDueIsKnownWithoutTheWorker() throws Exception {
        Workload random = workload(2, Arrivals.POISSON);
        TrialRequest request = MemoryTrials.lasting(Duration.ofSeconds(4), random);
        for (String worker : List.of("w1", "w2")) {
            workers.add(InProcessWorker.start(worker, provider, clock));
        }
        TrialOutcome whole = MemoryTrials.runner(clock)
                .run(request, workers.stream().map(InProcessWorker::connection).toList(), interval -> {});
        long due = 0;
        for (Assignment assignment : LoadAssigner.assign(request, List.of("w1", "w2"))) {
            WorkerLedger ledger = LostLedger.of(assignment, request.timeline());
            assertThat(ledger.lost()).isTrue();
            due += ledger.producers().getFirst().scheduled();
        }
        assertThat(whole.delivery().scheduled()).isEqualTo(due);
    }
}
