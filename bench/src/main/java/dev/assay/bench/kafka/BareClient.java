package dev.assay.bench.kafka;

import com.sun.management.OperatingSystemMXBean;
import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.load.LoadSegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Does the minimum of a program that produces to a topic and consumes from it: one thread sends, with a callback that counts, and
 * one polls and counts. No clock is read for a message, and there is no schedule, header, checksum, histogram or ledger. Pacing is
 * the simplest possible: it sleeps for a given time and sends all messages that are due.
 */
public final class BareClient {
    private static final long LOOK_NANOS = 1_000_000;
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long ASSIGNMENT_LIMIT_NANOS = Duration.ofSeconds(30).toNanos();
    private static final int CYCLE_BYTES = 2 << 20;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final AtomicLong acked = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final Callback count = this::completed;
    private final String topic;
    private final byte[][] payloads;
    private volatile boolean assigned;
    private volatile boolean sending = true;
    private volatile boolean consuming = true;

    /**
     * @param rate messages per second; 0 for no limit
     * @param napNanos sleep in between, in nanoseconds
     */
    private record Pace(long rate, long napNanos) {}

    private BareClient(String topic, int messageBytes) {
        this.topic = topic;
        this.payloads = new byte[Math.max(2, CYCLE_BYTES / messageBytes)][messageBytes];
        SplittableRandom random = new SplittableRandom(42);
        for (byte[] payload : payloads) {
            random.nextBytes(payload);
        }
    }

    /**
     * Prints {@code cpu-seconds}, {@code acked} and {@code received} of the measured time, and {@code seconds}.
     *
     * @param arguments servers, linger in milliseconds, batch in bytes, topic, bytes of a message, messages per second (0 for no limit),
     * seconds of warm-up, seconds, nanoseconds of a sleep
     */
    public static void main(String[] arguments) throws InterruptedException {
        BareSettings settings =
                new BareSettings(arguments[0], Long.parseLong(arguments[1]), Long.parseLong(arguments[2]));
        BareClient client = new BareClient(arguments[3], Integer.parseInt(arguments[4]));
        Pace pace = new Pace(Long.parseLong(arguments[5]), Long.parseLong(arguments[8]));
        Thread consumer = Thread.ofPlatform().name("bare-consumer").start(() -> client.consume(settings));
        client.awaitAssignment();
        Thread producer = Thread.ofPlatform().name("bare-producer").start(() -> client.produce(settings, pace));
        long start = System.nanoTime() + Integer.parseInt(arguments[6]) * 1_000_000_000L;
        client.measure(start, Integer.parseInt(arguments[7]));
        client.sending = false;
        producer.join();
        client.consuming = false;
        consumer.join();
        System.exit(client.failed.get() == 0 ? 0 : 1);
    }

    private void measure(long start, int seconds) {
        LoadSegment.sleepUntil(start);
        long from = System.nanoTime();
        long cpu = SYSTEM.getProcessCpuTime();
        long ackedBefore = acked.get();
        long receivedBefore = received.get();
        LoadSegment.sleepUntil(start + seconds * 1_000_000_000L);
        ChildJvm.tell("cpu-seconds", (SYSTEM.getProcessCpuTime() - cpu) / 1e9);
        ChildJvm.tell("acked", (double) (acked.get() - ackedBefore));
        ChildJvm.tell("received", (double) (received.get() - receivedBefore));
        ChildJvm.tell("seconds", (System.nanoTime() - from) / 1e9);
    }

    private void awaitAssignment() {
        long deadline = System.nanoTime() + ASSIGNMENT_LIMIT_NANOS;
        while (!assigned) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the bare consumer got no partitions within 30 s");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void produce(BareSettings settings, Pace pace) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings.producer())) {
            long start = System.nanoTime();
            long sent = 0;
            while (sending) {
                long due = pace.rate() == 0 ? sent + 1 : (long) ((System.nanoTime() - start) / 1e9 * pace.rate());
                while (sent < due) {
                    byte[] payload = payloads[(int) (sent++ % payloads.length)];
                    Future<RecordMetadata> _ = producer.send(new ProducerRecord<>(topic, payload), count);
                }
                if (pace.rate() != 0) {
                    LockSupport.parkNanos(pace.napNanos());
                }
            }
        }
    }

    private void completed(RecordMetadata metadata, Exception exception) {
        if (exception == null) {
            acked.setRelease(acked.getPlain() + 1); // The client calls back on one thread.
        } else {
            failed.incrementAndGet();
        }
    }

    private void consume(BareSettings settings) {
        try (KafkaConsumer<ByteBuffer, ByteBuffer> consumer = new KafkaConsumer<>(settings.consumer("bare-" + topic))) {
            consumer.subscribe(List.of(topic));
            while (consuming) {
                long count = 0;
                for (ConsumerRecord<ByteBuffer, ByteBuffer> message : consumer.poll(POLL)) {
                    count += message.value().hasRemaining() ? 1 : 0;
                }
                received.setRelease(received.getPlain() + count);
                assigned = assigned || !consumer.assignment().isEmpty();
            }
        }
    }
}
