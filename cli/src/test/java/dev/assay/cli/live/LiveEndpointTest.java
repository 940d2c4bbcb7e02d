package dev.assay.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.metrics.MetricsRequest;
import dev.assay.run.stage.Cancellation;
import dev.assay.worker.wire.HostPort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LiveEndpointTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final LiveEndpoint endpoint = LiveEndpoint.bind(MetricsRequest.address("0"));
    private String said = "";

    @BeforeEach
    void serve() throws IOException {
        Files.createDirectories(run());
        said = endpoint.serve(run(), "quickstart");
    }

    @AfterEach
    void close() {
        endpoint.close();
        client.close();
    }

    private Path report() {
        return run().resolve("report.html");
    }

    private Path run() {
        return folder.resolve("runs/20261127-id");
    }

    /** Returns the address printed for people. */
    private String address() {
        return said.substring("live: ".length());
    }

    private static HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(URI.create(address));
    }

    private HttpResponse<String> get(String address, String... headers) throws Exception {
        HttpRequest.Builder request = request(address);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void whoeverHasTheAddressGetsThePageAndItsData() throws Exception {
        HttpResponse<String> page = get(address());
        HttpResponse<String> data = get(address() + "data?after=");

        assertThat(said).matches("live: http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(page.body()).contains("<title>Live · quickstart · Assay</title>", "runs/20261127-id/report.html");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'")
                .endsWith("connect-src 'self'; frame-ancestors 'none'");
        assertThat(data.statusCode()).isEqualTo(200);
        assertThat(data.body()).contains("\"place\":\"waiting for the first trial\"");
        assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
        assertThat(page.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/data", "/TOKEN", "/TOKEN/other", "/TOKEN/data/", "/GUESS/", "/GUESS/data", "//TOKEN/"})
    void whoeverElseGetsNothing(String path) throws Exception {
        String token = URI.create(address()).getPath().replace("/", "");

        HttpResponse<String> answer = get("http://" + endpoint.address()
                + path.replace("TOKEN", token).replace("GUESS", token.replaceAll(".$", "g")));

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).doesNotContain(token, "quickstart");
    }

    @Test
    void nothingCanBeSentToIt() throws Exception {
        HttpResponse<String> answer = client.send(
                request(address())
                        .POST(HttpRequest.BodyPublishers.ofString("x"))
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).hasValue("GET");
    }

    /** Browsers send these headers with requests of other pages, also of pages that know the address. */
    @ParameterizedTest
    @CsvSource({
        "403, Origin, http://somewhere.else",
        "403, Origin, null",
        "403, Sec-Fetch-Site, cross-site",
        "403, Sec-Fetch-Site, same-site",
        "200, Sec-Fetch-Site, same-origin",
        "200, Sec-Fetch-Site, none",
    })
    void pagesOfOtherOriginsAreRefused(int status, String header, String value) throws Exception {
        assertThat(get(address(), header, value).statusCode()).isEqualTo(status);
        assertThat(get(address() + "data?after=", header, value).statusCode()).isEqualTo(status);
    }

    @Test
    void itsOwnOriginAndWhoeverFollowsALinkAreNot() throws Exception {
        assertThat(get(address(), "Origin", "http://" + endpoint.address()).statusCode())
                .isEqualTo(200);
        assertThat(get(address(), "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", "document")
                        .statusCode())
                .isEqualTo(200);
        assertThat(get(address(), "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", "iframe")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void aPageThatWaitsIsGivenTheReportWhileTheServerEnds() throws Exception {
        String next = get(address() + "data?after=").body().replaceFirst("^\\{\"next\":\"([0-9.]+)\".*$", "$1");
        CompletableFuture<HttpResponse<String>> waiting =
                client.sendAsync(request(address() + "data?after=" + next).build(), BodyHandlers.ofString());
        awaitSomebodyWaiting();
        Files.writeString(report(), "<!doctype html><title>the report</title>");

        endpoint.close();

        HttpResponse<String> answer = waiting.get(1, TimeUnit.MINUTES);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(answer.body()).isEqualTo("<!doctype html><title>the report</title>");
        assertThatThrownBy(() -> get(address())).isInstanceOf(IOException.class);
    }

    /** Returns when a request is waiting for news. */
    private static void awaitSomebodyWaiting() {
        while (Thread.getAllStackTraces().entrySet().stream()
                .noneMatch(thread -> thread.getKey().getName().startsWith("live-")
                        && Arrays.stream(thread.getValue())
                                .anyMatch(frame -> frame.getMethodName().equals("awaitNanos")))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aRunWithoutAReportSaysSo() throws Exception {
        try (Cancellation cancellation = new Cancellation()) {
            endpoint.end(cancellation);
        }

        assertThat(get(address() + "data?after=").body())
                .contains("\"over\":\"The run has ended without a report; its terminal says why.\"");
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        HostPort taken = endpoint.address();

        assertThatThrownBy(() -> LiveEndpoint.bind(taken))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                .hasMessageContainingAll("--live: can't listen on " + taken, "choose another port, or 0");
    }
}
