package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** A consumer of one topic in one group, with a client and a thread of its own. */
final class KafkaMessageConsumer implements DriverConsumer {
    private final PartitionEnds ends;
    private final PollLoop loop;
    private final PollThread thread;

    KafkaMessageConsumer(
            PartitionEnds ends,
            String topic,
            String subscription,
            Map<String, Object> settings,
            MessageListener listener)
            throws DriverException {
        this.ends = ends;
        this.loop = new PollLoop(topic, subscription, client(topic, settings), listener);
        this.thread = new PollThread(topic, subscription, loop);
    }

    /** Starts polling; apart from the constructor, so that no half-made object is seen by the thread. */
    KafkaMessageConsumer start() {
        thread.start();
        return this;
    }

    private static KafkaConsumer<ByteBuffer, ByteBuffer> client(String topic, Map<String, Object> settings)
            throws DriverException {
        try {
            return new KafkaConsumer<>(settings);
        } catch (KafkaException e) {
            throw KafkaFailures.failed("opening a consumer of topic " + topic, e);
        }
    }

    @Override
    public int assignedPartitions() {
        return loop.assigned();
    }

    /** What the client counts, by name. */
    Map<MetricName, ? extends Metric> metrics() {
        return loop.metrics();
    }

    @Override
    public boolean atEnd() throws DriverException {
        Map<Integer, Long> read = ends.read();
        Map<Integer, Long> positions = loop.positions();
        return read.entrySet().stream().allMatch(end -> positions.getOrDefault(end.getKey(), -1L) >= end.getValue());
    }

    @Override
    public void pause() {
        loop.wantPaused(true);
    }

    @Override
    public void resume() {
        loop.wantPaused(false);
    }

    @Override
    public void close() throws DriverException {
        thread.close();
    }
}
