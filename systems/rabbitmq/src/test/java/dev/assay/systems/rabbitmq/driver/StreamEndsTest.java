package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.stream.Consumer;
import com.rabbitmq.stream.ConsumerBuilder;
import com.rabbitmq.stream.ConsumerFlowStrategy;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageHandler;
import com.rabbitmq.stream.NoOffsetException;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.Producer;
import com.rabbitmq.stream.ProducerBuilder;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.StreamStats;
import dev.assay.driver.DriverException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Finds the ends of streams by the reports of servers that are made up. */
class StreamEndsTest {
    private boolean led = true;
    private boolean tellsOfStreams = true;

    /** The offset of the last chunk's first message. */
    private long chunk;

    private int messages = 3;
    private @Nullable MessageHandler handler;
    private @Nullable ConsumerFlowStrategy strategy;

    private Environment environment() {
        return Fake.of(Environment.class, (method, arguments) -> switch (method) {
            case "producerBuilder" -> producers();
            case "consumerBuilder" -> consumers();
            case "queryStreamStats" -> stats();
            default -> throw new AssertionError(method);
        });
    }

    private ProducerBuilder producers() {
        return Fake.of(ProducerBuilder.class, (method, arguments) -> {
            if (!method.equals("build")) {
                return producers();
            }
            if (!led) {
                throw new StreamException("no leader");
            }
            return Fake.of(Producer.class, (name, none) -> null);
        });
    }

    private StreamStats stats() {
        if (!tellsOfStreams) {
            throw new UnsupportedOperationException("RabbitMQ 3.11 is needed");
        }
        return Fake.of(StreamStats.class, (method, arguments) -> {
            if (messages == 0) {
                throw new NoOffsetException("empty");
            }
            return 0L;
        });
    }

    private ConsumerBuilder consumers() {
        return Fake.of(ConsumerBuilder.class, (method, arguments) -> switch (method) {
            case "offset" -> {
                assertThat(arguments[0]).isEqualTo(OffsetSpecification.last());
                yield consumers();
            }
            case "messageHandler" -> {
                handler = (MessageHandler) arguments[0];
                yield consumers();
            }
            case "flow" -> flow();
            case "build" -> opened();
            default -> consumers();
        });
    }

    private ConsumerBuilder.FlowConfiguration flow() {
        return Fake.of(ConsumerBuilder.FlowConfiguration.class, (method, arguments) -> {
            if (method.equals("strategy")) {
                strategy = (ConsumerFlowStrategy) arguments[0];
                return flow();
            }
            return consumers();
        });
    }

    private Consumer opened() {
        if (messages > 0 && strategy != null && handler != null) {
            strategy.start(Fake.of(ConsumerFlowStrategy.Context.class, (method, arguments) -> (long) messages));
            for (int i = 0; i < messages; i++) {
                long offset = chunk + i;
                handler.handle(
                        Fake.of(MessageHandler.Context.class, (method, arguments) -> offset),
                        Fake.of(Message.class, (method, arguments) -> null));
            }
        }
        return Fake.of(Consumer.class, (method, arguments) -> null);
    }

    @Test
    void itEndsWithTheLastMessageOfItsLastChunk() throws DriverException {
        chunk = 40;
        assertThat(StreamEnds.read(environment(), "s")).isEqualTo(42);
        tellsOfStreams = false;
        assertThat(StreamEnds.read(environment(), "s"))
                .as("before RabbitMQ 3.11")
                .isEqualTo(42);
    }

    @Test
    void anEmptyOneEndsBeforeItsFirstMessage() throws DriverException {
        messages = 0;
        assertThat(StreamEnds.read(environment(), "s")).isEqualTo(StreamEnds.EMPTY);
    }

    @Test
    void withoutALeaderItsEndIsNotKnown() {
        led = false;
        assertThatThrownBy(() -> StreamEnds.read(environment(), "s"))
                .isInstanceOf(DriverException.class)
                .hasMessage("asking where the stream s ends failed: StreamException: no leader");
    }
}
