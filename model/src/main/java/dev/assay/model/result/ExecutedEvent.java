package dev.assay.model.result;

/**
 * Something that was done to the system, its groups or the machine at a moment of the load. Times count from the start of the
 * load.
 *
 * @param name as the scenario calls it
 * @param action what was done, such as {@code kill-one} or {@code resume late}
 * @param plannedNanos when it was due
 * @param startNanos when it began to be done
 * @param endNanos when it was in effect everywhere
 * @param detail what it befell, such as the name of a node; may be empty
 */
public record ExecutedEvent(
        String name, String action, long plannedNanos, long startNanos, long endNanos, String detail) {
    public ExecutedEvent {
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("event " + name + " can't end before it starts, but goes from "
                    + startNanos + " ns to " + endNanos + " ns");
        }
    }

    /** Whether nothing was done, but a phase ended by its condition or at its limit. */
    public boolean endsPhase() {
        return action.startsWith("ends");
    }
}
