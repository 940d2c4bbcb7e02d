package dev.assay.driver.pulsar;

import java.util.concurrent.atomic.AtomicInteger;

/** Names for clients, each used once in this process, so that brokers' logs and metrics tell them apart. */
final class ClientIds {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private ClientIds() {}

    static String next(String role) {
        return "assay-" + role + "-" + COUNT.incrementAndGet();
    }
}
