package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Turns the client's exceptions into messages for people. */
final class PulsarFailures {
    private PulsarFailures() {}

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
        Throwable last = causes(failure).getLast();
        return last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
    }

    /** Whether a connection failed because of certificates or other matters of TLS. */
    static boolean isOfTls(Throwable failure) {
        return causes(failure).stream()
                .anyMatch(cause -> cause instanceof SSLException || cause instanceof GeneralSecurityException);
    }

    private static List<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(10)
                .toList();
    }

    /** Without what futures wrap around a failure. */
    static Throwable root(Throwable cause) {
        Throwable inner = cause.getCause();
        boolean wrapper = cause instanceof ExecutionException || cause instanceof CompletionException;
        return wrapper && inner != null ? root(inner) : cause;
    }
}
