package dev.assay.driver.client;

import java.util.concurrent.atomic.AtomicInteger;

/** Names clients, using each name once in this process, so that brokers' logs and metrics tell them apart. */
public final class ClientIds {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private ClientIds() {}

    public static String next(String role) {
        return "assay-" + role + "-" + COUNT.incrementAndGet();
    }
}
