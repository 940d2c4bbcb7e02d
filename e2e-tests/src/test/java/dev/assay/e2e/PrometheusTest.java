package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks a run scraped by real Prometheus servers, one with the default settings and one that takes native histograms. */
@Tag("slow")
class PrometheusTest {
    private static final Path DASHBOARD = Path.of("..", "docs", "grafana-dashboard.json");
    /** Selects the first trial; its series stay until the second has ended. */
    private static final String MEASURED = "{phase=\"measure\",trial=~\"001-.*\"}";

    private static final String ENDED = "assay_trial_verdict{trial=~\"001-.*\"} == 1";

    /** Gives the logarithm of the ratio of adjacent native buckets' bounds. */
    private static final double NATIVE_BUCKET = Math.log(2) / 32;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Process> servers = new ArrayList<>();
    private Path program;
    private Path token;
    private int scraped;

    @BeforeEach
    void findTheProgram() throws Exception {
        Optional<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(place -> Path.of(place, "prometheus"))
                .filter(Files::isExecutable)
                .findFirst();
        String obstacle = found.isPresent() ? "" : "prometheus is not installed (Debian: prometheus)";
        if (!obstacle.isEmpty()) {
            System.out.println("skipped: metrics in a real Prometheus: " + obstacle);
        }
        assumeTrue(obstacle.isEmpty(), obstacle);
        program = found.orElseThrow();
        token = Files.writeString(folder.resolve("token"), "a-token-for-this-test\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        scraped = freePort();
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        client.close();
        for (Process server : servers) {
            server.destroy();
            server.waitFor();
        }
        Processes.endAll(folder);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Starts a server, and returns its address once it listens. */
    private String prometheus(String name, String... options) throws Exception {
        Path home = Files.createDirectories(folder.resolve(name));
        Path settings = Files.writeString(home.resolve("prometheus.yml"), """
                scrape_configs:
                  - job_name: assay
                    scrape_interval: 1s
                    authorization: { credentials_file: %s }
                    static_configs: [{ targets: ["127.0.0.1:%d"] }]
                """.formatted(token, scraped));
        String address = "127.0.0.1:" + freePort();
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--config.file=" + settings,
                "--storage.tsdb.path=" + home.resolve("data"),
                "--web.listen-address=" + address));
        command.addAll(List.of(options));
        servers.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("log").toFile())
                .start());
        Until.holds(name + " is ready", AssayProgram.PATIENCE, () -> isReady(address));
        return address;
    }

    private boolean isReady(String address) throws InterruptedException {
        try {
            return get("http://" + address + "/-/ready").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private HttpResponse<String> get(String address) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
    }

    /** Returns the result of a query at a moment; now where that is empty. */
    private JsonNode query(String address, String query, String at) throws Exception {
        HttpResponse<String> answer = get("http://" + address + "/api/v1/query?query="
                + URLEncoder.encode(query, StandardCharsets.UTF_8) + (at.isEmpty() ? "" : "&time=" + at));
        assertThat(answer.statusCode()).as(query + ": " + answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body()).at("/data/result");
    }

    private double value(String address, String query, String at) throws Exception {
        JsonNode found = query(address, query, at);
        assertThat(found.size()).as(query + ": " + found).isEqualTo(1);
        return Double.parseDouble(found.at("/0/value/1").stringValue());
    }

    private List<String> dashboard() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(DASHBOARD)).findValues("expr").stream()
                .map(query -> query.stringValue()
                        .replace("$__rate_interval", "1m")
                        .replace("$system", ".+")
                        .replace("$trial", ".+"))
                .toList();
    }

    @Test
    void percentilesAgreeWithTheReportAndEveryQueryOfTheDashboardFindsSomething() throws Exception {
        String classic = prometheus("classic");
        String withNative = prometheus("native", "--enable-feature=native-histograms");
        AssayProgram assay = AssayProgram.in(folder);
        assay.write(
                "memory.yaml",
                Scenarios.memory("[100 B, 200 B]", "10 s")
                        .replace("law: constant, mean: 1 ms", "law: exponential, mean: 20 ms"));
        Running running = assay.start(
                "run", "memory.yaml", "--metrics", String.valueOf(scraped), "--metrics-token-file", token.toString());

        String atOne = awaitVerdict(classic);
        String atOther = awaitVerdict(withNative);
        Ended ended = running.await(AssayProgram.PATIENCE);

        FinishedTrials.assertMeasured(ended);
        Histogram reported = FinishedTrials.responses(FinishedTrials.only(assay));
        String count = "assay_response_time_seconds_count" + MEASURED;
        assertThat(value(classic, count, atOne)).isEqualTo((double) reported.getTotalCount());
        String buckets = "assay_response_time_seconds_bucket" + MEASURED;
        for (double percent : new double[] {50, 99}) {
            double seconds = reported.getValueAtPercentile(percent) / 1e9;
            double found = value(classic, "histogram_quantile(%s, %s)".formatted(percent / 100, buckets), atOne);
            assertThat(bucketOf(found, query(classic, buckets, atOne)))
                    .as("p%s", percent)
                    .isEqualTo(bucketOf(seconds, query(classic, buckets, atOne)));
        }
        for (String query : dashboard()) {
            assertThat(query(classic, query, atOne)).as(query).isNotEmpty();
        }
        assertNative(withNative, atOther, reported);
    }

    /** Returns when the first trial had its verdict in Prometheus. */
    private String awaitVerdict(String address) throws Exception {
        Until.holds(
                "a verdict is seen at " + address,
                AssayProgram.PATIENCE,
                () -> !query(address, ENDED, "").isEmpty());
        return query(address, ENDED, "").at("/0/value/0").asString();
    }

    /** Returns the upper bound of the bucket that contains the value. */
    private static double bucketOf(double seconds, JsonNode buckets) {
        TreeSet<Double> bounds = new TreeSet<>();
        buckets.forEach(bucket -> {
            String bound = bucket.at("/metric/le").stringValue();
            bounds.add(bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound));
        });
        return bounds.ceiling(seconds);
    }

    /** From 3.8 on native histograms are requested in the settings, which earlier versions do not know. */
    private void assertNative(String address, String at, Histogram reported) throws Exception {
        if (query(address, "assay_response_time_seconds" + MEASURED, at).isEmpty()) {
            System.out.println("skipped: native histograms: this Prometheus does not take them by its feature flag");
            return;
        }
        for (double percent : new double[] {50, 99}) {
            double found = value(
                    address,
                    "histogram_quantile(%s, assay_response_time_seconds%s)".formatted(percent / 100, MEASURED),
                    at);
            assertThat(Math.log(found))
                    .as("p%s", percent)
                    .isCloseTo(Math.log(reported.getValueAtPercentile(percent) / 1e9), within(NATIVE_BUCKET));
        }
        for (String query : dashboard()) {
            if (query.startsWith("histogram_quantile")) {
                assertThat(query(address, query, at)).as(query).isNotEmpty();
            }
        }
    }
}
