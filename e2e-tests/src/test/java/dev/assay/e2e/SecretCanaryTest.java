package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.assay.cli.card.CardFile;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.report.card.Card;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that secrets of every kind, named by a scenario or contained in it in every notation of YAML, are in no file and on no screen. */
@Tag("slow")
class SecretCanaryTest {
    private static final String CANARY = "canary";

    /** Begins two scenarios, of which one contains secrets and the other names them. */
    private static final String START = """
            name: canaries
            systems:
              memory: { law: constant, mean: 1 ms }
              kafka: {}
              rabbitmq:
                deployment: existing
            """;

    private static final String END = """
            durability: level-4
            workload: { message: { size: 100 B }, rate: 1000/s }
            timing: { warmup: 1 s, measure: 2 s, drain: 60 s }
            settings:
              kafka:
                client:
                  security.protocol: SASL_SSL
            """;

    private static final String HOLDING = START + """
                uri: amqp://u:p@canary%2Duri@one:5672/vhost,amqp://u:canary-second@two
                admin.url: >-
                  http://u:canary-folded@one:15672
                stream.uri: "rabbitmq-stream://u:\\u0063anary-escaped@one:5552"
            """ + END + """
                  sasl.jaas.config: |
                    x.PlainLoginModule required username="u"
                      password="canary-literal";
                  ssl.key.password: canary plain
                    canary-plain-goes-on
                  ssl.keystore.password: "canary-double
                    canary-double-goes-on"
                  ssl.truststore.password: { canary-flow: canary-flow-value }
                  ssl.keystore.key: >
                    -----BEGIN PRIVATE KEY-----
                    canary-folded-block
                    -----END PRIVATE KEY-----
                producer: {ssl.key.password: &anchor 'it''s canary-anchor'}
                consumer: {ssl.key.password: *anchor, ssl.keystore.password:
            canary-at-the-margin}
            """;

    private static final String NAMING = START + """
                uri: { secret-file: uri.secret }
                admin.url: { secret-env: ADMIN_URL }
                stream.uri: { secret-file: stream.secret }
            """ + END + """
                  sasl.jaas.config: { secret-file: jaas.secret }
                  ssl.key.password: { secret-env: KEY_PASSWORD }
                  ssl.truststore.location: { secret-file: place.secret }
                  ssl.keystore.key:
                    secret-file: pem.secret
                producer: {ssl.key.password: &anchor { secret-env: KEY_PASSWORD }}
                consumer: {ssl.key.password: *anchor}
            """;

    private static final Map<String, String> IN_KUBERNETES = Map.of(
            "/apis/kafka.strimzi.io",
            """
            { "name": "kafka.strimzi.io", "preferredVersion": { "groupVersion": "kafka.strimzi.io/v1", "version": "v1" } }""",
            "/apis/kafka.strimzi.io/v1/namespaces/test/kafkas/k",
            """
            { "apiVersion": "kafka.strimzi.io/v1", "kind": "Kafka", "metadata": { "name": "k" },
              "spec": { "kafka": { "listeners": [{ "name": "nodes", "type": "nodeport", "tls": false }] } },
              "status": { "listeners": [{ "name": "nodes", "bootstrapServers": "127.0.0.1:1" }] } }""",
            "/api/v1/namespaces/test/secrets/bench",
            secret(
                    "bench",
                    "sasl.jaas.config",
                    "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"b\" password=\"canary-of-strimzi\";"),
            "/api/v1/namespaces/test/services/r",
            """
            { "apiVersion": "v1", "kind": "Service", "metadata": { "name": "r" },
              "spec": { "type": "LoadBalancer", "ports": [{ "name": "amqp", "port": 1 }] },
              "status": { "loadBalancer": { "ingress": [{ "ip": "127.0.0.1" }] } } }""",
            "/api/v1/namespaces/test/secrets/r-default-user",
            secret("r-default-user", "username", "u", "password", "canary of/an operator"));

    /** @param data keys, each followed by its value */
    private static String secret(String name, String... data) {
        List<String> entries = new ArrayList<>();
        for (int key = 0; key < data.length; key += 2) {
            String value = Base64.getEncoder().encodeToString(data[key + 1].getBytes(StandardCharsets.UTF_8));
            entries.add("\"%s\": \"%s\"".formatted(data[key], value));
        }
        return "{ \"apiVersion\": \"v1\", \"kind\": \"Secret\", \"metadata\": { \"name\": \"%s\" }, \"data\": { %s } }"
                .formatted(name, String.join(", ", entries));
    }

    @TempDir
    Path folder;

    private AssayProgram assay() throws IOException {
        AssayProgram assay = AssayProgram.in(folder)
                .with("ADMIN_URL", "http://u:canary-admin@one:15672")
                .with("KEY_PASSWORD", "it's canary-key");
        assay.secret("uri", "amqp://u:p@canary%2Duri@one:5672/vhost,amqp://u:canary-second@two");
        assay.secret("stream", "rabbitmq-stream://u:canary-stream@one:5552");
        assay.secret("jaas", "x.PlainLoginModule required username=\"u\"\n  password=\"canary-jaas\";");
        assay.secret("place", "/canary/place");
        assay.secret("pem", "-----BEGIN PRIVATE KEY-----\ncanary-pem\n-----END PRIVATE KEY-----");
        assay.secret("option", "canary-of-an-option");
        return assay;
    }

