package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.contract.ClosingContract;
import dev.assay.driver.contract.ContractTimeouts;
import dev.assay.driver.contract.DeliveryContract;
import dev.assay.driver.contract.EndsContract;
import dev.assay.driver.contract.PartialDriverContract;
import dev.assay.driver.contract.SubscriptionsContract;
import dev.assay.testing.cluster.SharedCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the consumers' part of the contract with commits after each poll. */
@Tag("server")
@Tag("slow")
class KafkaPollCommitContractTest extends PartialDriverContract
        implements DeliveryContract, SubscriptionsContract, EndsContract, ClosingContract {
    private static final SharedCluster KAFKA = SharedCluster.of("kafka");
    private static final ContractTimeouts TIMEOUTS = new ContractTimeouts(Duration.ofMinutes(2));

    @Override
    public DriverProvider driverProvider() {
        return new KafkaProvider();
    }

    @Override
    public DriverConfig config() throws Exception {
        return TestConfigs.committingEachPoll(TestConfigs.servers(KAFKA));
    }

    /** The client commits nothing by itself, so any offset of the group is of a poll. */
    @Test
    void offsetsAreCommittedWhileTheConsumerGoesOn() throws Exception {
        TopicSpec topic = new TopicSpec("real-poll-commit", 1, List.of());
        AtomicInteger received = new AtomicInteger();
        try (Driver driver = driverProvider().open(config());
                Admin admin = Admin.create(Map.of("bootstrap.servers", TestConfigs.servers(KAFKA)))) {
            driver.createTopics(List.of(topic));
            DriverConsumer consumer = driver.openConsumer(topic, "polled", new MessageListener() {
                @Override
                public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
                    received.incrementAndGet();
                }

                @Override
                public void onError(Throwable cause) {
                    throw new AssertionError(cause);
                }
            });
            DriverProducer producer = driver.openProducer(topic);
            for (int sent = 1; sent <= 3; sent++) {
                send(producer);
                int number = sent;
                TIMEOUTS.until("message " + number, () -> received.get() == number, received::toString);
                TIMEOUTS.until(
                        "its commit", () -> committed(admin) == number, () -> committed(admin) + " is committed");
            }
            assertThat(driver.effectiveConfig().groups().get("consumer")).containsEntry("enable.auto.commit", "false");
            assertThat(driver.effectiveConfig().overrides().get("consumer.enable.auto.commit"))
                    .contains("after each poll");
            consumer.close();
            producer.close();
            driver.deleteTopics(List.of(topic));
            driver.deleteRemains();
        }
    }

    private static void send(DriverProducer producer) {
        PendingSend pendingSend = producer.newPendingSend(new PendingSend.Listener() {
            @Override
            public void onAcked(PendingSend acked) {}

            @Override
            public void onFailed(PendingSend failed, Throwable cause) {}

            @Override
            public void onViolation(PendingSend late) {}
        });
        pendingSend.arm(0, 0, 0);
        producer.send(new byte[100], null, pendingSend);
    }

    private static long committed(Admin admin) {
        try {
            OffsetAndMetadata offset = admin.listConsumerGroupOffsets("polled")
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(new TopicPartition("real-poll-commit", 0));
            return offset == null ? 0 : offset.offset();
        } catch (Exception e) {
            throw new AssertionError("the group's offsets can't be read", e);
        }
    }
}
