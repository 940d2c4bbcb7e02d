package dev.assay.run.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.assay.run.directory.RunDirectory;
import dev.assay.testing.tls.Certificates;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBucket;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What arrives at an endpoint, against what a scrape of the same moment says; and endpoints that take nothing. */
class OtlpPushTest {
    private static final String SECRET = "a-secret-of-the-endpoint";

    /** More than the end of a run may take. */
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final List<ExportMetricsServiceRequest> received = new CopyOnWriteArrayList<>();
    private final List<String> authorized = new CopyOnWriteArrayList<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private int status = 200;

    @BeforeEach
    void serve() throws IOException {
        server = serve(HttpServer.create());
    }

    private HttpServer serve(HttpServer made) throws IOException {
        made.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        made.createContext("/v1/metrics", this::take);
        made.start();
        return made;
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            received.add(ExportMetricsServiceRequest.parseFrom(
                    exchange.getRequestBody().readAllBytes()));
            authorized.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private OtlpPush push(String endpoint, Optional<Path> headers) {
        return OtlpPush.start(
                new OtlpRequest(OtlpRequest.endpoint(endpoint), headers), "the-run", "pushed", warnings::add);
    }

    private OtlpPush push() {
        return push("http://127.0.0.1:" + server.getAddress().getPort(), Optional.empty());
    }

    private static RunMetrics metrics(OtlpPush push) {
        return (RunMetrics) push.audience();
    }

    /** The first push, which has nothing yet, is over. */
    private void awaitFirst() {
        while (received.isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private Metric last(String family) {
        return received.getLast().getResourceMetricsList().stream()
                .flatMap(of -> of.getScopeMetricsList().stream())
                .flatMap(of -> of.getMetricsList().stream())
                .filter(of -> of.getName().equals(family))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, String> attributes(List<KeyValue> of) {
        Map<String, String> attributes = new TreeMap<>();
        of.forEach(one -> attributes.put(one.getKey(), one.getValue().getStringValue()));
        return attributes;
    }

    private static Map<String, String> attributes(Labels labels) {
        Map<String, String> attributes = new TreeMap<>();
        labels.forEach(label -> attributes.put(label.getName(), label.getValue()));
        return attributes;
    }

    @Test
    void theLastPushSaysWhatAScrapeSays() throws Exception {
        long before = Instant.now().toEpochMilli();
        OtlpPush push = push();
        awaitFirst();
        RunMetricsTest.run(
                RunMetricsTest.trial("law: exponential, mean: 20 ms"),
                metrics(push),
                RunDirectory.create(folder, "pushed", Instant.EPOCH),
                2);

        push.close();

        int compared = 0;
        for (MetricSnapshot family : metrics(push).snapshot()) {
            switch (family) {
                case CounterSnapshot counters -> {
                    assertSame(counters, before);
                    compared++;
                }
                case HistogramSnapshot histograms -> {
                    assertSame(histograms, before);
                    compared++;
                }
                default -> {
                    // They have no values that could differ.
                }
            }
        }
        assertThat(compared).isEqualTo(9);
        Metric offered = last("assay_offered_messages");
        assertThat(offered.getDescription()).isEqualTo("Messages that have fallen due.");
        assertThat(offered.getSum().getDataPoints(0).getAsDouble()).isEqualTo(10_000);
        Metric backlog = last("assay_backlog_messages");
        assertThat(backlog.getUnit()).isEqualTo("{message}");
        assertThat(backlog.getGauge().getDataPoints(0).getAsDouble()).isZero();
        assertThat(states("assay_phase_info", "phase")).isEqualTo(Map.of("finished", 1.0));
        assertThat(states("assay_trial_verdict", "assay_trial_verdict"))
                .isEqualTo(Map.of("VALID", 1.0, "DEGRADED", 0.0, "INVALID", 0.0, "FAILED", 0.0));
        assertThat(warnings).isEmpty();
    }

    /** The values of a sum that is not monotonic, by one of its attributes. */
    private Map<String, Double> states(String family, String attribute) {
        assertThat(last(family).getSum().getIsMonotonic()).isFalse();
        Map<String, Double> states = new HashMap<>();
        last(family)
                .getSum()
                .getDataPointsList()
                .forEach(point ->
                        states.put(attributes(point.getAttributesList()).get(attribute), point.getAsDouble()));
        return states;
    }

    private void assertSame(CounterSnapshot scraped, long before) {
        String name = scraped.getMetadata().getName();
        Metric pushed = last(name);
        assertThat(pushed.getUnit()).isEqualTo(name.endsWith("_messages") ? "{message}" : "");
        assertThat(pushed.getSum().getIsMonotonic()).isTrue();
        assertThat(pushed.getSum().getAggregationTemporality())
                .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
        Map<Map<String, String>, Double> values = new HashMap<>();
        for (NumberDataPoint point : pushed.getSum().getDataPointsList()) {
            values.put(attributes(point.getAttributesList()), point.getAsDouble());
            assertThat(point.getStartTimeUnixNano() / 1_000_000).isBetween(before, point.getTimeUnixNano() / 1_000_000);
        }
        Map<Map<String, String>, Double> expected = new HashMap<>();
        scraped.getDataPoints().forEach(point -> expected.put(attributes(point.getLabels()), point.getValue()));
        assertThat(values).as(name).isEqualTo(expected);
    }

    private void assertSame(HistogramSnapshot scraped, long before) {
        String name = scraped.getMetadata().getName().replaceAll("_seconds$", "");
        Metric pushed = last(name);
        assertThat(pushed.getUnit()).isEqualTo("s");
        assertThat(pushed.getExponentialHistogram().getAggregationTemporality())
                .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
        assertThat(pushed.getExponentialHistogram().getDataPointsList())
                .as(name)
                .hasSameSizeAs(scraped.getDataPoints());
        for (HistogramDataPointSnapshot expected : scraped.getDataPoints()) {
            ExponentialHistogramDataPoint point = pushed.getExponentialHistogram().getDataPointsList().stream()
                    .filter(one -> attributes(one.getAttributesList()).equals(attributes(expected.getLabels())))
                    .findFirst()
                    .orElseThrow();
            assertThat(point.getCount()).isEqualTo(expected.getCount()).isPositive();
            assertThat(point.getSum()).isEqualTo(expected.getSum()).isPositive();
            assertThat(point.getScale()).isEqualTo(LatencyBuckets.SCHEMA);
            assertThat(point.getZeroCount()).isEqualTo(expected.getNativeZeroCount());
            assertThat(point.getStartTimeUnixNano() / 1_000_000).isBetween(before, point.getTimeUnixNano() / 1_000_000);
            for (NativeHistogramBucket bucket : expected.getNativeBucketsForPositiveValues()) {
                // A bucket's number is that of its lower bound there, and of its upper one here.
                int place = bucket.getBucketIndex() - 1 - point.getPositive().getOffset();
                assertThat(point.getPositive().getBucketCounts(place)).isEqualTo(bucket.getCount());
            }
            assertThat(point.getPositive().getBucketCounts(0)).isPositive();
        }
    }

    @Test
    void theResourceIsTheRun() throws Exception {
        OtlpPush push = push();
        awaitFirst();
        metrics(push).of(RunMetricsTest.trial("law: none"));
        push.close();

        ResourceMetrics of = received.getLast().getResourceMetrics(0);
        assertThat(received.getLast().getResourceMetricsCount()).isEqualTo(1);
        assertThat(attributes(of.getResource().getAttributesList()))
                .containsEntry("service.name", "assay")
                .containsEntry("service.instance.id", "the-run")
                .containsEntry("assay.scenario", "pushed")
                .containsOnlyKeys("service.name", "service.version", "service.instance.id", "assay.scenario");
        assertThat(of.getScopeMetrics(0).getScope().getName()).isEqualTo("dev.assay");
    }

    /** A trial that has just begun has points already. */
    @Test
    void whereNobodyListensTheFirstFailureIsToldAndHowMuchWasMissed() throws Exception {
        server.stop(0);
        OtlpPush push = push();
        metrics(push).of(RunMetricsTest.trial("law: none"));

        assertTimeout(SOON, push::close);

        assertThat(warnings).hasSize(2);
        assertThat(warnings.getFirst())
                .startsWith("warning: metrics can't be pushed to http://127.0.0.1:"
                        + server.getAddress().getPort() + "/v1/metrics: java.net.ConnectException")
                .endsWith("; the run goes on, and so do the attempts");
        assertThat(warnings.getLast())
                .matches("warning: [1-9]\\d* points of metrics were not delivered to http://127.0.0.1:\\d+/v1/metrics");
    }

    @Test
    void anEndpointThatNeverAnswersIsWaitedForNoLongerThanFiveSeconds() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            OtlpPush push = push("http://127.0.0.1:" + silent.getLocalPort(), Optional.empty());
            metrics(push).of(RunMetricsTest.trial("law: none"));
            long start = System.nanoTime();

            assertTimeout(SOON, push::close);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(3));
            assertThat(warnings).hasSize(2);
            assertThat(warnings.getFirst()).contains("timed out");
            assertThat(warnings.getLast()).contains("points of metrics were not delivered");
        }
    }

    @Test
    void headersAreShownAndNeverTold() throws Exception {
        Path file =
                Files.writeString(folder.resolve("headers"), "authorization: Bearer " + SECRET + "\n\nx-tenant: t\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        status = 401;
        OtlpPush push = push("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/metrics", Optional.of(file));
        metrics(push).of(RunMetricsTest.trial("law: none"));
        push.close();

        assertThat(authorized).isNotEmpty().containsOnly("Bearer " + SECRET);
        assertThat(warnings).hasSize(2);
        assertThat(warnings.getFirst()).contains("it answered with status 401").doesNotContain(SECRET);
    }

    @Test
    void redirectsAreNotFollowed() throws Exception {
        List<String> elsewhere = new CopyOnWriteArrayList<>();
        server.createContext("/elsewhere", exchange -> {
            elsewhere.add(exchange.getRequestMethod());
            exchange.sendResponseHeaders(200, -1);
        });
        status = 307;
        OtlpPush push = push();
        metrics(push).of(RunMetricsTest.trial("law: none"));
        push.close();

        assertThat(warnings.getFirst()).contains("it answered with status 307");
        assertThat(elsewhere).isEmpty();
    }

    @Test
    void aServerWhoseCertificateNobodyVouchesForGetsNothing() throws Exception {
        Certificates certificates = Certificates.in(folder.resolve("tls"));
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(certificates.keyStore())) {
            keys.load(in, Certificates.PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, Certificates.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        HttpsServer encrypted = HttpsServer.create();
        encrypted.setHttpsConfigurator(new HttpsConfigurator(context));
        server.stop(0);
        server = serve(encrypted);

        OtlpPush push = push("https://127.0.0.1:" + server.getAddress().getPort(), Optional.empty());
        push.close();

        assertThat(received).isEmpty();
        assertThat(warnings.getFirst()).contains("SSLHandshakeException");
    }
}
