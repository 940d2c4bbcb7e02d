package dev.assay.run.existing;

import dev.assay.driver.Capabilities;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.spec.EffectiveConfig;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Changes the state of an {@link ExistingSystem} one thing after the other, with a step before and after each. */
final class ExistingSystemDriver implements Driver {
    private final Driver messages;
    private final ExistingSystem system;
    private final KillSwitch killing;
    private final Runnable onClose;
    private final Set<TopicSpec> deleted = new LinkedHashSet<>();

    ExistingSystemDriver(Driver messages, ExistingSystem system, KillSwitch killing, Runnable onClose) {
        this.messages = messages;
        this.system = system;
        this.killing = killing;
        this.onClose = onClose;
    }

    /** Makes a change; like a client's, its waits for an answer end with an interrupt. */
    private void change(String name, Runnable change) throws DriverException {
        killing.step("before " + name);
        change.run();
        killing.step("after " + name);
        if (Thread.currentThread().isInterrupted()) {
            throw new DriverException(name + " was interrupted");
        }
    }

    private void add(String thing) throws DriverException {
        if (!system.has(thing)) {
            change("creating " + thing, () -> system.add(thing));
        }
    }

    private void remove(String thing) throws DriverException {
        if (system.has(thing)) {
            change("deleting " + thing, () -> system.remove(thing));
        }
    }

    @Override
    public Capabilities capabilities() {
        Capabilities own = messages.capabilities();
        return new Capabilities(
                own.maxPayloadBytes(), own.maxPartitions(), own.keys(), own.pause(), own.sharing(), true);
    }

    @Override
    public void createTopics(List<TopicSpec> topics) throws DriverException {
        List<TopicSpec> kept = topics.stream()
                .map(topic -> new TopicSpec(topic.name(), topic.partitions(), topic.groups()))
                .toList();
        List<TopicSpec> created = new ArrayList<>();
        try {
            for (TopicSpec topic : topics) {
                if (system.has(ExistingSystem.topic(topic))) {
                    throw new DriverException("the topic " + topic.name() + " already exists");
                }
                add(ExistingSystem.namespace(topic));
                add(ExistingSystem.policy(topic));
                add(ExistingSystem.topic(topic));
                created.add(topic);
            }
            messages.createTopics(kept);
        } catch (DriverException e) {
            deleteTopics(created);
            throw e;
        }
    }

    @Override
    public List<String> existingTopics(List<TopicSpec> topics) {
        killing.step("looking for topics");
        return topics.stream()
                .filter(topic -> system.has(ExistingSystem.topic(topic))
                        || topic.groups().stream().map(ExistingSystem::group).anyMatch(system::has))
                .map(TopicSpec::name)
                .toList();
    }

    @Override
    public void deleteTopics(List<TopicSpec> topics) throws DriverException {
        for (TopicSpec topic : topics) {
            remove(ExistingSystem.topic(topic));
            deleted.add(topic);
        }
        messages.deleteTopics(topics);
    }

    @Override
    public void deleteRemains() throws DriverException {
        for (TopicSpec topic : deleted) {
            for (String group : topic.groups()) {
                if (system.hasMembers(group)) {
                    throw new DriverException("the group " + group + " has members");
                }
                remove(ExistingSystem.group(group));
            }
            remove(ExistingSystem.policy(topic));
            remove(ExistingSystem.namespace(topic));
        }
        deleted.clear();
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        killing.step("opening a producer");
        return messages.openProducer(topic);
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        DriverConsumer consumer = messages.openConsumer(topic, subscription, listener);
        Member member = new Member(consumer, subscription);
        try {
            change("joining " + subscription, () -> system.join(subscription));
        } catch (DriverException e) {
            member.close();
            throw e;
        }
        return member;
    }

    @Override
    public EffectiveConfig effectiveConfig() throws DriverException {
        killing.step("reading settings");
        return messages.effectiveConfig();
    }

    @Override
    public void close() throws DriverException {
        onClose.run();
        messages.close();
    }

    /** Is a member of its group until it is closed; one that was killed does not say goodbye. */
    private final class Member implements DriverConsumer {
        private final DriverConsumer consumer;
        private final String group;

        Member(DriverConsumer consumer, String group) {
            this.consumer = consumer;
            this.group = group;
        }

        @Override
        public int assignedPartitions() {
            return consumer.assignedPartitions();
        }

        @Override
        public boolean sharesPartitions() {
            return consumer.sharesPartitions();
        }

        @Override
        public void pause() {
            consumer.pause();
        }

        @Override
        public void resume() {
            consumer.resume();
        }

        @Override
        public void close() throws DriverException {
            try {
                change("leaving " + group, () -> system.leave(group));
            } finally {
                consumer.close();
            }
        }
    }
}
