package dev.assay.run.coordinator;

import org.jspecify.annotations.Nullable;

/**
 * Recognises an {@link Error} of this process, such as memory that ran out while a report was read, which libraries wrap as if a worker's
 * or the system's data had been wrong.
 */
final class OwnError {
    private OwnError() {}

    /** Rethrows an error among the causes of a problem; returns normally where there is none. */
    static void rethrow(@Nullable Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof Error error) {
                throw error;
            }
        }
    }
}
