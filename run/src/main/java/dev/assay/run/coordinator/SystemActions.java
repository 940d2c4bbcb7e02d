package dev.assay.run.coordinator;

import dev.assay.model.durability.Fault;
import java.time.Duration;
import java.util.List;

/**
 * What can be done to the system under test and to its machine while the load runs. Called on a thread of its own, one call
 * after the other.
 */
public interface SystemActions {
    /**
     * What was done.
     *
     * @param atNanos when it took effect, on this process's {@link System#nanoTime()}
     * @param detail what it befell, such as the name of a node; may be empty
     * @param steps what it was made up of, in order
     */
    record Effect(long atNanos, String detail, List<Step> steps) {
        /** Done in one. */
        public Effect(long atNanos, String detail) {
            this(atNanos, detail, List.of());
        }
    }

    /**
     * A part of what was done.
     *
     * @param title such as {@code restart broker-1}
     * @param fromNanos when it began, on this process's {@link System#nanoTime()}
     * @param toNanos when it was done
     */
    record Step(String title, long fromNanos, long toNanos) {}

    /** For a system that nothing can be done to. */
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
     * Returns when the fault is in effect.
     *
     * @throws Exception when it can't be brought about
     */
    Effect inject(Fault fault) throws Exception;

    /**
     * Returns when the system serves clients again.
     *
     * @throws Exception when it does not come back
     */
    Effect recover() throws Exception;

    /**
     * Restarts the nodes one after the other, each once the one before serves and is in sync again; returns when the last is.
     *
     * @param version with which they are started again; empty for the one that they have
     * @throws Exception when one does not come back
     */
    Effect roll(String version) throws Exception;

    /**
     * Returns when what was written is on disk and the kernel has dropped the clean pages of files.
     *
     * @throws Exception when it may not
     */
    Effect dropPageCache() throws Exception;

    /** Longest time for each, other than {@link #roll}. */
    Duration limit();

    /** Longest time for all nodes together. */
    default Duration rollingLimit() {
        return limit();
    }
}
