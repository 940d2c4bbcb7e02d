package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.client.Answers;
import dev.assay.driver.client.RetryWindow;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLException;
import org.apache.pulsar.client.admin.PulsarAdminException.ServerSideErrorException;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.PulsarClientException.AlreadyClosedException;
import org.apache.pulsar.client.api.PulsarClientException.ChecksumException;
import org.apache.pulsar.client.api.PulsarClientException.ConnectException;
import org.apache.pulsar.client.api.PulsarClientException.InvalidMessageException;
import org.apache.pulsar.client.api.PulsarClientException.MemoryBufferIsFullError;
import org.apache.pulsar.client.api.PulsarClientException.NotConnectedException;
import org.apache.pulsar.client.api.PulsarClientException.ProducerBlockedQuotaExceededError;
import org.apache.pulsar.client.api.PulsarClientException.ProducerBlockedQuotaExceededException;
import org.apache.pulsar.client.api.PulsarClientException.ProducerQueueIsFullError;
import org.apache.pulsar.client.api.PulsarClientException.TimeoutException;
import org.apache.pulsar.client.api.PulsarClientException.TooManyRequestsException;

final class PulsarFailures {
    private PulsarFailures() {}

    /**
     * Waits for an answer of the cluster.
     *
     * @param doing what is being done, as in "creating topics"
     */
    static <T> T await(CompletableFuture<T> answer, String doing, long limitSeconds) throws DriverException {
        return Answers.await(answer, doing, limitSeconds, PulsarFailures::failed);
    }

    static DriverException failed(String doing, Throwable cause) {
        Throwable root = Answers.unwrapped(cause);
        String inner = innermost(root);
        String text = root.getClass().getSimpleName() + ": " + root.getMessage();
        return new DriverException(doing + " failed: " + (text.contains(inner) ? text : text + ": " + inner), root);
    }

    /**
     * Classifies an error of a producer. Most of the vendor's exceptions stand for an error of the protocol with which a broker has refused
     * something.
     */
    static Failure failure(Throwable cause) {
        FailureClass kind = switch (cause) {
            case TimeoutException _ -> FailureClass.TIMED_OUT;
            case ProducerQueueIsFullError _,
                    MemoryBufferIsFullError _,
                    ProducerBlockedQuotaExceededError _,
                    ProducerBlockedQuotaExceededException _,
                    TooManyRequestsException _ -> FailureClass.FULL;
            case InvalidMessageException _ -> FailureClass.TOO_LARGE;
            case AlreadyClosedException _, NotConnectedException _, ConnectException _ -> FailureClass.CANCELLED;
            case ChecksumException _ -> FailureClass.OTHER;
            case PulsarClientException refused
            when refused.getClass() != PulsarClientException.class -> FailureClass.REFUSED;
            default -> FailureClass.OTHER;
        };
        return Failure.of(kind, cause);
    }

    /** Returns the message of the last cause, or its class where it has none. */
    static String innermost(Throwable failure) {
        Throwable last = Answers.causes(failure).getLast();
        return last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
    }

    /** Returns whether the broker failed, and not the request. */
    static boolean isOfServer(DriverException failure) {
        return failure.getCause() instanceof ServerSideErrorException;
    }

    /**
     * Returns the time for repeated deletions: a broker that has just lost its metadata service, as after a fault, answers with an error of
     * its own until it has found the service again.
     */
    static RetryWindow retries() {
        return new RetryWindow(Duration.ofSeconds(30), Duration.ofMillis(500));
    }

    /** Returns whether a connection failed because of certificates or another matter of TLS. */
    static boolean isOfTls(Throwable failure) {
        return Answers.causes(failure).stream()
                .anyMatch(cause -> cause instanceof SSLException || cause instanceof GeneralSecurityException);
    }
}
