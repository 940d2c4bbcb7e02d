package dev.assay.core.scenario;

import java.util.List;

/**
 * The registry of systems that a scenario can name: a new kind of system is added here and to {@link SystemSpec}.
 *
 * @param name key under {@code systems} and {@code settings}
 * @param spec the record of the kind's keys
 */
public record SystemKind(String name, Class<? extends SystemSpec> spec) {
    /** Every kind, in the order in which people should read them. */
    public static final List<SystemKind> ALL = List.of(
            new SystemKind("kafka", KafkaSpec.class),
            new SystemKind("pulsar", PulsarSpec.class),
            new SystemKind("rabbitmq", RabbitMqSpec.class),
            new SystemKind("memory", MemorySpec.class));
}
