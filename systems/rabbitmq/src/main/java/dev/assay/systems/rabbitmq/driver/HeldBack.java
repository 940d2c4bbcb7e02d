package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.BlockedListener;

/**
 * For how long a server has kept a connection from publishing, as it does when it runs out of memory or disk
 * (https://www.rabbitmq.com/docs/connection-blocked).
 */
final class HeldBack implements BlockedListener {
    private long sinceNanos;
    private long totalNanos;
    private boolean blocked;

    @Override
    public void handleBlocked(String reason) {
        blocked(System.nanoTime());
    }

    @Override
    public void handleUnblocked() {
        unblocked(System.nanoTime());
    }

    /** It may be said again for another reason. */
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

    /** Until now, all together. */
    synchronized long totalNanos(long nanoTime) {
        return blocked ? totalNanos + Math.max(0, nanoTime - sinceNanos) : totalNanos;
    }
}
