package dev.assay.systems.pulsar;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names the settings of topics, which Pulsar keeps as policies of a namespace, as scenarios do. */
public final class NamespaceSettings {
    public static final String ENSEMBLE = "bookkeeperEnsemble";
    public static final String WRITE_QUORUM = "bookkeeperWriteQuorum";
    public static final String ACK_QUORUM = "bookkeeperAckQuorum";
    public static final String MARK_DELETE_RATE = "managedLedgerMaxMarkDeleteRate";
    public static final String RETENTION_MINUTES = "retentionTimeInMinutes";
    public static final String RETENTION_MIB = "retentionSizeInMB";
    public static final String DELETE_INACTIVE = "deleteWhileInactive";
    public static final String TTL = "messageTTLInSeconds";
    public static final String DEDUPLICATION = "deduplicationEnabled";
    public static final String BUNDLES = "numBundles";

    public static final Set<String> NAMES = Set.of(
            ENSEMBLE,
            WRITE_QUORUM,
            ACK_QUORUM,
            MARK_DELETE_RATE,
            RETENTION_MINUTES,
            RETENTION_MIB,
            DELETE_INACTIVE,
            TTL,
            DEDUPLICATION,
            BUNDLES);

    /** The settings that are true or false; the others are numbers. */
    static final Set<String> TRUTHS = Set.of(DELETE_INACTIVE, DEDUPLICATION);

    private static final int A_DAY_IN_MINUTES = 1_440;

    private NamespaceSettings() {}

    /** Returns the setting by which read messages are kept for less than a day, or up to a size; empty where none does. */
    static Optional<String> shortRetention(Map<String, String> topic) {
        String minutes = topic.getOrDefault(RETENTION_MINUTES, "-1").strip();
        if (minutes.matches("[0-9]{1,9}") && Integer.parseInt(minutes) < A_DAY_IN_MINUTES) {
            return Optional.of(RETENTION_MINUTES);
        }
        String size = topic.getOrDefault(RETENTION_MIB, "-1").strip();
        return size.matches("[0-9]{1,18}") ? Optional.of(RETENTION_MIB) : Optional.empty();
    }
}
