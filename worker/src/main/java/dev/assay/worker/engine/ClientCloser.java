package dev.assay.worker.engine;

import dev.assay.driver.DriverException;
import java.util.Queue;

/** Closes several clients; each is tried, whatever the others do, and by one caller only when several try at once. */
final class ClientCloser {
    private ClientCloser() {}

    static void closeAll(Queue<? extends AutoCloseable> open) throws DriverException {
        DriverException first = null;
        for (AutoCloseable one = open.poll(); one != null; one = open.poll()) {
            try {
                one.close();
            } catch (Exception e) {
                if (first == null) {
                    first = e instanceof DriverException known
                            ? known
                            : new DriverException("closing a client failed: " + e, e);
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Closes all of them after a failure that is reported already, and drops further ones. */
    static void abandonAll(Queue<? extends AutoCloseable> open) {
        try {
            closeAll(open);
        } catch (DriverException e) {
            System.getLogger(ClientCloser.class.getName())
                    .log(System.Logger.Level.WARNING, "while giving up: " + e.getMessage(), e);
        }
    }
}
