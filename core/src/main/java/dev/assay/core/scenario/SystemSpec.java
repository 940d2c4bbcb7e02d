package dev.assay.core.scenario;

import java.util.List;

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

    /** What the system can do with these settings, as far as the scenario alone tells. */
    default SystemOffer offer(VendorSettings settings) {
        return SystemOffer.UNLIMITED;
    }

    /** What of a workload the system cannot do for reasons that no {@link SystemOffer} holds. */
    default List<Refusal> refusals(Workload workload) {
        return List.of();
    }
}
