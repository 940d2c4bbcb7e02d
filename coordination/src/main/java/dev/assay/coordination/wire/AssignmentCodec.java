package dev.assay.coordination.wire;

import dev.assay.coordination.wire.proto.Topic;
import dev.assay.core.result.Phase;
import dev.assay.driver.TopicSpec;
import dev.assay.engine.Assignment;
import dev.assay.engine.ConsumerSlot;
import dev.assay.engine.ProducerSlot;
import java.time.Duration;

/** Assignments and topics to messages and back. */
public final class AssignmentCodec {
    private AssignmentCodec() {}

    public static dev.assay.coordination.wire.proto.Assignment toWire(Assignment assignment) {
        var wire = dev.assay.coordination.wire.proto.Assignment.newBuilder()
                .setWorker(assignment.worker())
                .setRun(assignment.run())
                .setSeed(assignment.seed())
                .setWorkload(WorkloadCodec.toWire(assignment.workload()))
                .setCatchUpNanos(assignment.catchUp().toNanos());
        assignment.phases().forEach(phase -> wire.addPhases(toWire(phase)));
        assignment.producers().forEach(slot -> wire.addProducers(toWire(slot)));
        assignment.consumers().forEach(slot -> wire.addConsumers(toWire(slot)));
        return wire.build();
    }

    /**
     * The assignment that the message stands for.
     *
     * @throws IllegalArgumentException when the message holds impossible values
     */
    public static Assignment fromWire(dev.assay.coordination.wire.proto.Assignment wire) {
        return new Assignment(
                wire.getWorker(),
                wire.getRun(),
                wire.getSeed(),
                WorkloadCodec.fromWire(wire.getWorkload()),
                wire.getPhasesList().stream()
                        .map(phase -> new Phase(phase.getName(), phase.getStartNanos(), phase.getEndNanos()))
                        .toList(),
                wire.getProducersList().stream()
                        .map(slot -> new ProducerSlot(slot.getNumber(), fromWire(slot.getTopic())))
                        .toList(),
                wire.getConsumersList().stream().map(AssignmentCodec::fromWire).toList(),
                Duration.ofNanos(wire.getCatchUpNanos()));
    }

    public static Topic toWire(TopicSpec topic) {
        return Topic.newBuilder()
                .setName(topic.name())
                .setPartitions(topic.partitions())
                .addAllSubscriptions(topic.subscriptions())
                .build();
    }

    public static TopicSpec fromWire(Topic wire) {
        return new TopicSpec(wire.getName(), wire.getPartitions(), wire.getSubscriptionsList());
    }

    private static ConsumerSlot fromWire(dev.assay.coordination.wire.proto.ConsumerSlot slot) {
        return new ConsumerSlot(
                slot.getSubscription(), slot.getSubscriptionName(), slot.getTopicIndex(), fromWire(slot.getTopic()));
    }

    private static dev.assay.coordination.wire.proto.Phase toWire(Phase phase) {
        return dev.assay.coordination.wire.proto.Phase.newBuilder()
                .setName(phase.name())
                .setStartNanos(phase.startNanos())
                .setEndNanos(phase.endNanos())
                .build();
    }

    private static dev.assay.coordination.wire.proto.ProducerSlot toWire(ProducerSlot slot) {
        return dev.assay.coordination.wire.proto.ProducerSlot.newBuilder()
                .setNumber(slot.number())
                .setTopic(toWire(slot.topic()))
                .build();
    }

    private static dev.assay.coordination.wire.proto.ConsumerSlot toWire(ConsumerSlot slot) {
        return dev.assay.coordination.wire.proto.ConsumerSlot.newBuilder()
                .setSubscription(slot.subscription())
                .setTopicIndex(slot.topicIndex())
                .setTopic(toWire(slot.topic()))
                .setSubscriptionName(slot.subscriptionName())
                .build();
    }
}
