package dev.assay.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.SendTicket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The client may report a message more than once; the engine hears of it once. */
class KafkaTicketTest {
    private final List<String> heard = new ArrayList<>();
    private final SendTicket.Listener listener = new SendTicket.Listener() {
        @Override
        public void onAcked(SendTicket of) {
            heard.add("acked " + of.sequence());
        }

        @Override
        public void onFailed(SendTicket of, Throwable cause) {
            heard.add("failed " + of.sequence() + ": " + cause.getMessage());
        }

        @Override
        public void onViolation(SendTicket of) {
            heard.add("violation");
        }
    };
    private final KafkaTicket ticket = new KafkaTicket(listener);

    private void send(long sequence) {
        ticket.arm(sequence, 0, 0);
    }

    @Test
    void isTheCallbackOfOneMessageAfterTheOther() {
        send(1);
        ticket.onCompletion(null, null);
        send(2);
        ticket.onCompletion(null, null);

        assertThat(heard).containsExactly("acked 1", "acked 2");
    }

    @Test
    void calledBackAndThrown() {
        send(1);
        ticket.onCompletion(null, new IllegalStateException("called back"));
        ticket.callFailed(new IllegalStateException("thrown"));

        assertThat(heard).containsExactly("failed 1: called back");
    }

    @Test
    void abortOfTheBatchAfterTheCallFailed() {
        send(1);
        ticket.callFailed(new IllegalStateException("thrown"));
        ticket.onCompletion(null, new IllegalStateException("batch aborted"));

        assertThat(heard).containsExactly("failed 1: thrown");
    }

    @Test
    void successOfTheBatchAfterTheCallFailed() {
        send(1);
        ticket.callFailed(new IllegalStateException("thrown"));
        ticket.onCompletion(null, null);

        assertThat(heard).containsExactly("failed 1: thrown");
    }

    @Test
    void abortOnAnotherThreadBeforeTheCallFailed() throws InterruptedException {
        send(1);
        Thread sender =
                Thread.ofPlatform().start(() -> ticket.onCompletion(null, new IllegalStateException("batch aborted")));
        sender.join();
        ticket.callFailed(new IllegalStateException("thrown"));

        assertThat(heard).containsExactly("failed 1: batch aborted");
    }
}
