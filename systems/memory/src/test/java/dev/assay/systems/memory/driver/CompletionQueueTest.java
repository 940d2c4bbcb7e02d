package dev.assay.systems.memory.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.PendingSend;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionQueueTest {
    private static final Comparator<PendingMessage> BY_COMPLETION_THEN_INDEX =
            Comparator.comparingLong(PendingMessage::completionNanos).thenComparingLong(PendingMessage::index);

    /** A message's state, which queues must not touch. */
    private static final PendingSend UNTOUCHED = new PendingSend(new PendingSend.Listener() {
        @Override
        public void onAcked(PendingSend pendingSend) {
            throw new AssertionError("acknowledged");
        }

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {
            throw new AssertionError(cause);
        }

        @Override
        public void onViolation(PendingSend pendingSend) {
            throw new AssertionError("reported twice");
        }
    });

    private final CompletionQueue queue = new CompletionQueue();

    @Test
    void hasNothingAtFirst() {
        assertThat(queue.peek()).isNull();
        assertThat(queue.poll()).isNull();
    }

    @Test
    void keepsTheOrderOfThoseDueAtOnce() {
        List<PendingMessage> stalled = new ArrayList<>();
        for (int index = 0; index < 1_000; index++) {
            stalled.add(message(index, 2_000_000_000));
        }
        stalled.forEach(queue::add);
        assertThat(drained()).isEqualTo(stalled);
    }

    @Test
    void letsALaterMessageOvertake() {
        PendingMessage slow = message(0, 30);
        PendingMessage fast = message(1, 10);
        PendingMessage equal = message(2, 30);
        queue.add(slow);
        queue.add(fast);
        queue.add(equal);
        assertThat(queue.peek()).isSameAs(fast);
        assertThat(drained()).containsExactly(fast, slow, equal);
    }

    /** Completions take few values, so that many are equal; messages come and go in turn, as with a running producer. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void alwaysGivesTheFirstOfThoseThatWait(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<PendingMessage> waiting = new ArrayList<>();
        long index = 0;
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(5) < 3) {
                PendingMessage message = message(index, index / 4 + random.nextInt(50));
                index++;
                queue.add(message);
                waiting.add(message);
            } else {
                @Nullable
                PendingMessage first =
                        waiting.stream().min(BY_COMPLETION_THEN_INDEX).orElse(null);
                assertThat(queue.peek()).isSameAs(first);
                assertThat(queue.poll()).isSameAs(first);
                waiting.remove(first);
            }
        }
        waiting.sort(BY_COMPLETION_THEN_INDEX);
        assertThat(drained()).isEqualTo(waiting);
    }

    private List<PendingMessage> drained() {
        List<PendingMessage> all = new ArrayList<>();
        for (PendingMessage next = queue.poll(); next != null; next = queue.poll()) {
            all.add(next);
        }
        return all;
    }

    private static PendingMessage message(long index, long completionNanos) {
        return new PendingMessage(index, completionNanos, 0, index, new byte[0], UNTOUCHED);
    }
}
