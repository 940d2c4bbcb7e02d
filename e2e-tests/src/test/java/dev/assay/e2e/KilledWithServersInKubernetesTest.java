package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a run while an API server creates a Deployment for it and has not answered yet. */
@Tag("slow")
class KilledWithServersInKubernetesTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String NAMESPACE = "/namespaces/test/";
    private static final String DEPLOYMENT = "/apis/apps/v1" + NAMESPACE + "deployments/web";
    private static final String CONFIG_MAP = "/api/v1" + NAMESPACE + "configmaps/settings";

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch isCreating = new CountDownLatch(1);
    private final CountDownLatch killed = new CountDownLatch(1);

    /** Holds the objects by their paths. */
    private final Map<String, String> objects = new ConcurrentHashMap<>();

    private HttpServer server;
    private AssayProgram assay;

    @BeforeEach
    void startTheServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        assay = AssayProgram.in(folder).withApiServer(server.getAddress().getPort());
        assay.write("web.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: { name: settings }
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: { name: web }
                """);
        assay.write(
                "servers.yaml",
                Scenarios.kafka("3", "3 s")
                        .replace(
                                "nodes: 3, replication: 3",
                                "deployment: existing, replication: 3, kubernetes: { name: web, apply: web.yaml, ready: deployment/web=Available }"));
    }

    @AfterEach
    void stopTheServer() {
        killed.countDown();
        server.stop(0);
        threads.close();
    }

    @Test
    void cleanupDeletesWhatTheRunHasCreatedAndNothingElse() throws Exception {
        objects.put("/api/v1" + NAMESPACE + "configmaps/other", "{}");
        Running running = assay.start("run", "servers.yaml", "--yes");
        assertThat(isCreating.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as(running.out())
                .isTrue();
        running.process().destroyForcibly().waitFor();
        killed.countDown();
        assertThat(objects).containsKeys(DEPLOYMENT, CONFIG_MAP);
        String run = assay.runs().getFirst().toString();

        Ended looked = assay.run(LIMIT, "cleanup", run, "--dry-run");
        assertThat(looked.code()).as(looked.said()).isZero();
        assertThat(looked.out())
                .contains("would be removed:", "configmap/settings  (namespace test at http://127.0.0.1:");
        assertThat(objects).hasSize(3);

        Ended cleaned = assay.run(LIMIT, "cleanup", run);
        assertThat(cleaned.code()).as(cleaned.said()).isZero();
        assertThat(objects)
                .as(cleaned.said())
                .doesNotContainKeys(DEPLOYMENT, CONFIG_MAP)
                .hasSize(1);
        assertThat(assay.run(LIMIT, "cleanup", run).out()).contains("nothing is left of the run");
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String object = objects.getOrDefault(path, "");
        switch (exchange.getRequestMethod()) {
            case "POST" -> {
                String name = body.replaceFirst("(?s).*\"name\":\"([a-z]+)\".*", "$1");
                String uid = "u-" + objects.size();
                String created = body.replaceFirst(
                        "\"metadata\":\\{", "\"metadata\":{\"namespace\":\"test\",\"uid\":\"" + uid + "\",");
                objects.put(path + "/" + name, created);
                if (path.endsWith("deployments")) {
                    isCreating.countDown();
                    awaitTheKill();
                }
                send(exchange, 201, created);
            }
            case "DELETE" -> {
                String uid = body.replaceFirst("(?s).*\"uid\":\"([^\"]*)\".*", "$1");
                if (object.contains("\"uid\":\"" + uid + "\"")) {
                    objects.remove(path);
                    send(exchange, 200, "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Success\"}");
                } else {
                    send(exchange, 409, "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"code\":409}");
                }
            }
            default -> {
                if (!object.isEmpty()) {
                    send(exchange, 200, object);
                } else if (path.endsWith("persistentvolumeclaims")) {
                    send(exchange, 200, "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaimList\",\"items\":[]}");
                } else {
                    send(exchange, 404, "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"code\":404}");
                }
            }
        }
    }

    private void awaitTheKill() {
        try {
            killed.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int code, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
