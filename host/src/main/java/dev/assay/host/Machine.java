package dev.assay.host;

import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The machine that a process runs on. */
public interface Machine {
    /** Its name in the network, {@code unknown} where it does not know it itself. */
    String name();

    /**
     * Tells one boot of it from every other boot of every machine, as processes of one boot share a monotonic clock; empty
     * where the platform has no such thing.
     */
    String bootId();

    /**
     * How many processors it has that Assay's processes may run on, whatever else limits their time; 0 where it does not tell.
     */
    default int cores() {
        return 0;
    }

    /** What the compilers of this process's JVM take from now on; null where the platform does not tell. */
    default @Nullable CompilerThreads compilers() {
        return null;
    }

    /** How often a quota of processor time stops this process from now on; null where the platform does not tell. */
    default @Nullable CpuQuota quota() {
        return null;
    }

    /**
     * Begins to watch it.
     *
     * @throws IOException when it does not tell what it does, such as without a Linux /proc
     */
    Watch watch() throws IOException;

    /** Values of a machine about the time since they were last asked for. Used by one thread at a time. */
    interface Watch {
        /**
         * What it did since the last call, or since the watch began. What is not known is absent, never zero.
         *
         * @param nanoTime now, on the clock of {@link System#nanoTime()}
         * @throws IOException when it does not tell any more
         */
        List<Sample> sample(long nanoTime) throws IOException;

        /** What it can't tell and why, for people. */
        default List<String> limitations() {
            return List.of();
        }
    }
}
