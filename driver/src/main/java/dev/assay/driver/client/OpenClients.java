package dev.assay.driver.client;

import dev.assay.driver.DriverException;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the clients that a driver has open. Once it is closed there are none, even if another thread opens one meanwhile.
 * Any thread may use it.
 */
public final class OpenClients {
    private final List<AutoCloseable> open = new ArrayList<>();
    private boolean closed;

    /** @throws DriverException when the driver is closed */
    public synchronized void check() throws DriverException {
        if (closed) {
            throw over();
        }
    }

    /** @throws DriverException when the driver has been closed meanwhile; then the client is closed as well */
    public void add(AutoCloseable client) throws DriverException {
        synchronized (this) {
            if (!closed) {
                open.add(client);
                return;
            }
        }
        ConcurrentClose.all(List.of(client));
        throw over();
    }

    private static DriverException over() {
        return new DriverException("the connection to the system is closed, so nothing is opened any more");
    }

    public synchronized boolean isEmpty() {
        return open.isEmpty();
    }

    /**
     * Closes all clients, and those that are added later.
     *
     * @throws DriverException the first failure, with the others suppressed in it; everything has been tried by then
     */
    public void close() throws DriverException {
        List<AutoCloseable> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(open);
            open.clear();
        }
        ConcurrentClose.all(all);
    }
}
