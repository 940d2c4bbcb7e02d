package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.PendingSend;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The client may report a message more than once; the engine gets the first report only. */
class KafkaPendingSendTest {
    private final List<String> heard = new ArrayList<>();
    private final PendingSend.Listener listener = new PendingSend.Listener() {
        @Override
        public void onAcked(PendingSend of) {
            heard.add("acked " + of.sequence());
        }

        @Override
        public void onFailed(PendingSend of, Throwable cause) {
            heard.add("failed " + of.sequence() + ": " + cause.getMessage());
        }

        @Override
        public void onViolation(PendingSend of) {
            heard.add("violation");
        }
    };
    private final KafkaMessageProducer.KafkaPendingSend pendingSend =
            new KafkaMessageProducer.KafkaPendingSend(listener);

    private void send(long sequence) {
        pendingSend.arm(sequence, 0, 0);
    }

    @Test
    void isTheCallbackOfOneMessageAfterTheOther() {
        send(1);
        pendingSend.onCompletion(null, null);
        send(2);
        pendingSend.onCompletion(null, null);

        assertThat(heard).containsExactly("acked 1", "acked 2");
    }

    @Test
    void calledBackAndThrown() {
        send(1);
        pendingSend.onCompletion(null, new IllegalStateException("called back"));
        pendingSend.callFailed(new IllegalStateException("thrown"));

        assertThat(heard).containsExactly("failed 1: called back");
    }

    @Test
    void abortOfTheBatchAfterTheCallFailed() {
        send(1);
        pendingSend.callFailed(new IllegalStateException("thrown"));
        pendingSend.onCompletion(null, new IllegalStateException("batch aborted"));

        assertThat(heard).containsExactly("failed 1: thrown");
    }

    @Test
    void successOfTheBatchAfterTheCallFailed() {
        send(1);
        pendingSend.callFailed(new IllegalStateException("thrown"));
        pendingSend.onCompletion(null, null);

        assertThat(heard).containsExactly("failed 1: thrown");
    }

    @Test
    void abortOnAnotherThreadBeforeTheCallFailed() throws InterruptedException {
        send(1);
        Thread sender = Thread.ofPlatform()
                .start(() -> pendingSend.onCompletion(null, new IllegalStateException("batch aborted")));
        sender.join();
        pendingSend.callFailed(new IllegalStateException("thrown"));

        assertThat(heard).containsExactly("failed 1: batch aborted");
    }
}
