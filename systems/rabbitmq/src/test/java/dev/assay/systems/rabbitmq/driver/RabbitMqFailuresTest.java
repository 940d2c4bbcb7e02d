package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverException;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RabbitMqFailuresTest {
    private static Failure closed(int code, String text) {
        Method reason =
                new AMQP.Channel.Close.Builder().replyCode(code).replyText(text).build();
        return RabbitMqFailures.failure(new ShutdownSignalException(false, false, reason, null));
    }

    @Test
    void replyCodesHaveTheirClass() {
        assertThat(closed(404, "NOT_FOUND - no exchange 'x'"))
                .isEqualTo(new Failure(FailureClass.REFUSED, "404", "NOT_FOUND - no exchange 'x'"));
        assertThat(closed(406, "PRECONDITION_FAILED - inequivalent arg").kind()).isEqualTo(FailureClass.REFUSED);
        assertThat(closed(
                                406,
                                "PRECONDITION_FAILED - message size 20000000 is larger than configured max size 16777216")
                        .kind())
                .isEqualTo(FailureClass.TOO_LARGE);
        assertThat(closed(404, "NOT_FOUND - home node 'n' of durable queue 'q' in vhost '/' is down or inaccessible")
                        .kind())
                .isEqualTo(FailureClass.CANCELLED);
        assertThat(closed(320, "CONNECTION_FORCED - broker forced connection closure")
                        .kind())
                .isEqualTo(FailureClass.CANCELLED);
    }

    @Test
    void whatTheDriverItselfHasClosedIsNotRefused() {
        Method reason = new AMQP.Channel.Close.Builder()
                .replyCode(AMQP.REPLY_SUCCESS)
                .replyText("closed")
                .build();
        assertThat(RabbitMqFailures.failure(new ShutdownSignalException(false, true, reason, null)))
                .isEqualTo(new Failure(FailureClass.CANCELLED, "ShutdownSignalException", "closed"));
    }

    @Test
    void aConnectionThatIsLostWithoutAWordHasCancelledWhatWasUnderWay() {
        assertThat(RabbitMqFailures.failure(new IOException("broken pipe")))
                .isEqualTo(new Failure(FailureClass.CANCELLED, "IOException", "IOException: broken pipe"));
    }

    @Test
    void whatFailsSaysWhereItWasToGo() {
        DriverException failure = RabbitMqFailures.ofMessages("x", new IOException("broken pipe"));
        assertThat(failure).hasMessage("publishing to x failed: IOException: broken pipe");
        assertThat(failure.failure())
                .hasValueSatisfying(found -> assertThat(found.kind()).isEqualTo(FailureClass.CANCELLED));
    }
}
