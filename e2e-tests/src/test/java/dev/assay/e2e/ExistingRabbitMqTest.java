package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.StoredTrial;
import dev.assay.store.RunDirectory;
import dev.assay.systems.rabbitmq.deployment.RabbitMqSystem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a RabbitMQ cluster shared with others is measured and left unchanged. */
@Tag("server")
@Tag("slow")
class ExistingRabbitMqTest {
    private static final Duration LONG = Duration.ofMinutes(4);
    private static final Duration SHORT = AssayProgram.PATIENCE;
    private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]*)\"");

    @TempDir
    Path folder;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private AssayProgram assay;
    private String management = "";

    @BeforeEach
    void inAFolderOfItsOwn() throws IOException {
        RabbitMqSystem.unavailable().ifPresent(Assumptions::abort);
        assay = AssayProgram.in(folder);
    }

    @AfterEach
    void takeDown() throws Exception {
        http.close();
        if (assay != null) {
            assay.run(SHORT, "cluster", "down", "rabbitmq");
            assay.awaitNothingRunning(SHORT);
        }
    }

    @Test
    void everyKindOfQueueIsMeasuredAndNothingOfOthersIsTouched() throws Exception {
        Ended up = assay.run(LONG, "cluster", "up", "rabbitmq");
        assertThat(up.code()).as(up.said()).isZero();
        RunningCluster cluster = ClusterRegistration.of("rabbitmq", new AssayCache(assay.cache()))
                .read()
                .orElseThrow();
        List<String> kinds = cluster.version().startsWith("3.")
                ? List.of("classic", "mirrored", "quorum", "stream")
                : List.of("classic", "quorum", "stream");
        Map<String, String> connection = cluster.connection();
        management = connection.getOrDefault("admin.url", "").replaceFirst(",.*", "");
        call("PUT", "queues/%2F/mine", "{\"durable\":true}");
        call("PUT", "exchanges/%2F/mine-x", "{\"type\":\"direct\",\"durable\":true}");
        call("PUT", "policies/%2F/mine-policy", "{\"pattern\":\"^nothing$\",\"definition\":{\"max-length\":5}}");
        call("POST", "bindings/%2F/e/mine-x/q/mine", "{\"routing_key\":\"0\"}");
        call(
                "POST",
                "exchanges/%2F/mine-x/publish",
                "{\"properties\":{},\"routing_key\":\"0\",\"payload\":\"keep\",\"payload_encoding\":\"string\"}");
        String before = everything();

        assay.write("existing.yaml", """
                name: existing
                systems:
                  rabbitmq: { deployment: existing, queue: [%s] }
                durability: level-4
                workload:
                  partitions: 3
                  rate: 500/s
                timing: { warmup: 1 s, measure: 2 s, drain: 15 s }
                """.formatted(String.join(", ", kinds)));
        for (String key : List.of("uri", "admin.url", "stream.uri")) {
            assay.secret(key, connection.getOrDefault(key, ""));
        }
        Ended run = assay.run(
                LONG,
                "run",
                "existing.yaml",
                "--set-file=systems.rabbitmq.uri=uri.secret",
                "--set-file=systems.rabbitmq.admin.url=admin.url.secret",
                "--set-file=systems.rabbitmq.stream.uri=stream.uri.secret");

        assertThat(run.code()).as(run.said()).isIn(0, 5);
        assertEverythingArrived(kinds.size());
        assertThat(everything()).isEqualTo(before).contains("mine", "mine-x", "mine-policy");
        assertThat(call(
                        "POST",
                        "queues/%2F/mine/get",
                        "{\"count\":5,\"ackmode\":\"ack_requeue_true\",\"encoding\":\"auto\"}"))
                .contains("\"payload\":\"keep\"");
    }

    private void assertEverythingArrived(int trialCount) throws IOException {
        List<StoredTrial> trials = RunDirectory.readRun(assay.runs().getFirst()).trials();
        assertThat(trials)
                .hasSize(trialCount)
                .allSatisfy(data -> assertThat(data.trial().delivery().subscriptions())
                        .singleElement()
                        .satisfies(subscription -> {
                            assertThat(subscription.received()).isEqualTo(1_500);
                            assertThat(subscription.lost()).isZero();
                        }));
    }

    /** Returns the names of all objects that can be created. */
    private String everything() throws Exception {
        TreeSet<String> names = new TreeSet<>();
        for (String kind : List.of("queues", "exchanges", "policies", "vhosts", "users")) {
            names.addAll(NAME.matcher(call("GET", kind + "?columns=name", ""))
                    .results()
                    .map(found -> kind + " " + found.group(1))
                    .collect(Collectors.toSet()));
        }
        return names.toString();
    }

    private String call(String method, String path, String body) throws Exception {
        URI given = URI.create(management);
        String user = Base64.getEncoder()
                .encodeToString(String.valueOf(given.getUserInfo()).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + given.getHost() + ":" + given.getPort() + "/api/" + path))
                .header("Authorization", "Basic " + user)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .timeout(SHORT)
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode())
                .as(method + " " + path + ": " + answer.body())
                .isLessThan(300);
        return answer.body();
    }
}
