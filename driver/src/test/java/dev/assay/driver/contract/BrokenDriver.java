package dev.assay.driver.contract;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.EffectiveConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps the contract but for one defect. */
final class BrokenDriver implements Driver {
    private static final AtomicInteger SUBSCRIPTIONS = new AtomicInteger();

    private final Driver inner;
    private final ContractDefect defect;
    private final CountDownLatch letGo;
    private final ExecutorService connection = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("one-connection").factory());
    private final List<DriverException> ignored = new ArrayList<>();
    private final Lock oneThread = new ReentrantLock();
    private final CountDownLatch never = new CountDownLatch(1);

    /** @param letGo releases threads that hang on closing */
    BrokenDriver(Driver inner, ContractDefect defect, CountDownLatch letGo) {
        this.letGo = letGo;
        this.inner = inner;
        this.defect = defect;
        if (defect == ContractDefect.LEAVES_A_THREAD) {
            Thread.ofPlatform().daemon().name("left-over").start(() -> {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    @Override
    public Capabilities capabilities() {
        return inner.capabilities();
    }

    @Override
    public void createTopics(List<TopicSpec> topics) throws DriverException {
        if (defect == ContractDefect.DIVIDES_QUEUES_BY_PARTITIONS) {
            inner.createTopics(topics.stream()
                    .map(topic -> new TopicSpec(topic.name(), topic.partitions(), topic.subscriptions()))
                    .toList());
            return;
        }
        if (defect != ContractDefect.TAKES_EXISTING_TOPICS) {
            inner.createTopics(topics);
            return;
        }
        for (TopicSpec topic : topics) {
            try {
                inner.createTopics(List.of(topic));
            } catch (DriverException e) {
                ignored.add(e);
            }
        }
    }

    @Override
    public void deleteTopics(List<TopicSpec> topics) throws DriverException {
        inner.deleteTopics(topics);
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        return new BrokenProducer(inner.openProducer(topic), defect, connection);
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        MessageListener passedListener = BrokenConsumer.listener(listener, defect, oneThread);
        return new BrokenConsumer(inner.openConsumer(topic, name(subscription), passedListener), defect);
    }

    private String name(String subscription) {
        return switch (defect) {
            case FORGETS_POSITIONS, GIVES_ALL_TO_EACH_CONSUMER -> subscription + SUBSCRIPTIONS.incrementAndGet();
            case SHARES_BETWEEN_SUBSCRIPTIONS -> "the only one";
            default -> subscription;
        };
    }

    @Override
    public Failure failureOf(Throwable cause) {
        return defect == ContractDefect.CLASSES_EVERYTHING_ALIKE
                ? Failure.of(FailureClass.OTHER, cause)
                : inner.failureOf(cause);
    }

    @Override
    public EffectiveConfig effectiveConfig() throws DriverException {
        return inner.effectiveConfig();
    }

    @Override
    public void close() throws DriverException {
        if (defect == ContractDefect.HANGS_ON_CLOSING) {
            try {
                letGo.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        connection.shutdownNow();
        if (defect != ContractDefect.OPENS_WHEN_CLOSED) {
            inner.close();
        }
    }
}
