package dev.assay.host;

import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public interface Machine {
    /** Returns its name in the network, {@code unknown} where it does not know it itself. */
    String name();

    /**
     * Identifies one boot among those of all machines, as processes of one boot share a monotonic clock; empty
     * where the platform has no such identity.
     */
    String bootId();

    /** Returns how many of its processors Assay's processes may run on, whatever else limits their time; 0 where it does not tell. */
    default int cores() {
        return 0;
    }

    /**
     * Returns what it is, for the record of a run, by names such as {@code cpu.model}; each value with its unit.
     *
     * @param data an existing folder on the disk that servers write to
     */
    default Map<String, String> facts(Path data) {
        return Map.of();
    }

    /** Samples the compilers of this process's JVM from now on; null where the platform does not tell. */
    default @Nullable CompilerThreads compilers() {
        return null;
    }

    /** Samples how often a quota of processor time stops this process from now on; null where the platform does not tell. */
    default @Nullable CpuQuota quota() {
        return null;
    }

    /** @throws IOException when its counters can't be read, such as without a Linux /proc */
    Watch watch() throws IOException;

    /** Samples a machine; each sample is about the time since the previous one. Used by one thread at a time. */
    interface Watch {
        /**
         * Returns what it did since the last call, or since the watch began. What is not known is absent, never zero.
         *
         * @param nanoTime now, on the clock of {@link System#nanoTime()}
         * @throws IOException when its counters can no longer be read
         */
        List<Sample> sample(long nanoTime) throws IOException;

        /** Returns what it can't tell and why, for people. */
        default List<String> limitations() {
            return List.of();
        }
    }
}
