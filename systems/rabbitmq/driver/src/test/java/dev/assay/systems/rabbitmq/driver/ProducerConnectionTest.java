package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Batching;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.InFlightRoom;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which channel a message takes, and that they all end together. */
class ProducerConnectionTest {
    private final List<FakeChannel> opened = new ArrayList<>();
    private final Outcomes outcomes = new Outcomes();
    private int channelMax = 100;
    private boolean aborted;

    /** What a producer does with a channel, and how it reacts to one. */
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
            aborted |= method.equals("abort");
            return null;
        });
    }

    private ProducerConnection link(boolean isStream, int partitions, int unconfirmed) throws Exception {
        Map<String, String> connection = new HashMap<>(
                Map.of("uri", "amqp://h:1", "queue", "stream", "persistent", "true", "acknowledgement", "manual"));
        connection.putAll(Map.of("prefetch", "1", "confirm-window", "1", "replication", "1"));
        MessageProperties properties = new MessageProperties(RabbitMqSettings.resolve(new DriverConfig(
                connection,
                DurabilityLevel.LEVEL_2,
                new Batching(Duration.ZERO, new ByteSize(0)),
                VendorSettings.NONE)));
        return ProducerConnection.on(
                connection(),
                new ProducerConnection.Target("e", properties),
                ProducerConnection.Channels.of(isStream, partitions, limit(unconfirmed)));
    }

    private void publish(ProducerConnection link, int messages, int partitions) {
        for (int message = 0; message < messages; message++) {
            assertThat(link.publish(message % partitions, new byte[1], outcomes.pendingSend(message)))
                    .isTrue();
        }
    }

    /** What a server before 4.0 needs: it takes the number on the channel for that in the stream. */
    @Test
    void theNumberOfAMessageOnItsChannelIsItsNumberInTheStream() throws Exception {
        publish(link(true, 3, 30), 9, 3);

        assertThat(opened)
                .extracting(fake -> fake.published)
                .containsExactly(
                        Map.of("0", List.of(1L, 2L, 3L)),
                        Map.of("1", List.of(1L, 2L, 3L)),
                        Map.of("2", List.of(1L, 2L, 3L)));
    }

    @Test
    void queuesShareOneChannel() throws Exception {
        publish(link(false, 3, 30), 4, 3);

        assertThat(opened)
                .extracting(fake -> fake.published)
                .containsExactly(Map.of("0", List.of(1L, 4L), "1", List.of(2L), "2", List.of(3L)));
    }

    @Test
    void theChannelsOfStreamsShareTheConfirmWindow() {
        assertThat(ProducerConnection.Channels.of(true, 4, limit(5_000)).unconfirmed())
                .isEqualTo(1_250);
        assertThat(ProducerConnection.Channels.of(true, 4, limit(3)).unconfirmed())
                .isEqualTo(1);
        assertThat(ProducerConnection.Channels.of(false, 4, limit(5_000)).unconfirmed())
                .isEqualTo(5_000);
    }

    @Test
    void aConfirmIsThatOfItsChannel() throws Exception {
        publish(link(true, 2, 20), 4, 2);
        opened.get(1).confirm(2);

        assertThat(outcomes.acked()).containsExactly(3L);
    }

    @Test
    void whenOneChannelEndsTheConnectionGoesAndNothingMoreIsTaken() throws Exception {
        ProducerConnection link = link(true, 2, 20);
        publish(link, 2, 2);
        assertThat(link.isOpen()).isTrue();

        opened.getFirst().end(true);

        assertThat(link.isOpen()).isFalse();
        assertThat(outcomes.failed()).containsOnlyKeys(0L);
        assertThat(link.publish(0, new byte[1], outcomes.pendingSend(9))).isFalse();
        opened.getLast().end(true);
        assertThat(outcomes.failed()).containsOnlyKeys(0L, 1L);
    }

    @Test
    void tooFewChannelsAreRefusedWithWhatToDo() {
        channelMax = 1;
        assertThatThrownBy(() -> link(true, 2, 20))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no channel left for e")
                .hasMessageContaining("lower workload.partitions");
        assertThat(aborted).isTrue();
    }

    /** Who keeps to the limit of all systems does so for the producer, so each channel has room for all, as far as is sensible. */
    @Test
    void withoutAConfirmWindowEachChannelHasRoomForAllThatAreInFlight() {
        assertThat(ProducerConnection.Channels.of(true, 4, limit(0)).unconfirmed())
                .isEqualTo(5_000);
        assertThat(ProducerConnection.Channels.of(true, 400, limit(0)).unconfirmed())
                .isEqualTo(500);
        assertThat(limit(300).lower()).contains("5000 messages, but confirm-window=300 is lower");
    }

    private static UnconfirmedLimit limit(int confirmWindow) {
        return UnconfirmedLimit.of(confirmWindow, InFlightRoom.USUAL);
    }
}
