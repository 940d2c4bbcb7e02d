package dev.assay.systems.memory.driver;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Orders messages by their completion; equal ones by when they were sent. Messages must be added in the order of their index.
 *
 * <p>Most laws let most messages complete in the order in which they were sent, above all messages held up by a stall. Such messages wait
 * in a plain queue: after a stall tens of thousands are due at once, and the law leaves no time to complete them. A heap of them, cold by
 * then, takes microseconds for each.
 */
final class CompletionQueue {
    private static final Comparator<PendingMessage> ORDER =
            Comparator.comparingLong(PendingMessage::completionNanos).thenComparingLong(PendingMessage::index);

    private final ArrayDeque<PendingMessage> inOrder = new ArrayDeque<>();
    private final PriorityQueue<PendingMessage> overtaking = new PriorityQueue<>(ORDER);

    void add(PendingMessage message) {
        PendingMessage last = inOrder.peekLast();
        boolean overtakes = last != null && message.completionNanos() < last.completionNanos();
        (overtakes ? overtaking : inOrder).add(message);
    }

    /** Returns the next message to complete, which stays in the queue; null if none waits. */
    @Nullable
    PendingMessage peek() {
        return first().peek();
    }

    /** Takes the next message to complete; null if none waits. */
    @Nullable
    PendingMessage poll() {
        return first().poll();
    }

    int size() {
        return inOrder.size() + overtaking.size();
    }

    private Queue<PendingMessage> first() {
        PendingMessage overtaker = overtaking.peek();
        PendingMessage next = inOrder.peek();
        boolean overtakes = overtaker != null && (next == null || ORDER.compare(overtaker, next) < 0);
        return overtakes ? overtaking : inOrder;
    }
}
