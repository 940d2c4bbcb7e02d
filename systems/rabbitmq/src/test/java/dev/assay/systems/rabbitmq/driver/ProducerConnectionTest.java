package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.InFlightRoom;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that messages of all partitions use one channel, which ends with its connection. */
class ProducerConnectionTest {
    private static final int PARTITIONS = 3;

    private final List<FakeChannel> opened = new ArrayList<>();
    private final Outcomes outcomes = new Outcomes();
    private int channelMax = 100;
    private boolean aborted;

    /** Records what a producer does with a channel, and sends it the server's answers. */
    private static final class FakeChannel {
        private final Map<String, List<Long>> published = new TreeMap<>();
        private long next = 1;
        private @Nullable ConfirmListener confirms;
        private @Nullable ShutdownListener ending;

        Channel channel() {
            return Fake.of(Channel.class, this::answer);
        }

        private @Nullable Object answer(String method, Object[] arguments) {
            switch (method) {
                case "getNextPublishSeqNo" -> {
                    return next;
                }
                case "basicPublish" ->
                    published
                            .computeIfAbsent((String) arguments[1], key -> new ArrayList<>())
                            .add(next++);
                case "addConfirmListener" -> confirms = (ConfirmListener) arguments[0];
                case "addShutdownListener" -> ending = (ShutdownListener) arguments[0];
                default -> {
                    // Nothing that matters here.
                }
            }
            return null;
        }

        void confirm(long number) throws IOException {
            if (confirms != null) {
                confirms.handleAck(number, false);
            }
        }

        void end(boolean withItsConnection) {
            if (ending != null) {
                ending.shutdownCompleted(new ShutdownSignalException(withItsConnection, false, null, this));
            }
        }
    }

    private Connection connection() {
        return Fake.of(Connection.class, (method, arguments) -> {
            if (method.equals("createChannel")) {
                if (opened.size() == channelMax) {
                    return null;
                }
                FakeChannel fake = new FakeChannel();
                opened.add(fake);
                return fake.channel();
            }
            if (method.equals("abort")) {
                aborted = true;
                opened.forEach(channel -> channel.end(true));
            }
            return null;
        });
    }

    private ProducerConnection link() throws Exception {
        Map<String, String> connection = new HashMap<>(
                Map.of("uri", "amqp://h:1", "queue", "quorum", "persistent", "true", "acknowledgement", "manual"));
        connection.putAll(Map.of("prefetch", "1", "confirm-window", "1", "replication", "1"));
        MessageProperties properties = new MessageProperties(RabbitMqSettings.resolve(new DriverConfig(
                connection,
                DurabilityLevel.LEVEL_2,
                new Batching(Duration.ZERO, new ByteSize(0)),
                VendorSettings.NONE)));
        return ProducerConnection.on(connection(), new ProducerConnection.Target("e", properties), PARTITIONS, 30);
    }

    private void publish(ProducerConnection link, int messages) {
        for (int message = 0; message < messages; message++) {
            assertThat(link.publish(message % PARTITIONS, new byte[1], outcomes.pendingSend(message)))
                    .isTrue();
        }
    }

    @Test
    void partitionsShareOneChannel() throws Exception {
        publish(link(), 4);

        assertThat(opened)
                .extracting(fake -> fake.published)
                .containsExactly(Map.of("0", List.of(1L, 4L), "1", List.of(2L), "2", List.of(3L)));
    }

    @Test
    void aConfirmIsThatOfItsMessage() throws Exception {
        publish(link(), 4);
        opened.getFirst().confirm(2);

        assertThat(outcomes.acked()).containsExactly(1L);
    }

    @Test
    void whenItsChannelEndsNothingMoreIsTaken() throws Exception {
        ProducerConnection link = link();
        publish(link, 2);
        assertThat(link.isOpen()).isTrue();

        opened.getFirst().end(true);

        assertThat(link.isOpen()).isFalse();
        assertThat(outcomes.failed()).containsOnlyKeys(0L, 1L);
        assertThat(link.publish(0, new byte[1], outcomes.pendingSend(9))).isFalse();
    }

    @Test
    void whatHasNoOutcomeWhenItIsClosedFailsBecauseOfThat() throws Exception {
        ProducerConnection link = link();
        publish(link, 1);

        link.close(Duration.ZERO);

        assertThat(aborted).isTrue();
        assertThat(outcomes.failed().get(0L))
                .isInstanceOfSatisfying(
                        DriverException.class,
                        cause -> assertThat(cause.failure()).hasValueSatisfying(failure -> {
                            assertThat(failure.kind()).isEqualTo(FailureClass.CANCELLED);
                            assertThat(failure.code()).isEqualTo("producer closed");
                        }));
    }

    @Test
    void noChannelIsRefusedWithWhatToDo() {
        channelMax = 0;
        assertThatThrownBy(this::link)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no channel left for e")
                .hasMessageContaining("lower workload.partitions");
        assertThat(aborted).isTrue();
    }

    @Test
    void aConfirmWindowBelowWhatMayBeInFlightIsTold() {
        assertThat(UnconfirmedLimit.of(300, InFlightRoom.USUAL).lower())
                .contains("5000 messages, but confirm-window=300 is lower");
        assertThat(UnconfirmedLimit.of(0, InFlightRoom.USUAL).messages()).isEqualTo(5_000);
    }
}
