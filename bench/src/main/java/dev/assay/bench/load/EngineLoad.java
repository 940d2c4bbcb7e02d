package dev.assay.bench.load;

import dev.assay.driver.TopicSpec;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.Rate;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.engine.ConsumerSlot;
import dev.assay.worker.engine.ProducerSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Describes a constant load on the engine alone: each producer has a topic of one partition with one consumer.
 *
 * @param messageBytes size of a payload
 * @param ratePerSecond offered by all producers together
 * @param length of the load
 */
public record EngineLoad(int producers, int messageBytes, double ratePerSecond, Duration length) {
    private static final int RUN = 4711;

    private static final long SEED = 42;

    /** Returns the engine's assignment, in which messages still unsent at the end stay so. */
    public Assignment assignment() {
        List<ProducerSlot> senders = new ArrayList<>();
        List<ConsumerSlot> receivers = new ArrayList<>();
        for (TopicSpec topic : topics()) {
            int index = senders.size();
            senders.add(new ProducerSlot(index, topic));
            receivers.add(new ConsumerSlot(0, "s1", index, topic));
        }
        List<Phase> phases = List.of(new Phase(Phase.MEASURE, 0, length.toNanos()));
        Timeline timeline = Timeline.of(phases, workload().rate());
        return new Assignment("w1", RUN, SEED, workload(), timeline, senders, receivers, Duration.ZERO);
    }

    public List<TopicSpec> topics() {
        List<TopicSpec> topics = new ArrayList<>();
        for (int index = 0; index < producers; index++) {
            topics.add(new TopicSpec("bench-" + index, 1, List.of()));
        }
        return topics;
    }

    private Workload workload() {
        return new Workload(
                producers,
                1,
                new MessageSpec(new ByteSize(messageBytes), PayloadFill.RANDOM, MessageKeying.NONE),
                1,
                1,
                1,
                Map.of(),
                LoadProfile.constant(new Rate(ratePerSecond)),
                Arrivals.CONSTANT,
                new Batching(Duration.ZERO, new ByteSize(1024)),
                InFlight.DEFAULT);
    }
}
