package dev.assay.driver.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is made of an administration that answers with errors. */
@Timeout(20)
class TopicsTest {
    private static final byte[] REASON =
            "{\"reason\":\"Metadata service is not available\"}".getBytes(StandardCharsets.UTF_8);
    private static final TopicSpec TOPIC = new TopicSpec("assay-1", 1, List.of("s"));

    /** Deletes a topic where the first answers have that code. */
    private static int requestsOfDeletion(int code, int times) throws Exception {
        AtomicInteger requests = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 10);
        server.createContext("/", exchange -> answer(exchange, requests.incrementAndGet() > times ? 204 : code));
        server.start();
        try (PulsarAdmin admin = PulsarAdmin.builder()
                .serviceHttpUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .build()) {
            new Topics(admin, new Namespaces(admin, Map.of()), "public").delete(List.of(TOPIC));
            return requests.get();
        } finally {
            server.stop(0);
        }
    }

    private static void answer(HttpExchange exchange, int code) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, code == 204 ? -1 : REASON.length);
        if (code != 204) {
            exchange.getResponseBody().write(REASON);
        }
        exchange.close();
    }

    @Test
    void aBrokerThatFailsToDeleteIsAskedAgain() throws Exception {
        assertThat(requestsOfDeletion(500, 2)).isEqualTo(3);
    }

    @Test
    void whatIsGoneAlreadyIsNoError() throws Exception {
        assertThat(requestsOfDeletion(404, 1)).isEqualTo(1);
    }

    @Test
    void aRefusalIsToldAtOnce() {
        assertThatThrownBy(() -> requestsOfDeletion(412, 1))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("deleting the topic assay-1");
    }
}
