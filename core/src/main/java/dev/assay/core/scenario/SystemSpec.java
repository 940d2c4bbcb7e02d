package dev.assay.core.scenario;

/** One system under test, as the scenario describes it. Each kind has its own keys. */
public sealed interface SystemSpec permits KafkaSpec, PulsarSpec, MemorySpec {
    /** The kind's name, which is also its key under {@code systems} and the name of its driver, such as {@code kafka}. */
    String system();

    /** Who runs the system. */
    Deployment deployment();

    /** The server's version as people should read it, or {@code existing} where Assay does not know it. */
    String serverVersion();

    /** Nodes that have a copy of each message once all is well. */
    int copies();

    /** Version of the client library that workers use; empty where there is none to choose. */
    String clientVersion();
}
