package dev.assay.run.coordinator;

import dev.assay.model.durability.Fault;
import java.time.Duration;
import java.util.List;

/** Acts on the system under test and its machine while the load runs. Called on a thread of its own, one call after the other. */
public interface SystemActions {
    /**
     * @param atNanos when it took effect, on this process's {@link System#nanoTime()}
     * @param detail its target, such as the name of a node; may be empty
     * @param steps its parts, in order
     */
    record Effect(long atNanos, String detail, List<Step> steps) {
        public Effect(long atNanos, String detail) {
            this(atNanos, detail, List.of());
        }
    }

    /**
     * @param title such as {@code restart broker-1}
     * @param fromNanos its beginning, on this process's {@link System#nanoTime()}
     * @param toNanos its end
     */
    record Step(String title, long fromNanos, long toNanos) {}

    /** Actions of a system on which none is possible. */
    SystemActions NONE = new SystemActions() {
        @Override
        public Effect inject(Fault fault) {
            throw new UnsupportedOperationException(
                    "Assay does not run this system's nodes, so it can't inject faults into them");
        }

        @Override
        public Effect recover() {
            throw new UnsupportedOperationException("Assay does not run this system's nodes, so it can't recover them");
        }

        @Override
        public Effect roll(String version) {
            throw new UnsupportedOperationException("Assay does not run this system's nodes, so it can't restart them");
        }

        @Override
        public Effect dropPageCache() {
            throw new UnsupportedOperationException(
                    "the page cache of the system's machines can't be dropped from here");
        }

        @Override
        public Duration limit() {
            return Duration.ofMinutes(1);
        }
    };

    /**
     * Injects the fault; returns when it is in effect.
     *
     * @throws Exception when it can't be injected
     */
    Effect inject(Fault fault) throws Exception;

    /**
     * Recovers the system; returns when it serves clients again.
     *
     * @throws Exception when it does not come back
     */
    Effect recover() throws Exception;

    /**
     * Restarts the nodes one after the other, each once the one before serves and is in sync again; returns when the last one does.
     *
     * @param version with which they are started again; empty for the one that they have
     * @throws Exception when a node does not come back
     */
    Effect roll(String version) throws Exception;

    /**
     * Syncs written data and makes the kernel drop the clean pages of files; returns when that is done.
     *
     * @throws Exception when it may not
     */
    Effect dropPageCache() throws Exception;

    /** Returns the limit of each action but {@link #roll}. */
    Duration limit();

    /** Returns the limit of {@link #roll}, for all nodes together. */
    default Duration rollingLimit() {
        return limit();
    }
}
