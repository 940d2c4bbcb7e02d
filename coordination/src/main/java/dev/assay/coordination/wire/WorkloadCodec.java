package dev.assay.coordination.wire;

import dev.assay.core.scenario.Batching;
import dev.assay.core.scenario.MessageSpec;
import dev.assay.core.scenario.MessageSpec.Keys;
import dev.assay.core.scenario.MessageSpec.Payload;
import dev.assay.core.scenario.Workload;
import dev.assay.core.scenario.Workload.Arrivals;
import dev.assay.core.unit.ByteSize;
import dev.assay.core.unit.Rate;
import java.time.Duration;

/** Workloads to messages and back. */
final class WorkloadCodec {
    private WorkloadCodec() {}

    static dev.assay.coordination.wire.proto.Workload toWire(Workload workload) {
        var wire = dev.assay.coordination.wire.proto.Workload.newBuilder()
                .setTopics(workload.topics())
                .setPartitions(workload.partitions())
                .setProducers(workload.producers())
                .setSubscriptions(workload.subscriptions())
                .setConsumers(workload.consumers());
        return wire.setMessageBytes(workload.message().size().bytes())
                .setPayload(workload.message().payload().name())
                .setKeys(workload.message().keys().name())
                .setRatePerSecond(workload.rate().perSecond())
                .setArrivals(workload.arrivals().name())
                .setBatching(toWire(workload.batching()))
                .build();
    }

    static Workload fromWire(dev.assay.coordination.wire.proto.Workload wire) {
        MessageSpec message = new MessageSpec(
                new ByteSize(wire.getMessageBytes()), Payload.valueOf(wire.getPayload()), Keys.valueOf(wire.getKeys()));
        return new Workload(
                wire.getTopics(),
                wire.getPartitions(),
                message,
                wire.getProducers(),
                wire.getSubscriptions(),
                wire.getConsumers(),
                new Rate(wire.getRatePerSecond()),
                Arrivals.valueOf(wire.getArrivals()),
                fromWire(wire.getBatching()));
    }

    static dev.assay.coordination.wire.proto.Batching toWire(Batching batching) {
        return dev.assay.coordination.wire.proto.Batching.newBuilder()
                .setLingerNanos(batching.linger().toNanos())
                .setSizeBytes(batching.size().bytes())
                .build();
    }

    static Batching fromWire(dev.assay.coordination.wire.proto.Batching wire) {
        return new Batching(Duration.ofNanos(wire.getLingerNanos()), new ByteSize(wire.getSizeBytes()));
    }
}
