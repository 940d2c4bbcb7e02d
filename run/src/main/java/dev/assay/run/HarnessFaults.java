package dev.assay.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a self-test does to the harness itself while it measures.
 *
 * @param workerFlags further flags of the workers' JVMs
 * @param freeze when the first worker is stopped; empty for never
 */
public record HarnessFaults(List<String> workerFlags, Optional<Freeze> freeze) {
    /** An undisturbed harness. */
    public static final HarnessFaults NONE = new HarnessFaults(List.of(), Optional.empty());

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
