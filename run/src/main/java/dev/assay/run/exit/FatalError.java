package dev.assay.run.exit;

import dev.assay.model.exit.ExitCode;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends this process with the code of a defect when an {@link Error}, such as memory that ran out, ends one of its threads: the command, on
 * a thread of its own, would wait for ever, or continue without it. An exception there is only reported.
 */
public final class FatalError implements Thread.UncaughtExceptionHandler {
    private static final AtomicReference<@Nullable Error> FIRST = new AtomicReference<>();

    private final Consumer<Error> tell;
    private final IntConsumer exit;

    /**
     * @param tell reports the error
     * @param exit ends the process with a code
     */
    public FatalError(Consumer<Error> tell, IntConsumer exit) {
        this.tell = tell;
        this.exit = exit;
    }

    /** Returns the first error that has ended a thread of this process; null where none has. */
    public static @Nullable Error first() {
        return FIRST.get();
    }

    static void forget() {
        FIRST.set(null);
    }

    /** Returns {@code thrown} or the one among its causes that is an error, as libraries wrap errors; null where there is none. */
    public static @Nullable Error in(@Nullable Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof Error error) {
                return error;
            }
        }
        return null;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        Error error = in(thrown);
        if (error == null) {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            thrown.printStackTrace();
        } else if (FIRST.compareAndSet(null, error)) {
            try {
                tell.accept(error);
            } finally {
                // The command puts things in order first, on its own thread, and may wait for this one.
                Thread.ofPlatform().daemon().name("end").start(() -> exit.accept(ExitCode.INTERNAL.code()));
            }
        }
    }
}
