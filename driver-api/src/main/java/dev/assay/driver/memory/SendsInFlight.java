package dev.assay.driver.memory;

import dev.assay.driver.PendingSend;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Messages of one producer that have no outcome yet, by a number that is given to another one afterwards. */
final class SendsInFlight {
    /** What {@link #add} returns when no more are taken. */
    static final int NONE = -1;

    private @Nullable PendingSend[] byNumber = new PendingSend[256];
    private int[] free = new int[256];
    private int freeCount;
    private int used;
    private boolean closed;

    /** Returns the message's number, or {@link #NONE} when it comes too late. */
    synchronized int add(PendingSend send) {
        if (closed) {
            return NONE;
        }
        if (freeCount == 0 && used == byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, 2 * used);
            free = Arrays.copyOf(free, 2 * used);
        }
        int number = freeCount > 0 ? free[--freeCount] : used++;
        byNumber[number] = send;
        return number;
    }

    /** Takes the message of that number out; null when there is none. */
    synchronized @Nullable PendingSend remove(int number) {
        if (number < 0 || number >= used || byNumber[number] == null) {
            return null;
        }
        PendingSend send = byNumber[number];
        byNumber[number] = null;
        free[freeCount++] = number;
        return send;
    }

    /** How many there are. */
    synchronized int count() {
        return closed ? 0 : used - freeCount;
    }

    /** Takes no more messages, and takes out all that are there. */
    synchronized List<PendingSend> close() {
        closed = true;
        List<PendingSend> left =
                new ArrayList<>(Arrays.stream(byNumber).filter(Objects::nonNull).toList());
        Arrays.fill(byNumber, null);
        return left;
    }
}
