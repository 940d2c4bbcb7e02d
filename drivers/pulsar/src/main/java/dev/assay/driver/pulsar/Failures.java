package dev.assay.driver.pulsar;

import dev.assay.driver.DriverException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Turns the client's exceptions into messages for people. */
final class Failures {
    private Failures() {}

    /**
     * Waits for an answer of the cluster.
     *
     * @param doing what is being done, as in "creating topics"
     */
    static <T> T await(CompletableFuture<T> answer, String doing, long limitSeconds) throws DriverException {
        try {
            return answer.get(limitSeconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw failed(doing, root(e));
        } catch (TimeoutException e) {
            throw new DriverException(doing + " failed: no answer from the cluster within " + limitSeconds + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException(doing + " was interrupted", e);
        }
    }

    static DriverException failed(String doing, Throwable cause) {
        Throwable root = root(cause);
        String inner = innermost(root);
        String text = root.getClass().getSimpleName() + ": " + root.getMessage();
        return new DriverException(doing + " failed: " + (text.contains(inner) ? text : text + ": " + inner), root);
    }

    /** What the last of the causes says. */
    static String innermost(Throwable failure) {
        Throwable last = failure;
        for (int depth = 0; depth < 10 && last.getCause() != null; depth++) {
            last = last.getCause();
        }
        return last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
    }

    /** Without what futures wrap around a failure. */
    static Throwable root(Throwable cause) {
        Throwable inner = cause.getCause();
        boolean wrapper = cause instanceof ExecutionException || cause instanceof CompletionException;
        return wrapper && inner != null ? root(inner) : cause;
    }
}
