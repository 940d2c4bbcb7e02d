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

/** Turns the client's exceptions into messages for people. */
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

    /** The class of an error of a producer. Most of the vendor's exceptions are an error of the protocol, with which a broker has refused something. */
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

    /** What the last of the causes says. */
    static String innermost(Throwable failure) {
        Throwable last = Answers.causes(failure).getLast();
        return last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
    }

    /** Whether the broker failed, not the request. */
    static boolean isOfServer(DriverException failure) {
        return failure.getCause() instanceof ServerSideErrorException;
    }

    /**
     * A broker that has just lost its metadata service, as after a fault, answers with an error of its own and finds the
     * service again: what it was asked to delete, it is asked once more for up to half a minute.
     */
    static RetryWindow retries() {
        return new RetryWindow(Duration.ofSeconds(30), Duration.ofMillis(500));
    }

    /** Whether a connection failed because of certificates or other matters of TLS. */
    static boolean isOfTls(Throwable failure) {
        return Answers.causes(failure).stream()
                .anyMatch(cause -> cause instanceof SSLException || cause instanceof GeneralSecurityException);
    }
}
