package dev.assay.run.metrics;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.worker.wire.HostPort;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsEndpointTest {
    private static final String PROTOBUF = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily";

    /** Less than the longest wait. */
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private MetricsEndpoint endpoint;

    @BeforeEach
    void bind() {
        endpoint = MetricsEndpoint.bind(request(Optional.empty()));
    }

    @AfterEach
    void close() {
        endpoint.close();
        client.close();
    }

    private static MetricsRequest request(Optional<Path> tokenFile) {
        return new MetricsRequest(MetricsRequest.address("0"), tokenFile);
    }

    private String token() throws Exception {
        return Files.readString(folder.resolve(MetricsEndpoint.TOKEN_FILE)).strip();
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + endpoint.address() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void whoShowsTheTokenGetsOpenMetrics() throws Exception {
        String message = endpoint.serve(folder, "quickstart");

        HttpResponse<String> answer = get("/metrics", "Authorization", "Bearer " + token());

        assertThat(message)
                .isEqualTo("metrics: http://%s/metrics, with the bearer token in %s"
                        .formatted(endpoint.address(), folder.resolve("metrics.token")))
                .startsWith("metrics: http://127.0.0.1:")
                .doesNotContain(token());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValue("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(answer.body()).endsWith("# EOF\n");
    }

    @Test
    void whoeverElseGetsNothing() throws Exception {
        endpoint.serve(folder, "quickstart");

        assertThat(get("/metrics").statusCode()).isEqualTo(401);
        assertThat(get("/metrics").headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertThat(get("/metrics", "Authorization", "Bearer " + token().replaceAll(".$", "g"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(get("/metrics", "Authorization", "Basic " + token()).statusCode())
                .isEqualTo(401);
        assertThat(get("/other").statusCode()).isEqualTo(401);
        assertThat(get("/other", "Authorization", "Bearer " + token()).statusCode())
                .isEqualTo(404);
    }

    /** A connection takes one of the few places. */
    @Test
    void whoeverIsRefusedIsDisconnected() throws Exception {
        endpoint.serve(folder, "quickstart");

        try (Socket socket =
                new Socket(endpoint.address().host(), endpoint.address().port())) {
            socket.setSoTimeout((int) SOON.toMillis() / 3);
            socket.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .startsWith("HTTP/1.1 401 ");
        }
    }

    /** Native histograms have no other format. */
    @Test
    void prometheusGetsItsOwnFormatWhereItAsks() throws Exception {
        endpoint.serve(folder, "quickstart");

        HttpResponse<String> answer =
                get("/metrics", "Authorization", "bearer " + token(), "Accept", PROTOBUF + ";encoding=delimited,*/*");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("application/vnd.google.protobuf");
    }

    @Test
    void theTokenIsItsOwnersAloneNewEachTimeAndGoneAtTheEnd() throws Exception {
        Files.writeString(folder.resolve(MetricsEndpoint.TOKEN_FILE), "planted-by-whoever-made-this");

        endpoint.serve(folder, "quickstart");

        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(folder.resolve(MetricsEndpoint.TOKEN_FILE))))
                .isEqualTo("rw-------");
        assertThat(token()).matches("[0-9a-f]{32}");
        endpoint.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aTokenThatWasGivenIsShownAndStays() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "a-token-of-my-own\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        endpoint.close();
        endpoint = MetricsEndpoint.bind(request(Optional.of(file)));

        assertThat(endpoint.serve(folder.resolve("run"), "quickstart")).endsWith("with the bearer token in " + file);

        assertThat(get("/metrics", "Authorization", "Bearer a-token-of-my-own").statusCode())
                .isEqualTo(200);
        endpoint.close();
        assertThat(file).exists();
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        HostPort taken = endpoint.address();

        assertThatThrownBy(() -> MetricsEndpoint.bind(new MetricsRequest(taken, Optional.empty())))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                .hasMessageContainingAll("--metrics: can't listen on " + taken, "choose another port, or 0");
    }

    @Test
    void theEndOfARunWaitsForWhoeverScrapesUntilTheyDid() throws Exception {
        scrapedOneMinuteApart();

        Thread waiting = startWaiting();
        endpoint.scraped(System.nanoTime());

        assertThat(waiting.join(SOON)).isTrue();
    }

    @Test
    void whoeverClosesIsNotWaitedFor() throws Exception {
        scrapedOneMinuteApart();

        Thread waiting = startWaiting();
        endpoint.close();

        assertThat(waiting.join(SOON)).isTrue();
    }

    /** One scrape does not show when the next will be, and a client that has gone away does not come back. */
    @Test
    void nobodyIsWaitedForWhoDoesNotScrape() {
        long longAgo = System.nanoTime() - Duration.ofHours(1).toNanos();

        assertTimeout(SOON, endpoint::awaitLastScrape);
        endpoint.scraped(longAgo);
        assertTimeout(SOON, endpoint::awaitLastScrape);
        endpoint.scraped(longAgo + 1_000_000_000);
        assertTimeout(SOON, endpoint::awaitLastScrape);
    }

    private void scrapedOneMinuteApart() {
        long now = System.nanoTime();
        endpoint.scraped(now - Duration.ofMinutes(1).toNanos());
        endpoint.scraped(now);
    }

    private Thread startWaiting() {
        Thread waiting = Thread.ofPlatform().daemon().start(endpoint::awaitLastScrape);
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            assertThat(waiting.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        return waiting;
    }
}
