package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Opens consumers at a node that does not let its queues be read. */
class PartitionConsumersTest {
    private static final long SECOND = 1_000_000_000;
    private static final String DOWN =
            "NOT_FOUND - home node 'rabbitmq-1@127.0.0.1' of durable queue 'q-1' in vhost '/' is down or inaccessible";

    private final List<Integer> opened = new ArrayList<>();

    /** Creates consumers at a node that refuses partition 1 {@code refusals} times. */
    private PartitionConsumers consumers(int refusals, int code, String text) {
        AtomicInteger left = new AtomicInteger(refusals);
        return consumers(() -> left.getAndDecrement() > 0 ? closed(code, text) : null);
    }

    /** @param answers the node's answers for partition 1; null where it lets it be read */
    private PartitionConsumers consumers(Supplier<@Nullable IOException> answers) {
        List<PartitionConsumer.Source> sources = List.of(source(0), source(1));
        return new PartitionConsumers("topic t", sources, new PartitionConsumers.Network() {
            @Override
            public Connection connect() {
                return Fake.of(Connection.class, (method, arguments) -> method.equals("isOpen") ? true : null);
            }

            @Override
            public PartitionConsumer consumer(Connection connection, PartitionConsumer.Source source)
                    throws IOException {
                opened.add(source.partition());
                IOException answer = source.partition() == 1 ? answers.get() : null;
                if (answer != null) {
                    throw answer;
                }
                return PartitionConsumerTest.live(source);
            }
        });
    }

    private static IOException closed(int code, String text) {
        AMQP.Channel.Close close =
                new AMQP.Channel.Close.Builder().replyCode(code).replyText(text).build();
        return new IOException(new ShutdownSignalException(false, false, close, "a channel"));
    }

    private static IOException connectionClosed(int code, String text) {
        AMQP.Connection.Close close = new AMQP.Connection.Close.Builder()
                .replyCode(code)
                .replyText(text)
                .build();
        return new IOException(new ShutdownSignalException(true, false, close, "a connection"));
    }

    private static PartitionConsumer.Source source(int partition) {
        return new PartitionConsumer.Source("q-" + partition, partition);
    }

    @Test
    void whatIsRefusedIsToldAndTheOthersAreConsumedFrom() {
        PartitionConsumers consumers = consumers(1, AMQP.ACCESS_REFUSED, "ACCESS_REFUSED - no");

        assertThatThrownBy(consumers::open)
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("consuming topic t")
                .hasMessageContaining("ACCESS_REFUSED - no");
        assertThat(consumers.live()).isEqualTo(1);
        assertThat(consumers.isWhole()).isFalse();
    }

    @Test
    void onlyWhatIsNotOpenIsAskedForAgain() throws DriverException {
        PartitionConsumers consumers = consumers(1, AMQP.ACCESS_REFUSED, "ACCESS_REFUSED - no");
        assertThatThrownBy(consumers::open).isInstanceOf(DriverException.class);

        consumers.open();

        assertThat(opened).containsExactly(0, 1, 1);
        assertThat(consumers.isWhole()).isTrue();
    }

    @Test
    void whatIsDownIsTriedForAsLongAsItIsDown() throws DriverException {
        PartitionConsumers consumers = consumers(1_000, AMQP.NOT_FOUND, DOWN);

        for (long second = 0; second < 1_000; second++) {
            consumers.reopen(second * SECOND);
            assertThat(consumers.live()).isEqualTo(1);
        }
        assertThatThrownBy(consumers::areAtEnd)
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("1 of 2 queues are consumed from")
                .hasMessageContaining("down or inaccessible");
        consumers.reopen(1_000 * SECOND);

        assertThat(consumers.isWhole()).isTrue();
    }

    @Test
    void whatStaysRefusedIsGivenUp() throws DriverException {
        PartitionConsumers consumers = consumers(Integer.MAX_VALUE, AMQP.NOT_FOUND, "NOT_FOUND - no queue 'q-1'");

        consumers.reopen(-5 * SECOND);
        consumers.reopen(55 * SECOND);
        assertThatThrownBy(() -> consumers.reopen(55 * SECOND + 1))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("no queue 'q-1'");
    }

    /** A node that comes back refuses its queues for a while, and may be gone again. */
    @Test
    void onlyWhatIsRefusedAllTheTimeIsGivenUp() throws DriverException {
        AtomicReference<@Nullable IOException> answer = new AtomicReference<>();
        PartitionConsumers consumers = consumers(answer::get);
        for (long second = 0; second < 1_000; second += 50) {
            answer.set(
                    second % 100 == 0
                            ? closed(AMQP.NOT_FOUND, "NOT_FOUND - no queue 'q-1'")
                            : closed(AMQP.NOT_FOUND, DOWN));
            consumers.reopen(second * SECOND);
            assertThat(consumers.live()).isEqualTo(1);
        }
    }

    @Test
    void aNodeThatEndsOrFailsRefusesNothing() {
        assertThat(refuses(closed(AMQP.NOT_FOUND, DOWN))).isFalse();
        assertThat(refuses(connectionClosed(
                        AMQP.CONNECTION_FORCED, "CONNECTION_FORCED - broker forced connection closure")))
                .isFalse();
        assertThat(refuses(connectionClosed(AMQP.INTERNAL_ERROR, "INTERNAL_ERROR")))
                .isFalse();
        assertThat(refuses(new ConnectException("Connection refused"))).isFalse();

        assertThat(refuses(closed(AMQP.NOT_FOUND, "NOT_FOUND - no queue 'q-1'")))
                .isTrue();
        assertThat(refuses(connectionClosed(AMQP.NOT_ALLOWED, "NOT_ALLOWED - vhost / not found")))
                .isTrue();
        assertThat(refuses(new AuthenticationFailureException("ACCESS_REFUSED")))
                .isTrue();
    }

    private static boolean refuses(IOException answer) {
        return RabbitMqFailures.isRefusal(RabbitMqFailures.failed("consuming", answer));
    }
}
