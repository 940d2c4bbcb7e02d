package dev.assay.run.stage;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Disturbs the harness itself during a self-test.
 *
 * @param workerFlags further flags of the workers' JVMs
 * @param freeze of the first worker; null for none
 */
public record HarnessFaults(
        List<String> workerFlags, @Nullable Freeze freeze) {
    public static final HarnessFaults NONE = new HarnessFaults(List.of(), null);

    /**
     * Stops the process of the first worker and lets it continue.
     *
     * @param at time counted from the start of the load
     * @param length shortest duration
     */
    public record Freeze(Duration at, Duration length) {}

    public HarnessFaults {
        workerFlags = List.copyOf(workerFlags);
    }
}
