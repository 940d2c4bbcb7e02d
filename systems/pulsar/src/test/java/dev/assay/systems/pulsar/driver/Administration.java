package dev.assay.systems.pulsar.driver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.api.PulsarClientException;

/** Serves an administration whose first deletions fail with one code; all namespaces are empty and Assay's, unless set otherwise. */
final class Administration implements AutoCloseable {
    private final AtomicInteger deletions = new AtomicInteger();
    private final Queue<String> puts = new ConcurrentLinkedQueue<>();
    private volatile boolean refusesTopics;
    private volatile String owner = "assay";
    private volatile String topics = "[]";
    private final HttpServer server;
    private final int code;
    private final int times;

    Administration(int code, int times) throws IOException {
        this.code = code;
        this.times = times;
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 10);
        server.createContext("/", this::answer);
        server.start();
    }

    PulsarAdmin client() throws PulsarClientException {
        return PulsarAdmin.builder()
                .serviceHttpUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .build();
    }

    Administration refusingTopics() {
        refusesTopics = true;
        return this;
    }

    Administration ofOthers() {
        owner = "somebody";
        return this;
    }

    Administration holding(String topic) {
        topics = "[\"" + topic + "\"]";
        return this;
    }

    /** Returns the requests with PUT, each with its path and body. */
    List<String> puts() {
        return List.copyOf(puts);
    }

    int deletions() {
        return deletions.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (exchange.getRequestMethod().equals("PUT")) {
            puts.add(path + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        }
        if (refusesTopics && path.endsWith("/partitions")) {
            send(exchange, 412, "{\"reason\":\"no more topics\"}");
        } else if (exchange.getRequestMethod().equals("PUT")) {
            send(exchange, 204, "");
        } else if (!exchange.getRequestMethod().equals("DELETE")) {
            boolean mark = exchange.getRequestURI().getPath().contains("/property/");
            send(exchange, 200, mark ? owner : topics);
        } else if (deletions.incrementAndGet() > times) {
            send(exchange, 204, "");
        } else {
            send(exchange, code, "{\"reason\":\"Metadata service is not available\"}");
        }
    }

    private static void send(HttpExchange exchange, int code, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
