package dev.assay.systems.memory.driver;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.LocalClock;
import dev.assay.driver.MessageListener;

/** One member of a subscription. */
final class MemoryConsumer implements DriverConsumer {
    private final MemoryTopic.Subscription subscription;
    private final MemoryTopic.Member member;

    MemoryConsumer(MemoryTopic.Subscription subscription, MessageListener listener, LocalClock clock) {
        this.subscription = subscription;
        this.member = subscription.join(listener, clock);
    }

    @Override
    public int assignedPartitions() {
        return subscription.heldBy(member);
    }

    @Override
    public void pause() {
        subscription.pause(member, true);
    }

    @Override
    public void resume() {
        subscription.pause(member, false);
    }

    @Override
    public void close() {
        subscription.leave(member);
    }
}
