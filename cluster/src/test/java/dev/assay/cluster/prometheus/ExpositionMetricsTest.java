package dev.assay.cluster.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.assay.cluster.telemetry.PageMetrics;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads a page of a server that the test runs. */
class ExpositionMetricsTest {
    private static final long SECOND = 1_000_000_000;
    private static final Labels NODE = Labels.of(Labels.NODE, "bookie-1");
    private static final int FOR_EVER = 600_000;

    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("poller-", 0).factory());
    private final CountDownLatch thawed = new CountDownLatch(1);
    private final List<Double> lengths = new ArrayList<>();
    private HttpServer server;
    private volatile HttpHandler answer = told("a 1\n");
    private volatile int patienceMillis = FOR_EVER;
    private ExpositionMetrics metrics;

    /** Reports the sum of all lines named a. */
    private final class SumOfA implements ExpositionMetrics.Reading {
        @Override
        public Set<String> names() {
            return Set.of("a");
        }

        @Override
        public List<Sample> next(Exposition page, Labels labels, double seconds) {
            lengths.add(seconds);
            return List.of(Metrics.NODE_UNDER_WAY.of(labels, page.sum("a").orElse(-1)));
        }
    }

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setExecutor(threads);
        server.createContext("/metrics", exchange -> answer.handle(exchange));
        server.start();
        metrics = new ExpositionMetrics("bookie-1", this::page, new SumOfA(), () -> patienceMillis);
    }

    @AfterEach
    void stop() {
        metrics.close();
        thawed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private URI page() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
    }

    private static HttpHandler told(String text) {
        return exchange -> {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        };
    }

    private void freeze(HttpExchange exchange) throws IOException {
        try {
            thawed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        told("a 99\n").handle(exchange);
    }

    @Test
    void eachAnswerIsOfTheTimeSinceTheOneBefore() throws IOException {
        assertThat(metrics.node()).isEqualTo("bookie-1");
        assertThat(metrics.next(5 * SECOND)).containsExactly(Metrics.NODE_UNDER_WAY.of(NODE, 1));
        answer = told("a 4\na{x=\"y\"} 2\n");
        assertThat(metrics.next(7 * SECOND)).containsExactly(Metrics.NODE_UNDER_WAY.of(NODE, 6));
        assertThat(lengths).containsExactly(Double.NaN, 2.0);
    }

    @Test
    void aServerThatIsFrozenHasNoValuesMeanwhileAndIsAskedAgain() throws IOException {
        metrics.next(0);
        answer = this::freeze;
        patienceMillis = 1;
        assertThat(metrics.next(SECOND)).isEmpty();
        answer = told("a 3\n");
        patienceMillis = FOR_EVER;
        assertThat(metrics.next(4 * SECOND)).containsExactly(Metrics.NODE_UNDER_WAY.of(NODE, 3));
        assertThat(lengths).containsExactly(Double.NaN, 4.0);
    }

    @Test
    void anAnswerThatIsNoPageOfMetricsIsAReason() {
        answer = exchange -> {
            exchange.getResponseHeaders().set("X-Poison", "=cmd|1");
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        };
        assertThatThrownBy(() -> metrics.next(0))
                .isInstanceOf(IOException.class)
                .hasMessage(page() + " answered with status 503");
    }

    @Test
    void nobodyIsSentElsewhere() {
        answer = exchange -> {
            exchange.getResponseHeaders().set("Location", "/metrics/elsewhere");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        };
        assertThatThrownBy(() -> metrics.next(0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("status 302");
    }

    @Test
    void anEndlessAnswerIsReadNoFurtherThanAnyPageIsLong() throws Exception {
        CompletableFuture<Long> sent = new CompletableFuture<>();
        answer = exchange -> {
            long bytes = 0;
            byte[] part = "b".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                while (true) {
                    body.write(part);
                    bytes += part.length;
                }
            } catch (IOException hungUp) {
                sent.complete(bytes);
            }
        };
        assertThatThrownBy(() -> metrics.next(0))
                .isInstanceOf(IOException.class)
                .hasMessage(page() + " answered with more than 8 MiB");
        // What the kernel has taken in between comes on top.
        assertThat(sent.get(1, TimeUnit.MINUTES)).isLessThan(8L * PageMetrics.MAX_BYTES);
    }

    @Test
    void lettingGoEndsTheWaitForAnAnswer() throws Exception {
        CountDownLatch requested = new CountDownLatch(1);
        answer = exchange -> {
            requested.countDown();
            freeze(exchange);
        };
        CompletableFuture<List<Sample>> waiting = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                waiting.complete(metrics.next(0));
            } catch (IOException e) {
                waiting.completeExceptionally(e);
            }
        });
        assertThat(requested.await(1, TimeUnit.MINUTES)).isTrue();
        metrics.close();
        assertThatThrownBy(() -> waiting.get(1, TimeUnit.MINUTES))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThatThrownBy(() -> metrics.next(SECOND))
                .isInstanceOf(IOException.class)
                .hasMessage("it was closed");
    }

    @Test
    void aServerThatHasNoPageIsAReason() {
        ExpositionMetrics none = new ExpositionMetrics(
                "bookie-1",
                () -> {
                    throw new IOException("it was started without");
                },
                new SumOfA());
        assertThatThrownBy(() -> none.next(0)).isInstanceOf(IOException.class).hasMessage("it was started without");
        none.close();
    }
}
