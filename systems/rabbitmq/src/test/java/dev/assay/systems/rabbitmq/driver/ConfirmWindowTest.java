package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.PendingSend;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that every message entered has one outcome, and its own. */
class ConfirmWindowTest {
    private final Outcomes outcomes = new Outcomes();

    private PendingSend entered(ConfirmWindow window, long number) {
        PendingSend pendingSend = outcomes.pendingSend(number);
        assertThat(window.enter(number, pendingSend)).as("entered %d", number).isTrue();
        return pendingSend;
    }

    @Test
    void aConfirmOfManyLeavesOutWhatHasItsOutcome() {
        ConfirmWindow window = new ConfirmWindow(8);
        LongStream.rangeClosed(1, 5).forEach(number -> entered(window, number));

        window.confirmed(2, false);
        window.refused(4, false, new IllegalStateException("no"));
        window.confirmed(5, true);

        assertThat(outcomes.acked()).containsExactly(2L, 1L, 3L, 5L);
        assertThat(outcomes.failed()).containsOnlyKeys(4L);
        assertThat(outcomes.violations()).isZero();
        assertThat(window.isEmpty()).isTrue();
    }

    @Test
    void theConfirmAfterAReturnIsNotTakenForTheNextMessageInItsPlace() {
        ConfirmWindow window = new ConfirmWindow(2);
        entered(window, 1);
        window.refused(1, false, new IllegalStateException("returned"));
        entered(window, 3);

        window.confirmed(1, false);

        assertThat(outcomes.acked()).isEmpty();
        assertThat(outcomes.failed()).containsOnlyKeys(1L);
        window.confirmed(3, false);
        assertThat(outcomes.acked()).containsExactly(3L);
    }

    @Test
    void whoWaitsForRoomIsCountedWhileWaitingAndWhoDoesNotIsNot() throws Exception {
        ConfirmWindow window = new ConfirmWindow(2);
        entered(window, 1);
        entered(window, 2);
        assertThat(window.unconfirmed()).isEqualTo(2);
        assertThat(window.waitedNanos()).isZero();
        Thread sender = Thread.ofPlatform().start(() -> entered(window, 3));
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (window.waitedNanos() < 20_000_000 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(window.waitedNanos()).as("still waiting").isGreaterThanOrEqualTo(20_000_000);
        window.confirmed(1, false);
        sender.join();

        long waited = window.waitedNanos();
        window.confirmed(2, false);
        entered(window, 4);
        assertThat(window.waitedNanos()).isEqualTo(waited);
        assertThat(window.unconfirmed()).isEqualTo(2);
    }

    @Test
    void endingFailsWhatIsUnderWayAndLetsNothingIn() {
        ConfirmWindow window = new ConfirmWindow(4);
        PendingSend second = entered(window, 2);
        window.end(new IllegalStateException("gone"));
        window.end(new IllegalStateException("gone again"));
        window.confirmed(2, true);
        window.withdraw(2, second, new IllegalStateException("late"));

        assertThat(outcomes.failed()).containsOnlyKeys(2L);
        assertThat(outcomes.failed().get(2L)).hasMessage("gone");
        assertThat(window.enter(3, outcomes.pendingSend(3))).isFalse();
        assertThat(outcomes.violations()).isZero();
    }

    @Test
    void whatHasNoOutcomeForTooLongFails() {
        ConfirmWindow window = new ConfirmWindow(4);
        entered(window, 1);
        window.expire(Duration.ofMinutes(1).toNanos(), new IllegalStateException("too long"));
        assertThat(outcomes.failed()).isEmpty();

        window.expire(-1, new IllegalStateException("too long"));

        assertThat(outcomes.failed()).containsOnlyKeys(1L);
        window.confirmed(1, false);
        assertThat(outcomes.violations()).isZero();
    }

    @Test
    void aFullWindowHoldsTheSenderUpUntilTheOldestHasItsOutcomeOrTheWindowEnds() throws Exception {
        ConfirmWindow window = new ConfirmWindow(2);
        entered(window, 1);
        entered(window, 2);
        Thread third = Thread.ofPlatform().daemon().start(() -> window.enter(3, outcomes.pendingSend(3)));
        awaitParked(third);
        window.confirmed(2, false);
        assertThat(third.join(Duration.ofMillis(50)))
                .as("3 entered although 1 is in its place")
                .isFalse();
        window.confirmed(1, false);
        assertThat(third.join(Duration.ofMinutes(2))).isTrue();

        entered(window, 4);
        Thread fifth = Thread.ofPlatform().daemon().start(() -> window.enter(5, outcomes.pendingSend(5)));
        awaitParked(fifth);
        window.end(new IllegalStateException("gone"));
        assertThat(fifth.join(Duration.ofMinutes(2))).isTrue();
        assertThat(outcomes.failed()).containsOnlyKeys(3L, 4L);
    }

    private static void awaitParked(Thread thread) {
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (thread.getState() != Thread.State.TIMED_WAITING && System.nanoTime() < deadline) {
            LockSupport.parkNanos(100_000);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyMessageHasOneOutcomeWhateverTheOrderOfConfirms(long seed) throws Exception {
        int count = 50_000;
        ConfirmWindow window = new ConfirmWindow(64);
        BlockingQueue<Long> published = new LinkedBlockingQueue<>();
        Thread server = Thread.ofPlatform().daemon().start(() -> confirm(window, published, count, seed));
        for (long number = 1; number <= count; number++) {
            entered(window, number);
            published.add(number);
        }
        assertThat(server.join(Duration.ofMinutes(2))).isTrue();
        window.end(new IllegalStateException("the end"));

        assertThat(outcomes.acked().size() + outcomes.failed().size()).isEqualTo(count);
        assertThat(outcomes.acked()).doesNotHaveDuplicates();
        assertThat(outcomes.failed()).isNotEmpty();
        assertThat(outcomes.violations()).isZero();
    }

    /** Confirms some messages at once, some alone, some a little late, and refuses some. */
    private static void confirm(ConfirmWindow window, BlockingQueue<Long> published, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        try {
            long late = 0;
            for (long number = 0; number < count; ) {
                number = published.take();
                switch (random.nextInt(4)) {
                    case 0 -> window.confirmed(number, true);
                    case 1 -> window.confirmed(number, false);
                    case 2 -> window.refused(number, false, new IllegalStateException("refused"));
                    default -> {
                        if (late > 0) {
                            window.confirmed(late, false);
                        }
                        late = number;
                    }
                }
                if (number % 16 == 0) {
                    window.confirmed(number, true);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
