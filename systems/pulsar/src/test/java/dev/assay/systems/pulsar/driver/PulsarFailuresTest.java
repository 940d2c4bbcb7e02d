package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.failure.FailureClass;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.Test;

class PulsarFailuresTest {
    private static FailureClass of(Throwable cause) {
        assertThat(PulsarFailures.failure(cause).code())
                .isEqualTo(cause.getClass().getSimpleName());
        return PulsarFailures.failure(cause).kind();
    }

    @Test
    void exceptionsHaveTheirClass() {
        assertThat(of(new PulsarClientException.AuthorizationException("m"))).isEqualTo(FailureClass.REFUSED);
        assertThat(of(new PulsarClientException.TopicTerminatedException("m"))).isEqualTo(FailureClass.REFUSED);
        assertThat(of(new PulsarClientException.TimeoutException("m"))).isEqualTo(FailureClass.TIMED_OUT);
        assertThat(of(new PulsarClientException.ProducerBlockedQuotaExceededException("m")))
                .isEqualTo(FailureClass.FULL);
        assertThat(of(new PulsarClientException.InvalidMessageException("m"))).isEqualTo(FailureClass.TOO_LARGE);
        assertThat(of(new PulsarClientException.AlreadyClosedException("m"))).isEqualTo(FailureClass.CANCELLED);
        assertThat(of(new PulsarClientException("m"))).isEqualTo(FailureClass.OTHER);
    }
}
