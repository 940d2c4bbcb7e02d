package dev.assay.model.durability;

/**
 * Holds what an acknowledgement promises about one fault.
 *
 * @param promise whether every acknowledged message has to be there afterwards
 * @param reason why, as a clause
 */
public record DurabilityClaim(Promise promise, String reason) {
    public enum Promise {
        SURVIVES("survives"),
        /** Acknowledged messages may be gone; finding them all verifies nothing. */
        MAY_LOSE("may lose");

        private final String words;

        Promise(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** Returns what the level promises where each message has {@code copies} copies on different nodes. */
    public static DurabilityClaim of(DurabilityLevel level, Fault fault, int copies) {
        if (copies < 1) {
            throw new IllegalArgumentException("copies must be at least 1, but is " + copies);
        }
        return copies == 1 ? ofOneCopy(level, fault) : ofSeveralCopies(level, fault);
    }

    private static DurabilityClaim ofSeveralCopies(DurabilityLevel level, Fault fault) {
        return switch (level) {
            case LEVEL_1 -> survives("several nodes have each message on disk");
            case LEVEL_2 ->
                switch (fault) {
                    case POWER_ALL -> mayLose("no node is sure to have a message on disk when all lose power");
                    case KILL_ALL -> survives("the kernels of several nodes hold each message and keep running");
                    case KILL_ONE, POWER_ONE, PAUSE_ONE, PARTITION_ONE, DISK_FULL ->
                        survives("another node has each message in memory");
                };
            case LEVEL_3 ->
                mayLose(
                        fault == Fault.POWER_ALL || fault == Fault.KILL_ALL
                                ? "one node has each message on disk, but a node without it may become leader after the restart"
                                : "one node has each message on disk, but a node without it may take over as leader");
            case LEVEL_4 -> mayLose("only one node is sure to have a message, and only in memory");
        };
    }

    /** With one copy nobody else can take over, so all depends on what that node keeps. */
    private static DurabilityClaim ofOneCopy(DurabilityLevel level, Fault fault) {
        return switch (fault) {
            case POWER_ONE, POWER_ALL ->
                level.localSync()
                        ? survives("the only copy is on its node's disk")
                        : mayLose("the only copy is in the memory of its node");
            case KILL_ONE, KILL_ALL -> survives("the kernel of the only node holds each message and keeps running");
            case PAUSE_ONE, PARTITION_ONE, DISK_FULL -> survives("the only node keeps each message");
        };
    }

    private static DurabilityClaim survives(String reason) {
        return new DurabilityClaim(Promise.SURVIVES, reason);
    }

    private static DurabilityClaim mayLose(String reason) {
        return new DurabilityClaim(Promise.MAY_LOSE, reason);
    }
}
