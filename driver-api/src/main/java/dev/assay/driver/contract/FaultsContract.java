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
        Inbox live = session().readyInbox(topic, "live");
        Outbox outbox = session().outbox(topic);
        AtomicBoolean stop = new AtomicBoolean();
        Set<Long> before;
        Thread sender = Thread.ofPlatform().daemon().start(() -> sendUntil(stop, outbox));
        try {
            awaitAcked(outbox, 500);
            before = outbox.acked();
            faults.restartOneBroker();
            awaitAcked(outbox, outbox.ackedCount() + 500);
        } finally {
            stop.set(true);
        }
        assertThat(sender.join(patience().limit()))
                .as("the sending thread ended")
                .isTrue();
        outbox.awaitOutcomes();

        // Whoever reads afresh tells whether the system has them; whoever was there all the time, whether it was told.
        Inbox fresh = session().readyInbox(topic, "fresh");
        Set<Long> forBoth = subscriptionsComeBackTogether() ? outbox.acked() : before;
        fresh.await(forBoth);
        live.await(forBoth);
        fresh.awaitHereOrIn(live, outbox.acked());
    }

    @Test
    @ResourceLock(SYSTEM)
    default void nothingIsAcknowledgedWhileTheSystemIsFrozen() throws Exception {
        BrokerFaults faults = faults();
        TopicSpec topic = session().createTopic(1, "after");
        Outbox outbox = session().outbox(topic);
        outbox.sendManyAcked(1, 100);
        faults.freeze();
        try {
            outbox.sendMany(1_000, 100);
            Patience.never(
                    "messages were acknowledged while the system could not have received them",
                    watching(Duration.ofSeconds(1)),
                    () -> outbox.outcomes() > 100);
        } finally {
            faults.thaw();
        }
        outbox.awaitAllAcked();
        session().readyInbox(topic, "after").awaitExactly(outbox.acked());
    }

    private BrokerFaults faults() {
        assumeTrue(brokerFaults().isPresent(), "the system's processes are out of reach");
        return brokerFaults().orElseThrow();
    }

    private void awaitAcked(Outbox outbox, int count) {
        patience().until(count + " acknowledgements", () -> outbox.ackedCount() >= count, outbox::toString);
    }

    private static void sendUntil(AtomicBoolean stop, Outbox outbox) {
        for (long id = 1; !stop.get(); id++) {
            outbox.send(id, Letter.USUAL_BYTES, null);
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
    }
}
