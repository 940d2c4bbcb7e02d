package dev.assay.run.stage;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a self-test does to the harness itself while it measures.
 *
 * @param workerFlags further flags of the workers' JVMs
 * @param freeze when the first worker is stopped; null for never
 */
public record HarnessFaults(
        List<String> workerFlags, @Nullable Freeze freeze) {
    /** An undisturbed harness. */
    public static final HarnessFaults NONE = new HarnessFaults(List.of(), null);

    /**
     * The process of the first worker is stopped and continued.
     *
     * @param at when, counted from the start of the load
     * @param length at least so long
     */
    public record Freeze(Duration at, Duration length) {}

    public HarnessFaults {
        workerFlags = List.copyOf(workerFlags);
    }
}
