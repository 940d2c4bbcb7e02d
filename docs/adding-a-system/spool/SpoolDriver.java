package spool;

import dev.assay.driver.*;
import dev.assay.driver.client.*;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.EffectiveConfig;
import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/** What workers do with a spool. A topic is a folder, a partition a file of records: a length, and as many bytes. */
final class SpoolDriver implements Driver {
    /** Found by workers. */
    public static final class Provider implements DriverProvider {
        @Override public String system() { return "spool"; }
        @Override public String client() { return "spool 1"; }
        @Override public Driver open(DriverConfig config) throws DriverException { return new SpoolDriver(config); }
    }

    private final Path folder;
    private final Duration poll;
    private final boolean sync;
    private final OpenClients open = new OpenClients();
    private final Map<String, AtomicLongArray> positions = new ConcurrentHashMap<>();

    SpoolDriver(DriverConfig config) throws DriverException {
        folder = Path.of(config.required("folder"));
        poll = Duration.parse(config.required("poll"));
        sync = config.durability().localSync();
    }

    @Override public Capabilities capabilities() {
        return new Capabilities(SpoolSystem.Spec.MAX_PAYLOAD, 1_000, true, true, false, true);
    }

    @Override public void createTopics(List<TopicSpec> topics) throws DriverException {
        for (TopicSpec topic : topics) {
            if (Files.exists(folder.resolve(topic.name()))) {
                throw new DriverException("the topic " + topic.name() + " exists already");
            }
        }
        for (TopicSpec topic : topics) {
            folder.resolve(topic.name()).toFile().mkdirs();
            close(files(topic, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        }
    }

    @Override public void deleteTopics(List<TopicSpec> topics) throws DriverException {
        for (TopicSpec topic : topics) {
            if (Files.exists(folder.resolve(topic.name()))) {
                close(files(topic, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
                folder.resolve(topic.name()).toFile().delete();
            }
            positions.keySet().removeIf(key -> key.startsWith(topic.name() + "/"));
        }
    }

    @Override public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        open.check();
        Producer producer = new Producer(files(topic, StandardOpenOption.APPEND));
        open.add(producer);
        return producer;
    }

    @Override public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        open.check();
        Consumer consumer = new Consumer(topic, subscription, files(topic, StandardOpenOption.READ), listener);
        open.add(consumer);
        consumer.start();
        return consumer;
    }

    @Override public EffectiveConfig effectiveConfig() {
        return new EffectiveConfig(Map.of("producer", Map.of("sync", Boolean.toString(sync)), "topic", Map.of("copies", "1"),
                "consumer", Map.of("poll", poll.toString())), Map.of());
    }

    @Override public void close() throws DriverException {
        open.close();
    }

    private List<FileChannel> files(TopicSpec topic, OpenOption... options) throws DriverException {
        List<FileChannel> files = new ArrayList<>();
        try {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                files.add(FileChannel.open(folder.resolve(topic.name()).resolve("" + partition), options));
            }
            return files;
        } catch (IOException e) {
            close(files);
            throw new DriverException("can't open topic " + topic.name() + ": " + e, e);
        }
    }

    private static void close(List<FileChannel> files) {
        for (FileChannel file : files) {
            try { file.close(); } catch (IOException e) { throw new UncheckedIOException(e); }
        }
    }

    /** Writes on a thread of its own: what comes while it is busy is then written, synced and acknowledged together. */
    private final class Producer implements DriverProducer {
        private record Message(int partition, ByteBuffer record, PendingSend send) {}

        private final BlockingQueue<Message> waiting = new LinkedBlockingQueue<>();
        private final List<FileChannel> files;
        private final Partitioner partitioner;
        private final ExecutorService writer = Executors.newSingleThreadExecutor();
        private volatile boolean closed;

        Producer(List<FileChannel> files) {
            this.files = files;
            partitioner = new Partitioner(files.size());
            writer.execute(this::write);
        }

        @Override public void send(byte[] payload, byte[] key, PendingSend send) {
            if (payload.length > SpoolSystem.Spec.MAX_PAYLOAD) {
                send.failed(DriverException.ofMessage(FailureClass.TOO_LARGE, "size", payload.length + " bytes", null));
                return;
            }
            ByteBuffer record = ByteBuffer.allocate(4 + payload.length).putInt(payload.length).put(payload).flip();
            waiting.add(new Message(partitioner.partitionOf(key), record, send));
            if (closed) {
                failRest();
            }
        }

        private void write() {
            while (!closed) {
                List<Message> group = new ArrayList<>();
                try {
                    Message first = waiting.poll(50, TimeUnit.MILLISECONDS);
                    group.addAll(first == null ? List.of() : List.of(first));
                    waiting.drainTo(group);
                    for (Message message : group) {
                        files.get(message.partition()).write(message.record()); // As a whole, whoever else appends.
                    }
                    for (FileChannel file : sync && first != null ? files : List.<FileChannel>of()) {
                        file.force(false);
                    }
                    group.forEach(message -> message.send().acked());
                } catch (IOException | InterruptedException e) {
                    group.forEach(message -> message.send().failed(e));
                }
            }
            failRest();
        }

        /** Whoever takes a message from the queue tells its outcome. */
        private void failRest() {
            for (Message rest = waiting.poll(); rest != null; rest = waiting.poll()) {
                rest.send().failed(DriverException.producerClosed("the producer is closed"));
            }
        }

        @Override public void flush() {}

        @Override public void close() {
            closed = true;
            writer.close();
            SpoolDriver.close(files);
        }
    }

    /** Reads its partitions in turn. How far it came is known to whoever opens the subscription here again. */
    private final class Consumer extends PollingConsumer {
        private final ByteBuffer chunk = ByteBuffer.allocate(4 + SpoolSystem.Spec.MAX_PAYLOAD);
        private final List<FileChannel> files;
        private final AtomicLongArray read;
        private final MessageListener listener;

        Consumer(TopicSpec topic, String subscription, List<FileChannel> files, MessageListener listener) {
            super("spool-consumer", topic.name() + "/" + subscription, listener);
            this.files = files;
            this.listener = listener;
            read = positions.computeIfAbsent(
                    topic.name() + "/" + subscription, _ -> new AtomicLongArray(topic.partitions()));
        }

        @Override protected void take() throws IOException {
            boolean nothing = true;
            for (int partition = 0; partition < files.size() && delivers(); partition++) {
                nothing &= files.get(partition).read(chunk.clear(), read.get(partition)) <= 0;
                chunk.flip();
                while (chunk.remaining() > 4) {
                    int length = chunk.getInt();
                    if (length > chunk.remaining() || (!delivers() && !awaitResumed())) {
                        break;
                    }
                    listener.onMessage(partition, chunk.array(), chunk.position(), length, System.nanoTime());
                    chunk.position(chunk.position() + length);
                    read.addAndGet(partition, 4 + length);
                }
            }
            if (nothing) {
                LockSupport.parkNanos(poll.toNanos());
            }
        }

        @Override public int assignedPartitions() { return files.size(); }

        @Override public boolean atEnd() throws DriverException {
            try {
                for (int partition = 0; partition < files.size(); partition++) {
                    if (read.get(partition) < files.get(partition).size()) {
                        return false;
                    }
                }
                return true;
            } catch (IOException e) {
                throw failed("looking for the end", e);
            }
        }

        @Override protected DriverException failed(String doing, Throwable cause) {
            return new DriverException(doing + " failed: " + cause, cause);
        }

        @Override protected void closeClient() { SpoolDriver.close(files); }
    }
}
