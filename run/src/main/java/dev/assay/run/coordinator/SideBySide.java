package dev.assay.run.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does the same for many workers side by side: one after the other it takes minutes where there are hundreds of them. */
public final class SideBySide {
    /** More at once would keep each other's answers waiting. */
    private static final int MAX_AT_ONCE = 32;

    private SideBySide() {}

    /** What is done for one of them. */
    @FunctionalInterface
    public interface Task<T, R, E extends Exception> {
        /** Does it for this one. */
        R of(T one) throws E;
    }

    /**
     * The results, in the order of what they are of. When it returns or throws, nothing goes on any more.
     *
     * @throws E of the first, in that order, that failed; the others are interrupted then
     * @throws InterruptedException when the caller is interrupted, and so is what goes on
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
                @SuppressWarnings("unchecked") // a task throws nothing else that is checked
                E failure = (E) Objects.requireNonNullElse(e.getCause(), e);
                throw failure;
            } finally {
                threads.shutdownNow();
            }
        }
    }
}
