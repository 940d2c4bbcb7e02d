package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class KafkaFailuresTest {
    private static FailureClass of(Throwable cause) {
        assertThat(KafkaFailures.failure(cause).code())
                .isEqualTo(cause.getClass().getSimpleName());
        return KafkaFailures.failure(cause).kind();
    }

    @Test
    void aCommitThatMayBeMadeAgainHasTheClassOfWhatStoodInItsWay() {
        assertThat(KafkaFailures.failure(new RetriableCommitFailedException(new DisconnectException("gone"))))
                .isEqualTo(new Failure(FailureClass.CANCELLED, "DisconnectException", "gone"));
        assertThat(of(new RetriableCommitFailedException("again"))).isEqualTo(FailureClass.REFUSED);
        assertThat(of(new CommitFailedException("not a member"))).isEqualTo(FailureClass.REFUSED);
    }

    @Test
    void exceptionsHaveTheirClass() {
        assertThat(of(new NotEnoughReplicasException("m"))).isEqualTo(FailureClass.REFUSED);
        assertThat(of(new TopicAuthorizationException("m"))).isEqualTo(FailureClass.REFUSED);
        assertThat(of(new TimeoutException("m"))).isEqualTo(FailureClass.TIMED_OUT);
        assertThat(of(new BufferExhaustedException("m"))).isEqualTo(FailureClass.FULL);
        assertThat(of(new RecordTooLargeException("m"))).isEqualTo(FailureClass.TOO_LARGE);
        assertThat(of(new NetworkException("m"))).isEqualTo(FailureClass.CANCELLED);
        assertThat(of(new KafkaException("Producer is closed forcefully."))).isEqualTo(FailureClass.CANCELLED);
        assertThat(of(new IllegalArgumentException("m"))).isEqualTo(FailureClass.OTHER);
    }
}
