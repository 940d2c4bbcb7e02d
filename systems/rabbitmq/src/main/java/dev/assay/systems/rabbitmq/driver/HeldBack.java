package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.BlockedListener;
import dev.assay.model.display.LongText;
import java.util.Optional;

/**
 * Measures for how long a server has blocked a connection from publishing, as it does when it runs out of memory or disk
 * (https://www.rabbitmq.com/docs/connection-blocked).
 */
final class HeldBack implements BlockedListener {
    private long sinceNanos;
    private long totalNanos;
    private boolean blocked;
    private String reason = "";

    @Override
    public void handleBlocked(String why) {
        synchronized (this) {
            reason = LongText.truncate(String.valueOf(why));
        }
        blocked(System.nanoTime());
    }

    @Override
    public void handleUnblocked() {
        unblocked(System.nanoTime());
    }

    /** Begins a block; ignored during one, as the server may report another reason for it. */
    synchronized void blocked(long nanoTime) {
        if (!blocked) {
            blocked = true;
            sinceNanos = nanoTime;
        }
    }

    synchronized void unblocked(long nanoTime) {
        totalNanos = totalNanos(nanoTime);
        blocked = false;
    }

    /** Returns the server's reason for the block, in its words; empty while there is none. */
    synchronized Optional<String> reason() {
        return blocked ? Optional.of(reason) : Optional.empty();
    }

    /** Returns the total time of all blocks until now. */
    synchronized long totalNanos(long nanoTime) {
        return blocked ? totalNanos + Math.max(0, nanoTime - sinceNanos) : totalNanos;
    }
}
