package dev.assay.model.durability;

import java.util.Locale;

/** Names what an acknowledgement promises: replication sync or async, local storage sync or async; strongest first. */
public enum DurabilityLevel {
    LEVEL_1("replicated and synced", "acknowledged after several nodes have fsynced"),
    LEVEL_2("replicated", "acknowledged after several nodes have it in memory"),
    LEVEL_3("synced", "acknowledged after one node has fsynced"),
    LEVEL_4("in memory", "acknowledged after one node has it in memory");

    public static final String ALL =
            "level-1 (replicated and synced), level-2 (replicated), level-3 (synced) or level-4 (in memory)";

    private final String words;
    private final String meaning;

    DurabilityLevel(String words, String meaning) {
        this.words = words;
        this.meaning = meaning;
    }

    /** Returns what people call it, such as {@code replicated and synced}. */
    public String words() {
        return words;
    }

    /** Returns name and words, such as {@code level-1 (replicated and synced)}. */
    public String named() {
        return this + " (" + words + ")";
    }

    /**
     * Adds its words to the label of a level, such as {@code level-1 (replicated and synced)} for {@code level-1}; any other text stays
     * as it is. A label with a question mark is that of a level that is not known to hold.
     */
    public static String named(String label) {
        for (DurabilityLevel level : values()) {
            if (label.equals(level.toString()) || label.equals(level + "?")) {
                return label + " (" + level.words + ")";
            }
        }
        return label;
    }

    public String meaning() {
        return meaning;
    }

    /** Tells whether each node syncs to its disk before it acknowledges. */
    public boolean localSync() {
        return this == LEVEL_1 || this == LEVEL_3;
    }

    /** Tells whether more than one node has the message before it is acknowledged. */
    public boolean replicatedSync() {
        return this == LEVEL_1 || this == LEVEL_2;
    }

    /**
     * Tells whether this level promises all that the other one does. Level 2 and level 3 promise different things, so neither
     * covers the other.
     */
    public boolean covers(DurabilityLevel other) {
        return (localSync() || !other.localSync()) && (replicatedSync() || !other.replicatedSync());
    }

    public static DurabilityLevel of(boolean replicatedSync, boolean localSync) {
        if (replicatedSync) {
            return localSync ? LEVEL_1 : LEVEL_2;
        }
        return localSync ? LEVEL_3 : LEVEL_4;
    }

    /** Returns the name in scenarios, records and tables, such as {@code level-1}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
