package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.assay.e2e.AssayProgram.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that pushes its metrics, with headers that nobody else is to see; and one that nobody takes them from. */
@Tag("slow")
class PushedRunTest {
    private static final String SECRET = "hunter2-of-the-endpoint";

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @Test
    void howItEndedArrivesAndTheHeadersStandNowhere() throws Exception {
        List<String> received = new CopyOnWriteArrayList<>();
        List<String> authorized = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/metrics", exchange -> {
            try (exchange) {
                received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
                authorized.add(exchange.getRequestHeaders().getFirst("Authorization"));
                exchange.sendResponseHeaders(200, -1);
            }
        });
        server.start();
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("100 B", "2 s"));
        Path headers = assay.write("headers", "Authorization: Bearer " + SECRET + "\n");
        Files.setPosixFilePermissions(headers, PosixFilePermissions.fromString("rw-------"));
        String endpoint = "http://127.0.0.1:" + server.getAddress().getPort();

        Ended ended = assay.run(
                AssayProgram.PATIENCE, "run", "memory.yaml", "--otlp", endpoint, "--otlp-headers-file", "headers");
        server.stop(0);

        FinishedTrials.assertMeasured(ended);
        Path run = assay.runs().getFirst();
        assertThat(ended.said())
                .contains("metrics: pushed to " + endpoint + "/v1/metrics each 10 s")
                .doesNotContain("warning: ");
        assertThat(received.getLast())
                .contains(
                        "assay_response_time",
                        "assay_trials",
                        "finished",
                        run.getFileName().toString(),
                        "end-to-end");
        assertThat(authorized).containsOnly("Bearer " + SECRET);
        assertThat(ended.said()).doesNotContain(SECRET);
        try (Stream<Path> files = Files.walk(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(SECRET);
            }
        }
    }

    @Test
    void whereNobodyTakesThemTheRunIsMeasuredAllTheSame() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("100 B", "2 s"));
        String endpoint = "http://127.0.0.1:" + portOfNobody();

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--otlp", endpoint);

        FinishedTrials.assertMeasured(ended);
        assertThat(ended.said())
                .containsOnlyOnce("warning: metrics can't be pushed to " + endpoint)
                .containsOnlyOnce("points of metrics were not delivered to " + endpoint)
                .doesNotContain("io.opentelemetry");
    }

    private static int portOfNobody() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
