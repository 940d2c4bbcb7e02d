package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.Connection;
import dev.assay.driver.DriverException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Holds the properties that the server sends when a client connects. */
record ServerFacts(Map<String, String> values) {
    private static final List<String> REPORTED = List.of("product", "version", "platform", "cluster_name");
    private static final int CLOSE_MILLIS = 2_000;

    /** @throws DriverException when no node answers; it names the address */
    static ServerFacts read(Connections connections) throws DriverException {
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("rabbitmq-facts-", 0).factory())) {
            Connection connection = connections.open("admin", 0, threads);
            TreeMap<String, String> values = new TreeMap<>();
            REPORTED.forEach(name -> values.put(
                    name, Objects.toString(connection.getServerProperties().get(name), "not reported")));
            connection.abort(CLOSE_MILLIS);
            return new ServerFacts(values);
        }
    }

    String version() {
        return values.getOrDefault("version", "");
    }

    /** Returns the first part of the version, or 0 where it is no number. */
    int major() {
        String first = version().replaceFirst("(?s)\\D.*", "");
        return first.matches("\\d{1,4}") ? Integer.parseInt(first) : 0;
    }
}
