package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.stream.metrics.MetricsCollector;
import dev.assay.driver.metric.ClientSums;
import dev.assay.driver.metric.CounterDelta;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the frames that the client of streams publishes, and the chunks that it receives, with their messages. The client calls it for
 * each of them, and not for each message; where it puts several messages into one entry, entries are counted.
 */
final class FrameCounts implements MetricsCollector {
    private final Counted published = new Counted();
    private final Counted delivered = new Counted();

    private static final class Counted {
        private final LongAdder frames = new LongAdder();
        private final LongAdder messages = new LongAdder();
        private final CounterDelta frameGrowth = new CounterDelta();
        private final CounterDelta messageGrowth = new CounterDelta();

        void add(int count) {
            frames.increment();
            messages.add(count);
        }

        /** Adds the mean of messages per frame, and returns the number of frames since the previous call. */
        OptionalDouble tell(ClientSums sums, Metric mean) {
            OptionalDouble grown = frameGrowth.since((double) frames.sum());
            OptionalDouble more = messageGrowth.since((double) messages.sum());
            if (grown.isPresent() && more.isPresent()) {
                sums.mean(mean, more.getAsDouble(), grown.getAsDouble());
            }
            return grown;
        }
    }

    /** Adds the frames published since the previous call. */
    void tellPublished(ClientSums sums) {
        published
                .tell(sums, Metrics.CLIENT_BATCH_MESSAGES)
                .ifPresent(frames -> sums.perSecond(Metrics.CLIENT_BATCHES, frames));
    }

    /** Adds the chunks received since the previous call. */
    void tellDelivered(ClientSums sums) {
        delivered.tell(sums, Metrics.CLIENT_FETCH_MESSAGES);
    }

    @Override
    public void publish(int count) {
        published.add(count);
    }

    @Override
    public void chunk(int entriesCount) {
        delivered.add(entriesCount);
    }

    @Override
    public void openConnection() {}

    @Override
    public void closeConnection() {}

    @Override
    public void publishConfirm(int count) {}

    @Override
    public void publishError(int count) {}

    @Override
    public void consume(long count) {}

    @Override
    public void writtenBytes(int writtenBytes) {}

    @Override
    public void readBytes(int readBytes) {}
}
