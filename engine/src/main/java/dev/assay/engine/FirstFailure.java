package dev.assay.engine;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keeps the first error that makes a trial pointless; later ones are mostly its consequences, and go to the log. */
final class FirstFailure {
    private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

    void report(Throwable cause) {
        first.compareAndExchange(null, cause);
        System.getLogger(FirstFailure.class.getName())
                .log(System.Logger.Level.ERROR, "the trial can't go on: " + cause, cause);
    }

    Optional<String> message() {
        Throwable cause = first.get();
        if (cause == null) {
            return Optional.empty();
        }
        return Optional.of(cause.getMessage() == null ? cause.toString() : cause.getMessage());
    }
}
