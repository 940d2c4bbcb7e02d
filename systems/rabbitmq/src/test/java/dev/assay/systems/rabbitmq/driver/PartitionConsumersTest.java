package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is made of a node that does not let its queues be read. */
class PartitionConsumersTest {
    private final List<Integer> asked = new ArrayList<>();

    /** A node that refuses partition 1 so many times. */
    private PartitionConsumers consumers(int refusals, int code, String text) {
        List<PartitionConsumer.Source> sources = List.of(source(0), source(1));
        return new PartitionConsumers("topic t", sources, new PartitionConsumers.Network() {
            private int left = refusals;

            @Override
            public Connection connect() {
                return Fake.of(Connection.class, (method, arguments) -> method.equals("isOpen") ? true : null);
            }

            @Override
            public PartitionConsumer consumer(Connection connection, PartitionConsumer.Source source)
                    throws IOException {
                asked.add(source.partition());
                if (source.partition() == 1 && left-- > 0) {
                    AMQP.Channel.Close close = new AMQP.Channel.Close.Builder()
                            .replyCode(code)
                            .replyText(text)
                            .build();
                    throw new IOException(new ShutdownSignalException(false, false, close, this));
                }
                return PartitionConsumerTest.live(source);
            }
        });
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

        assertThat(asked).containsExactly(0, 1, 1);
        assertThat(consumers.isWhole()).isTrue();
    }
}
