package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.driver.TopicSpec;
import dev.assay.model.spec.InFlight;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** As many messages as the scenario lets a producer have in flight find room in the client, and not one more is taken. */
public interface InFlightContract extends ContractHooks {
    @Test
    @ResourceLock(SYSTEM)
    default void aProducerOfAFrozenSystemTakesAsManyMessagesAsMayBeInFlight() throws Exception {
        assumeTrue(brokerFaults().isPresent(), "the system's processes are out of reach");
        BrokerFaults faults = brokerFaults().orElseThrow();
        int limit = InFlight.DEFAULT.messages();
        TopicSpec topic = session().createTopic(1, "after");
        RecordingProducer producer = session().boundedProducer(topic, InFlight.DEFAULT);
        producer.sendManyAcked(1, 100);
        Thread sender;
        faults.freeze();
        try {
            sender = Thread.ofPlatform().daemon().start(() -> producer.sendMany(1_000, limit + 100));
            timeouts().until(limit + " messages in flight", () -> producer.taken() >= 100 + limit, producer::toString);
            ContractTimeouts.never(
                    "the producer took more messages than may be in flight",
                    watching(Duration.ofMillis(500)),
                    () -> producer.taken() > 100 + limit);
        } finally {
            faults.thaw();
        }
        assertThat(sender.join(timeouts().limit()))
                .as("the sending thread ended")
                .isTrue();
        producer.awaitAllAcked();
        session().readyConsumer(topic, "after").awaitExactly(producer.acked());
    }
}
