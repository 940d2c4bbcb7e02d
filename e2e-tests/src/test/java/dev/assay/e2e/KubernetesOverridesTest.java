package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.e2e.AssayProgram.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks to which objects of a run in pods the overrides of a scenario go, with an API server that accepts everything and starts no pod.
 */
@Tag("slow")
class KubernetesOverridesTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String SET = "canary-set-7f3a";
    private static final String OF_A_FILE = "canary-file-2b2b";

    @TempDir
    Path folder;

    private HttpServer server;
    private AssayProgram assay;

    /** Holds the created objects, those of one kind after each other, by the last segment of their path. */
    private final Map<String, String> created = new ConcurrentHashMap<>();

    @BeforeEach
    void startTheServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        assay = AssayProgram.in(folder).withApiServer(server.getAddress().getPort());
        assay.with("CANARY", SET);
        assay.write("kafka.yaml", Scenarios.existing("kafka.test.svc:9092", "2 s"));
        Path secret = folder.resolve("secret");
        Files.createFile(secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, OF_A_FILE + "\n");
    }

    @AfterEach
    void stopTheServer() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String answer = switch (exchange.getRequestMethod()) {
            case "POST" -> {
                String kind = path.substring(path.lastIndexOf('/') + 1);
                if (kind.equals("selfsubjectaccessreviews")) {
                    yield "{\"apiVersion\":\"authorization.k8s.io/v1\",\"kind\":\"SelfSubjectAccessReview\",\"status\":{\"allowed\":true}}";
                }
                created.merge(kind, body, String::concat);
                yield body.replaceFirst("\"metadata\":\\{", "\"metadata\":{\"uid\":\"u-1\",");
            }
            case "DELETE" -> "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Success\"}";
            default -> "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[]}";
        };
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String[] changed(String... command) {
        return Stream.concat(
                        Stream.of(command),
                        Stream.of(
                                "kafka.yaml",
                                "--set",
                                "settings.kafka.client.ssl.key.password={ secret-env: CANARY }",
                                "--set-file=settings.kafka.client.ssl.keystore.password=secret"))
                .toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "capacity"})
    void theSecretAloneHasWhatChangesTheScenario(String command) throws Exception {
        assay.write("fleet.yaml", "pods: { patience: 1s, cpu: 750m, memory: 800Mi, deadline: 1h }");

        Ended ended = assay.run(LIMIT, changed(command, "--yes", "--workers-on", "kubernetes:@fleet.yaml"));

        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(created).as(ended.said()).containsOnlyKeys("jobs", "configmaps", "secrets", "services");
        assertThat(created.get("secrets")).contains(SET, OF_A_FILE);
        for (String other : List.of("jobs", "configmaps", "services")) {
            assertThat(created.get(other)).doesNotContain("canary", "--set", "password");
        }
        assertThat(created.get("jobs"))
                .contains("750m", "800Mi", "\"activeDeadlineSeconds\":3600")
                .doesNotContain("fleet");
        assertThat(created.get("configmaps")).contains("/scratch/secret/run.json");
        assertThat(ended.said()).doesNotContain("canary");
    }

    @Test
    void theManifestHasNoneOfIt() throws Exception {
        Ended ended = assay.run(LIMIT, changed("kubernetes", "manifest"));

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.out()).contains("/scratch/secret/run.json").doesNotContain("canary", "--set", "password");
    }
}
