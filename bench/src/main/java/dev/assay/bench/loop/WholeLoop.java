package dev.assay.bench.loop;

import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.load.EngineLoad;
import dev.assay.bench.load.LoadSegment;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import dev.assay.model.delivery.Reconciliation;
import dev.assay.model.result.Delivery;
import dev.assay.model.timeline.Phase;
import dev.assay.worker.engine.LoadSession;
import dev.assay.worker.engine.TrialClock;
import java.time.Duration;
import java.util.List;

/**
 * Runs the engine on the in-memory system that delivers and acknowledges within the send call. More is offered than can be done, so no
 * message waits for its time. The ledgers are reconciled at the end: the value counts only when it is exact.
 */
public final class WholeLoop {
    /** Messages per second offered by each producer, more than a core can do. */
    private static final double OFFERED_BY_EACH = 6e6;

    private WholeLoop() {}

    /**
     * Prints {@code messages-per-second} and {@code cpu-nanos-per-message}.
     *
     * @param arguments producers, bytes of a message, seconds of warm-up, seconds
     */
    public static void main(String[] arguments) throws DriverException {
        int producers = Integer.parseInt(arguments[0]);
        int warmup = Integer.parseInt(arguments[2]);
        int seconds = Integer.parseInt(arguments[3]);
        Duration length = Duration.ofSeconds(warmup + seconds + 1);
        EngineLoad load =
                new EngineLoad(producers, Integer.parseInt(arguments[1]), producers * OFFERED_BY_EACH, length);
        TrialClock clock = TrialClock.monotonic(0);
        try (Driver driver = MemoryDrivers.immediate()) {
            driver.createTopics(load.topics());
            try (LoadSession session = LoadSession.open(driver, load.assignment(), clock)) {
                session.start(clock.now());
                LoadSegment.watch(session, warmup);
                LoadSegment segment = LoadSegment.watch(session, seconds);
                session.stopSending();
                LoadSegment.await("the end of sending", session::sendingFinished);
                check(
                        segment,
                        load,
                        Reconciliation.reconcile(List.of(session.finish()), List.of("s1"), List.of(Phase.MEASURE)));
                ChildJvm.tell("messages-per-second", segment.received() / segment.seconds());
                ChildJvm.tell("cpu-nanos-per-message", segment.cpuSeconds() * 1e9 / segment.received());
            }
        }
    }

    private static void check(LoadSegment segment, EngineLoad load, Delivery delivery) {
        if (!delivery.subscriptions().getFirst().clean() || delivery.acked() != delivery.sent()) {
            throw new IllegalStateException("the ledger is not clean: " + delivery);
        }
        if (segment.received() / segment.seconds() > 0.95 * load.ratePerSecond()) {
            throw new IllegalStateException("the loop kept up with all that was offered, so more must be offered");
        }
    }
}
