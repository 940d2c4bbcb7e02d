package dev.assay.driver.client;

import dev.assay.driver.DriverException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Waits for clusters to answer, and finds out why they did not. */
public final class Answers {
    private static final int MAX_CAUSES = 10;

    /** Makes the driver's exception of a failure, in the words of its vendor's client. */
    @FunctionalInterface
    public interface Wording {
        /** @param doing what was being done, as in "creating topics" */
        DriverException failed(String doing, Throwable cause);
    }

    private Answers() {}

    /**
     * @param doing what is being done, as in "creating topics"
     * @param limitSeconds after so long there is none
     * @param wording of a failure, which comes without what the future has wrapped around it
     */
    public static <T> T await(Future<T> answer, String doing, long limitSeconds, Wording wording)
            throws DriverException {
        try {
            return answer.get(limitSeconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw wording.failed(doing, unwrapped(e));
        } catch (TimeoutException e) {
            throw new DriverException(doing + " failed: no answer from the cluster within " + limitSeconds + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException(doing + " was interrupted", e);
        }
    }

    /** Returns a failure without the exceptions that futures wrap around it. */
    public static Throwable unwrapped(Throwable failure) {
        Throwable inner = failure.getCause();
        boolean wrapper = failure instanceof ExecutionException || failure instanceof CompletionException;
        return wrapper && inner != null ? unwrapped(inner) : failure;
    }

    /** Returns a failure and its causes down to the root; at most ten, since some are circular. */
    public static List<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MAX_CAUSES)
                .toList();
    }
}
