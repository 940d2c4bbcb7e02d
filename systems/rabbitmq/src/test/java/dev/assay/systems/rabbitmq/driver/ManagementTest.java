package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ManagementTest {
    private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    private HttpServer server;
    private Management management;
    private volatile int status = 200;
    private volatile String answer = "{}";

    @BeforeEach
    void start() throws IOException, DriverException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/", this::serve);
        server.start();
        String url = "http://me:secret@127.0.0.1:" + server.getAddress().getPort() + "/";
        management = new Management(List.of(url), "/", "guest:guest", new TlsSettings(Map.of()));
    }

    @AfterEach
    void stop() {
        management.close();
        server.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath() + " " + body);
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        if (exchange.getRequestURI().getPath().startsWith("/broken")) {
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
            return;
        }
        exchange.sendResponseHeaders(status, status == 204 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes, 0, status == 204 ? 0 : bytes.length);
        exchange.close();
    }

    @Test
    void aPolicyThatAKilledCreationHasLeftIsFound() throws DriverException {
        answer = "[{\"name\":\"assay-mirrored.assay-7f-1\"},{\"name\":\"assay-mirrored.assay-7f-10\"}]";

        MirrorPolicies policies = new MirrorPolicies(management);
        assertThat(policies.existing(List.of(
                        new TopicSpec("assay-7f-1-0", 1, List.of()), new TopicSpec("assay-7f-2-0", 1, List.of()))))
                .containsExactly("assay-7f-1-0");
        assertThat(requests).containsExactly("GET /api/policies/%2F ");
    }

    @Test
    void aQueueIsToldWithListsNumbersAndArguments() throws DriverException {
        answer = "{\"type\":\"quorum\",\"members\":[\"a\",\"b\"],\"arguments\":{\"x-max-length\":5},\"leader\":\"a\"}";

        assertThat(management.queue("q/1"))
                .containsEntry("type", "quorum")
                .containsEntry("members", List.of("a", "b"))
                .containsEntry("arguments", Map.of("x-max-length", 5))
                .containsEntry("leader", "a");
        assertThat(requests).containsExactly("GET /api/queues/%2F/q%2F1 ");
    }

    @Test
    void aNodeThatFailsIsLeftForTheNextOne() throws DriverException {
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        try (Management both =
                new Management(List.of(url + "/broken", url), "/", "guest:guest", new TlsSettings(Map.of()))) {
            assertThat(both.queue("q")).isEmpty();
        }
        try (Management one = new Management(List.of(url + "/broken"), "/", "guest:guest", new TlsSettings(Map.of()))) {
            assertThatThrownBy(() -> one.queue("q")).hasMessageContaining("answered 500 to GET");
        }
    }

    @Test
    void whatIsNoJsonIsTold() {
        answer = "<html>";
        assertThatThrownBy(() -> management.queue("q"))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("answered for the queue q with something that is not a JSON object: <html>");
        answer = "[]";
        assertThatThrownBy(() -> management.queue("q")).hasMessageContaining("that is not a JSON object: []");
    }

    /** The JDK's own limit ends once an answer has begun. */
    @Test
    @Timeout(120)
    void anAnswerThatDoesNotEndIsNotWaitedFor() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        server.createContext("/slow", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            awaitQuietly(over);
            exchange.close();
        });
        try (Management slow = of("/slow", Duration.ofMillis(500))) {
            assertThatThrownBy(() -> slow.queue("q"))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("no whole answer came within 500 ms");
        } finally {
            over.countDown();
        }
    }

    @Test
    @Timeout(120)
    void anAnswerWithoutEndIsNotKept() throws Exception {
        server.createContext("/endless", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] some = " ".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
            try (OutputStream body = exchange.getResponseBody()) {
                for (long sent = 0; sent <= 4L * Management.MAX_BODY_BYTES; sent += some.length) {
                    body.write(some);
                }
            } catch (IOException cutOff) {
                exchange.close();
            }
        });
        try (Management endless = of("/endless", Duration.ofMinutes(1))) {
            assertThatThrownBy(() -> endless.queue("q"))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("reaching RabbitMQ's management at http://127.0.0.1:")
                    .hasMessageContaining(String.valueOf(Management.MAX_BODY_BYTES));
        }
    }

    @Test
    void aLongRefusalIsShortened() {
        status = 400;
        answer = "x".repeat(1_000_000);
        assertThatThrownBy(() -> management.queue("q"))
                .hasMessageContaining("answered 400 to GET")
                .hasMessageContaining("(1000000 characters in all)")
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(5000));
    }

    private Management of(String path, Duration limit) throws DriverException {
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + path;
        return new Management(List.of(url), "/", "guest:guest", new TlsSettings(Map.of()), limit);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anAlarmIsToldInTheWordsOfTheServer() throws DriverException {
        assertThat(management.alarm()).isEmpty();
        assertThat(requests).containsExactly("GET /api/health/checks/alarms ");
        status = 503;
        answer = "{\"status\":\"failed\",\"reason\":\"resource alarm(s) in effect\"}";
        assertThat(management.alarm()).contains(answer);
        status = 401;
        assertThat(management.alarm()).as("whoever may not ask is told nothing").isEmpty();
    }

    @Test
    void aPolicyIsSetAsJson() throws DriverException {
        status = 204;
        management.setPolicy("p", "^a\\.", Map.of("ha-mode", "all"));

        assertThat(requests.remove())
                .startsWith("PUT /api/policies/%2F/p {")
                .contains("\"pattern\":\"^a\\\\.\"")
                .contains("\"definition\":{\"ha-mode\":\"all\"}")
                .contains("\"apply-to\":\"queues\"");
    }

    @Test
    void aRefusalIsToldWithItsReasonAndWithoutThePassword() throws DriverException {
        status = 404;
        answer = "{\"error\":\"no such thing\"}";

        assertThatThrownBy(() -> management.queue("q"))
                .hasMessageContaining("answered 404 to GET")
                .hasMessageContaining("no such thing")
                .hasMessageNotContaining("secret");
        management.removePolicy("gone");
        assertThat(requests).endsWith("DELETE /api/policies/%2F/gone ");
    }
}
