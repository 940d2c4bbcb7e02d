package dev.assay.driver.contract;

import dev.assay.driver.TopicSpec;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * One producer or consumer does not wait for another. Were they to share a connection or the thread behind it, then
 * whatever holds up one (a slow listener here, a full buffer or a slow broker in a measurement) would delay all.
 */
public interface IsolationContract extends ContractHooks {
    @Test
    default void producersDoNotWaitForEachOther() throws Exception {
        TopicSpec topic = session().createTopic(1, "unread");
        RecordingProducer heldUp = session().producer(topic);
        RecordingProducer other = session().producer(topic);
        heldUp.sendManyAcked(1, 1);
        other.sendManyAcked(2, 1);
        CountDownLatch release = new CountDownLatch(1);
        heldUp.holdUpAcknowledgements(release);
        // A client that has the answer already acknowledges on the thread that sends, which is then held up as well.
        FutureTask<Object> sending = new FutureTask<>(Executors.callable(() -> heldUp.sendMany(10, 1)));
        Thread.ofPlatform().daemon().start(sending);
        try {
            heldUp.awaitHeldUp();
            other.sendMany(100, 200);
            timeouts()
                    .until(
                            "the outcomes of one producer while another one's are held up (do they share a connection?)",
                            () -> other.ackedCount() == 201,
                            other::toString);
        } finally {
            release.countDown();
            sending.get(timeouts().limit().toNanos(), TimeUnit.NANOSECONDS);
        }
        heldUp.awaitAllAcked();
    }

    @Test
    default void subscriptionsDoNotWaitForEachOther() throws Exception {
        TopicSpec topic = session().createTopic(1, "held-up", "other");
        RecordingConsumer heldUp = session().readyConsumer(topic, "held-up");
        RecordingConsumer other = session().readyConsumer(topic, "other");
        RecordingProducer producer = session().producer(topic);
        CountDownLatch release = new CountDownLatch(1);
        try {
            heldUp.holdUpDeliveries(release);
            producer.sendManyAcked(1, 1);
            heldUp.await(producer.acked());
            producer.sendManyAcked(2, 2_000);
            other.awaitExactly(producer.acked());
        } finally {
            release.countDown();
        }
        heldUp.awaitExactly(producer.acked());
    }
}