    @Test
    void noneIsInAnythingThatIsSaidOrWritten() throws Exception {
        AssayProgram assay = assay();
        assay.write("canaries.yaml", NAMING);
        String option = "--set-file=settings.kafka.client.ssl.truststore.password=option.secret";

        Ended run = assay.run(AssayProgram.PATIENCE, "run", "canaries.yaml", "--systems", "memory", option);

        assertThat(run.code()).as(run.said()).isIn(0, 5);
        Path directory = assay.runs().getFirst();
        assertSilent(assay.run(AssayProgram.PATIENCE, "plan", "canaries.yaml", option));
        assertSilent(assay.run(AssayProgram.PATIENCE, "report", directory.toString()));
        assertSilent(assay.run(AssayProgram.PATIENCE, "card", directory.toString()));
        assertSilent(run);
        Card card = CardFile.read(directory.resolve("card").resolve("canaries.card"));
        assertThat(card.facts().masked()).isTrue();
        for (String text : List.of(card.scenario(), card.lock().toString())) {
            assertThat(text.replace("canaries", ""))
                    .isNotBlank()
                    .doesNotContain(CANARY, ".secret", "KEY_PASSWORD", "ADMIN_URL");
        }
        assertThat(directory.resolve("run.json"))
                .content()
                .contains("sasl.jaas.config: { secret-file: jaas.secret }", "option.secret");
        assertNoFileTells();
    }

    @Test
    void noneIsInWhatIsSaidOfMistakes() throws Exception {
        AssayProgram assay = assay();
        assay.write("holding.yaml", HOLDING);
        assay.write("broken.yaml", HOLDING + "settings: {{\n");
        assay.write("unknown.yaml", NAMING.replace("client:\n", "clinet:\n"));
        assay.write("naming.yaml", NAMING);

        for (String command : List.of(
                "plan holding.yaml",
                "plan broken.yaml",
                "plan unknown.yaml",
                "plan naming.yaml --set=settings.kafka.client.ssl.truststore.password=canary-of-an-option",
                "run naming.yaml --set=settings.kafka.clinet.ssl.truststore.password=canary-of-an-option")) {
            Ended plan = assay.run(AssayProgram.PATIENCE, command.split(" "));
            assertThat(plan.code()).as(plan.said()).isEqualTo(2);
            assertSilent(plan);
        }
        assertThat(assay.run(AssayProgram.PATIENCE, "plan", "holding.yaml").said())
                .contains("holding.yaml:7:5: uri: a secret can't stand here", "{ secret-file: PATH }");
        assertNoFileTells();
    }

    /** The servers are to be found by name in Kubernetes, and don't exist. */
    @Test
    @Tag("server") // The test starts no server, but needs the clients of two.
    void noneOfThoseThatAreLookedUpIsInAnythingThatIsSaidOrWritten() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("named.yaml", """
                name: named
                systems:
                  kafka: { deployment: existing, kubernetes: { name: k, listener: nodes, user: bench } }
                  rabbitmq: { deployment: existing, kubernetes: { name: r } }
                durability: level-4
                workload: { message: { size: 100 B }, rate: 1000/s }
                timing: { warmup: 1 s, measure: 2 s, drain: 60 s }
                """);
        List<String> asked = new CopyOnWriteArrayList<>();
        HttpServer kubernetes = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        kubernetes.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            asked.add(path);
            byte[] answer = IN_KUBERNETES.getOrDefault(path, "{}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(IN_KUBERNETES.containsKey(path) ? 200 : 404, answer.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(answer);
            }
        });
        kubernetes.start();
        try {
            assay.withApiServer(kubernetes.getAddress().getPort());

            Ended run = assay.run(AssayProgram.PATIENCE, "run", "named.yaml", "--verbose");

            assertThat(run.code()).as(run.said()).isEqualTo(4);
            assertThat(asked).as(run.said()).containsAll(IN_KUBERNETES.keySet());
            assertSilent(run);
            assertSilent(assay.run(
                    AssayProgram.PATIENCE, "report", assay.runs().getFirst().toString()));
            assertNoFileTells();
        } finally {
            kubernetes.stop(0);
        }
    }

    /** Asserts that no secret is printed; the scenario is named after them. */
    private static void assertSilent(Ended ended) {
        assertThat(ended.said().replace("canaries", "")).doesNotContain(CANARY);
    }

    private void assertNoFileTells() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".yaml")
                            && !file.toString().endsWith(AssayProgram.SECRET)
                            && !file.startsWith(folder.resolve("cache").resolve("repository")))
                    .toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1).replace("canaries", ""))
                        .as("%s", folder.relativize(file))
                        .doesNotContain(CANARY);
            }
        }
    }
}
