package dev.assay.deployment.system;

import dev.assay.core.scenario.KafkaSpec;
import dev.assay.core.scenario.MemorySpec;
import dev.assay.core.scenario.PulsarSpec;
import dev.assay.core.scenario.RabbitMqSpec;
import dev.assay.deployment.AssayCache;
import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.ProgressListener;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.cluster.ExistingCluster;
import dev.assay.deployment.kafka.LocalKafka;
import dev.assay.deployment.memory.LocalMemory;
import dev.assay.deployment.process.ProcessSupervisor;
import dev.assay.deployment.pulsar.LocalPulsar;
import dev.assay.deployment.rabbitmq.LocalRabbitMq;
import java.util.Map;

/** Brings up systems under test, whatever they are and whoever runs them. */
public final class SystemDeployment {
    private final LocalKafka localKafka;
    private final LocalPulsar localPulsar;
    private final LocalRabbitMq localRabbitMq;
    private final LocalMemory localMemory;

    /** What is started locally ends with this supervisor. */
    public SystemDeployment(AssayCache cache, ProcessSupervisor supervisor, ProgressListener progress) {
        this.localKafka = new LocalKafka(cache, supervisor, progress);
        this.localPulsar = new LocalPulsar(cache, supervisor, progress);
        this.localRabbitMq = new LocalRabbitMq(supervisor, progress);
        this.localMemory = new LocalMemory(supervisor, progress);
    }

    /**
     * Returns when the system is ready for load.
     *
     * @throws DeploymentException when it cannot be had
     */
    public Cluster start(ClusterRequest request) {
        return switch (request.system()) {
            case KafkaSpec kafka -> kafka(kafka, request);
            case PulsarSpec pulsar ->
                localPulsar
                        .isolating(request.isolation())
                        .deploy(pulsar, request.settings(), request.durability(), request.folders());
            case RabbitMqSpec rabbit ->
                localRabbitMq
                        .isolating(request.isolation())
                        .deploy(rabbit, request.settings(), request.durability(), request.folders());
            case MemorySpec memory -> memory(memory, request);
        };
    }

    private Cluster kafka(KafkaSpec spec, ClusterRequest request) {
        return switch (spec.deployment()) {
            case EXISTING ->
                new ExistingCluster(Map.of(
                        "bootstrap.servers",
                        spec.bootstrapServers(),
                        "replication",
                        Integer.toString(spec.effectiveReplication())));
            case LOCAL ->
                localKafka
                        .isolating(request.isolation())
                        .start(spec, request.settings(), request.durability(), request.folders());
        };
    }

    /** One worker has the system in itself and needs to know its law only. */
    private Cluster memory(MemorySpec memory, ClusterRequest request) {
        Map<String, String> law = latencyLaw(memory);
        return request.workers().count() == 1
                ? new ExistingCluster(law)
                : localMemory.start(law, request.workers().classPath().get(), request.folders());
    }

    private static Map<String, String> latencyLaw(MemorySpec memory) {
        return Map.of(
                "law", memory.law().name(),
                "mean-nanos", Long.toString(memory.mean().toNanos()),
                "stall-at-nanos", Long.toString(memory.stallAt().toNanos()),
                "stall-nanos", Long.toString(memory.stallFor().toNanos()));
    }
}
