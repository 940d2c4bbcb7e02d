package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.stream.Consumer;
import com.rabbitmq.stream.ConsumerFlowStrategy;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.NoOffsetException;
import com.rabbitmq.stream.OffsetSpecification;
import com.rabbitmq.stream.StreamException;
import dev.assay.driver.DriverException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Finds a stream's end: the last message of its last committed chunk, which is read for that. Replicas serve consumers without a leader, so
 * a producer is opened to see that there is one.
 */
final class StreamEnds {
    /** The limit of reading a chunk, which comes at once if there is one; callers may ask again. */
    private static final int LIMIT_SECONDS = 3;

    static final long EMPTY = -1;

    private StreamEnds() {}

    /**
     * Returns the offset of the last message, or {@link #EMPTY}.
     *
     * @throws DriverException when it can't be determined, as without a leader of the stream; before RabbitMQ 3.11, which reports nothing
     * about streams, also where it is empty
     */
    static long read(Environment environment, String stream) throws DriverException {
        try {
            environment.producerBuilder().stream(stream).build().close();
            return lastOffset(environment, stream);
        } catch (TimeoutException e) {
            if (isEmpty(environment, stream)) {
                return EMPTY;
            }
            throw new DriverException(
                    "the end of the stream " + stream + " is not known: it gave no message within " + LIMIT_SECONDS
                            + " s, and it is not known to be empty",
                    e);
        } catch (StreamException | IllegalStateException e) {
            throw RabbitMqFailures.failed("asking where the stream " + stream + " ends", e);
        }
    }

    private static boolean isEmpty(Environment environment, String stream) {
        try {
            return environment.queryStreamStats(stream).firstOffset() < 0;
        } catch (NoOffsetException _) {
            return true;
        } catch (StreamException | UnsupportedOperationException _) {
            return false; // It is not known: RabbitMQ before 3.11 can't be asked.
        }
    }

    private static long lastOffset(Environment environment, String stream) throws DriverException, TimeoutException {
        CompletableFuture<Long> last = new CompletableFuture<>();
        AtomicLong left = new AtomicLong();
        ConsumerFlowStrategy oneChunk = new ConsumerFlowStrategy() {
            @Override
            public int initialCredits() {
                return 1;
            }

            @Override
            public MessageProcessedCallback start(Context chunk) {
                left.set(chunk.messageCount());
                return message -> {};
            }
        };
        try (Consumer _ = environment.consumerBuilder().stream(stream)
                .offset(OffsetSpecification.last())
                .messageHandler((context, message) -> {
                    if (left.decrementAndGet() == 0) {
                        last.complete(context.offset());
                    }
                })
                .noTrackingStrategy()
                .flow()
                .strategy(oneChunk)
                .builder()
                .build()) {
            return last.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw RabbitMqFailures.failed("reading the end of the stream " + stream, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("reading the end of the stream " + stream + " was interrupted", e);
        }
    }
}
