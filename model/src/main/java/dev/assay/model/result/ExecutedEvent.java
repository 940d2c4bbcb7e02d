package dev.assay.model.result;

/**
 * Records something that was done to the system, its groups or the machine at a moment of the load. Times count from the
 * start of the load.
 *
 * @param name as the scenario calls it
 * @param group the consumer group that it affected; empty for other kinds
 * @param action what was done, such as {@code kill-one} or {@code resume late}; of a phase that ended, what ended it
 * @param plannedNanos when it was due
 * @param startNanos when it began to be done
 * @param endNanos when it was in effect everywhere
 * @param detail what it affected, such as the name of a node; may be empty
 */
public record ExecutedEvent(
        String name,
        Kind kind,
        String group,
        String action,
        long plannedNanos,
        long startNanos,
        long endNanos,
        String detail) {
    public enum Kind {
        START,
        PAUSE,
        RESUME,
        FAULT,
        /** The system was brought back after a fault. */
        RECOVERY,
        /** All nodes were restarted one after the other, with their version or a later one. */
        ROLLING,
        STEP,
        PAGE_CACHE,
        END,
        OVERLOAD,
        /** A phase ended at its longest length. */
        LIMIT
    }

    public static ExecutedEvent of(
            String name, Kind kind, String action, long plannedNanos, long startNanos, long endNanos, String detail) {
        return new ExecutedEvent(name, kind, "", action, plannedNanos, startNanos, endNanos, detail);
    }

    public ExecutedEvent {
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("event " + name + " can't end before it starts, but goes from "
                    + startNanos + " ns to " + endNanos + " ns");
        }
    }

    /** Tells whether nothing was done, but a phase ended by its condition, at its limit or because the system was overloaded. */
    public boolean endsPhase() {
        return kind == Kind.END || kind == Kind.OVERLOAD || kind == Kind.LIMIT;
    }

    public boolean is(Kind one, String of) {
        return kind == one && group.equals(of);
    }

    public String title() {
        return switch (kind) {
            case END, OVERLOAD -> "ends: " + action;
            case LIMIT -> "ends at its limit: " + action;
            default -> action;
        };
    }
}
