package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.driver.TopicSpec;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** An acknowledgement is the system's word, also when the system has trouble. */
public interface FaultsContract extends ContractHooks {
    @Test
    @ResourceLock(SYSTEM)
    default void acknowledgedMessagesSurviveTheRestartOfABroker() throws Exception {
        BrokerFaults faults = faults();
        TopicSpec topic = session().createTopic(3, "live", "fresh");
        RecordingConsumer live = session().readyConsumer(topic, "live");
        RecordingProducer producer = session().producer(topic);
        AtomicBoolean stop = new AtomicBoolean();
        Set<Long> ackedBefore;
        Thread sender = Thread.ofPlatform().daemon().start(() -> sendUntil(stop, producer));
        try {
            awaitAcked(producer, 500);
            ackedBefore = producer.acked();
            faults.restartOneBroker();
            awaitAcked(producer, producer.ackedCount() + 500);
        } finally {
            stop.set(true);
        }
        assertThat(sender.join(timeouts().limit()))
                .as("the sending thread ended")
                .isTrue();
        producer.awaitOutcomes();

        // A fresh consumer shows whether the system has them; the live one, whether it was given them.
        RecordingConsumer fresh = session().readyConsumer(topic, "fresh");
        Set<Long> forBoth = subscriptionsComeBackTogether() ? producer.acked() : ackedBefore;
        fresh.await(forBoth);
        live.await(forBoth);
        fresh.awaitHereOrIn(live, producer.acked());
    }

    @Test
    @ResourceLock(SYSTEM)
    default void nothingIsAcknowledgedWhileTheSystemIsFrozen() throws Exception {
        BrokerFaults faults = faults();
        TopicSpec topic = session().createTopic(1, "after");
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 100);
        faults.freeze();
        try {
            producer.sendMany(1_000, 100);
            ContractTimeouts.never(
                    "messages were acknowledged while the system could not have received them",
                    watching(Duration.ofSeconds(1)),
                    () -> producer.outcomes() > 100);
        } finally {
            faults.thaw();
        }
        producer.awaitAllAcked();
        session().readyConsumer(topic, "after").awaitExactly(producer.acked());
    }

    private BrokerFaults faults() {
        assumeTrue(brokerFaults().isPresent(), "the system's processes are out of reach");
        return brokerFaults().orElseThrow();
    }

    private void awaitAcked(RecordingProducer producer, int count) {
        timeouts().until(count + " acknowledgements", () -> producer.ackedCount() >= count, producer::toString);
    }

    private static void sendUntil(AtomicBoolean stop, RecordingProducer producer) {
        for (long id = 1; !stop.get(); id++) {
            producer.send(id, TestMessage.USUAL_BYTES, null);
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
    }
}
