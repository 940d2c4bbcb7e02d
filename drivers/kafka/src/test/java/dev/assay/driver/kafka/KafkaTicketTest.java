package dev.assay.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.SendTicket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The client may report a message more than once; the engine hears of it once. */
class KafkaTicketTest {
    private final List<String> heard = new ArrayList<>();
    private final KafkaTicket ticket = new KafkaTicket(new SendTicket.Listener() {
        @Override
        public void onAcked(SendTicket of) {
            heard.add("acked " + of.sequence());
        }

        @Override
        public void onFailed(SendTicket of, Throwable cause) {
            heard.add("failed " + of.sequence());
        }

        @Override
        public void onViolation(SendTicket of) {
            heard.add("violation");
        }
    });

    private KafkaTicket.Outcome send(long sequence) {
        ticket.arm(sequence, 0, 0);
        return ticket.open();
    }

    @Test
    void oneCallbackObjectServesManyMessages() {
        KafkaTicket.Outcome first = send(1);
        first.onCompletion(null, null);
        KafkaTicket.Outcome second = send(2);
        second.onCompletion(null, null);

        assertThat(second).isSameAs(first);
        assertThat(heard).containsExactly("acked 1", "acked 2");
    }

    @Test
    void calledBackAndThrown() {
        KafkaTicket.Outcome outcome = send(1);
        outcome.onCompletion(null, new IllegalStateException("called back"));
        ticket.callFailed(new IllegalStateException("thrown"));

        assertThat(heard).containsExactly("failed 1");
        send(2).onCompletion(null, null);
        assertThat(heard).containsExactly("failed 1", "acked 2");
    }

    @Test
    void abortOfTheBatchAfterTheCallFailedIsNotTakenForTheNextMessage() {
        KafkaTicket.Outcome old = send(1);
        ticket.callFailed(new IllegalStateException("thrown"));
        KafkaTicket.Outcome next = send(2);
        old.onCompletion(null, new IllegalStateException("batch aborted"));
        assertThat(heard).containsExactly("failed 1");

        next.onCompletion(null, null);
        assertThat(heard).containsExactly("failed 1", "acked 2");
    }

    @Test
    void abortOnAnotherThreadBeforeTheCallFailed() throws InterruptedException {
        KafkaTicket.Outcome outcome = send(1);
        Thread sender =
                Thread.ofPlatform().start(() -> outcome.onCompletion(null, new IllegalStateException("batch aborted")));
        sender.join();
        ticket.callFailed(new IllegalStateException("thrown"));
        assertThat(heard).containsExactly("failed 1");

        send(2).onCompletion(null, null);
        assertThat(heard).containsExactly("failed 1", "acked 2");
    }
}
