package dev.assay.run.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does a task for many workers side by side: one after the other would take minutes for hundreds of them. */
public final class SideBySide {
    /** The limit of tasks at once; more would delay each other's answers. */
    private static final int MAX_AT_ONCE = 32;

    private SideBySide() {}

    @FunctionalInterface
    public interface Task<T, R, E extends Exception> {
        R of(T one) throws E;
    }

    /**
     * Returns the results, in the order of their subjects. When it returns or throws, no task is running any more.
     *
     * @throws E of the first subject, in that order, that failed; the others are interrupted then
     * @throws InterruptedException when the caller is interrupted, and so are the tasks
     */
    public static <T, R, E extends Exception> List<R> map(List<T> all, Task<T, R, E> task)
            throws E, InterruptedException {
        List<R> results = new ArrayList<>();
        if (all.size() == 1) {
            results.add(task.of(all.getFirst()));
            return results;
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(
                Math.clamp(all.size(), 1, MAX_AT_ONCE),
                Thread.ofPlatform().daemon().name("side-by-side-", 0).factory())) {
            List<Future<R>> futures = new ArrayList<>();
            for (T one : all) {
                futures.add(threads.submit(() -> task.of(one)));
            }
            try {
                for (Future<R> future : futures) {
                    results.add(future.get());
                }
                return results;
            } catch (ExecutionException e) {
                OwnError.rethrow(e);
                @SuppressWarnings("unchecked") // Tasks throw no other checked exception.
                E failure = (E) Objects.requireNonNullElse(e.getCause(), e);
                throw failure;
            } finally {
                threads.shutdownNow();
            }
        }
    }
}
