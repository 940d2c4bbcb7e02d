package dev.assay.run.coordinator;

import org.jspecify.annotations.Nullable;

/**
 * Tells an {@link Error} of this process, such as memory that ran out while a report was read, from what a worker or the system
 * did: libraries wrap it as if what they read had been wrong.
 */
final class OwnError {
    private OwnError() {}

    /**
     * Returns where there is none among the causes of a problem.
     *
     * @throws Error that is among them
     */
    static void rethrow(@Nullable Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof Error own) {
                throw own;
            }
        }
    }
}
