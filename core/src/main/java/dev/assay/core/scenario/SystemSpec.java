package dev.assay.core.scenario;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.DurabilityStatement;

/** One system under test, as the scenario describes it. Each kind has its own keys. */
public sealed interface SystemSpec permits KafkaSpec, PulsarSpec, MemorySpec {
    /** The kind's name, which is also its key under {@code systems} and the name of its driver, such as {@code kafka}. */
    String system();

    /** Who runs the system. */
    Deployment deployment();

    /** The server's version as people should read it, or {@code existing} where Assay does not know it. */
    String serverVersion();

    /** Version of the client library that workers use; empty where there is none to choose. */
    String clientVersion();

    /**
     * What becomes of a durability level on this system, with the scenario's settings in force. Pure: from the scenario
     * alone, before anything runs.
     */
    DurabilityStatement durability(DurabilityLevel asked, VendorSettings settings);
}
