package dev.assay.omb;

import static dev.assay.omb.OmbFiles.KAFKA;
import static dev.assay.omb.OmbFiles.NATS;
import static dev.assay.omb.OmbFiles.PULSAR;
import static dev.assay.omb.OmbFiles.RABBITMQ;
import static dev.assay.omb.OmbFiles.WORKLOAD;
import static dev.assay.omb.OmbFiles.imported;
import static dev.assay.omb.OmbFiles.key;
import static dev.assay.omb.OmbFiles.points;
import static dev.assay.omb.OmbFiles.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.spec.Redactor;
import dev.assay.scenario.ScenarioException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a login in a driver's file becomes a reference to a secret, and is copied nowhere. */
class OmbLoginTest {
    private static final OmbImport.Choices EXISTING =
            new OmbImport.Choices(Map.of(), true, Optional.empty(), Optional.empty());
    private static final String SASL =
            "localhost:9092\n  security.protocol=SASL_SSL\n  sasl.mechanism=PLAIN\n  sasl.jaas.config=";
    private static final String LOGIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"ann\" password=\"%s\";";

    private static Stream<Arguments> logins() {
        return Stream.of(
                Arguments.of(
                        KAFKA.replace("localhost:9092", SASL + LOGIN.formatted("hidden-word")),
                        "settings.kafka.client.sasl.jaas.config=kafka.client.sasl.jaas.config.secret",
                        "what stands there"),
                Arguments.of(
                        KAFKA.replace(
                                "localhost:9092",
                                SASL
                                        + "Login required tokenUrl=\"https://ann:hidden-word@one\" password=\"hidden-word\";"),
                        "settings.kafka.client.sasl.jaas.config=kafka.client.sasl.jaas.config.secret",
                        "what stands there"),
                Arguments.of(
                        KAFKA.replace(
                                "localhost:9092",
                                "localhost:9092\n  security.protocol=SSL\n  ssl.keystore.password=hidden-word"),
                        "settings.kafka.client.ssl.keystore.password=kafka.client.ssl.keystore.password.secret",
                        "what stands there"),
                Arguments.of(
                        PULSAR.replace(
                                        "    plugin:",
                                        "    plugin: org.apache.pulsar.client.impl.auth.AuthenticationToken")
                                .replace("    data:", "    data: token:hidden-word"),
                        "settings.pulsar.client.authParams=pulsar.client.authParams.secret",
                        "what stands there"),
                Arguments.of(
                        PULSAR.replace(
                                        "    plugin:",
                                        "    plugin: org.apache.pulsar.client.impl.auth.AuthenticationBasic")
                                .replace("    data:", "    data: '{\"userId\":\"ann\",\"password\":\"hidden-word\"}'"),
                        "settings.pulsar.client.authParams=pulsar.client.authParams.secret",
                        "what stands there"),
                Arguments.of(
                        RABBITMQ.replace(
                                "- amqp://localhost",
                                "- amqp://ann:hidden-word@one:5672\n  - amqp://ann:hidden-word@two:5672"),
                        "systems.rabbitmq.uri=rabbitmq.uri.secret",
                        "amqp://ann:" + Redactor.MASK + "@one:5672, amqp://ann:" + Redactor.MASK + "@two:5672"),
                Arguments.of(
                        NATS.replace("localhost:4222", "nats://ann:hidden-word@one:4222"),
                        "systems.nats.url=nats.url.secret",
                        "nats://ann:" + Redactor.MASK + "@one:4222"),
                Arguments.of(
                        NATS.replace("localhost:4222", "ann:hidden-word@one:4222"),
                        "systems.nats.url=nats.url.secret",
                        "nats://ann:" + Redactor.MASK + "@one:4222"),
                Arguments.of(
                        NATS.replace("localhost:4222", "hidden-word@one:4222"),
                        "settings.nats.client.io.nats.client.token=nats.client.io.nats.client.token.secret",
                        "what stands before the @"));
    }

    @ParameterizedTest
    @MethodSource("logins")
    void theScenarioNamesAFileForIt(String driver, String option, String text)
            throws ScenarioException, ImportException {
        ImportResult result = imported(EXISTING, WORKLOAD, driver);

        String file = option.substring(option.indexOf('=') + 1);
        assertThat(points(result)).hasSize(1);
        assertThat(result.scenario()).contains("{ secret-file: \"" + file + "\" }");
        assertThat(result.secrets()).hasSize(1);
        result.secrets().forEach((key, named) -> assertThat(key + "=" + named).isEqualTo(option));
        String list = ImportText.of(result);
        assertThat(list).contains("whose text is to be " + text);
        assertThat(result.scenario() + list + ImportText.obstacles(result)).doesNotContain("hidden-word");
    }

    @Test
    void withoutTheClusterThereIsNothingToLogInTo() throws ScenarioException, ImportException {
        for (Object[] login : logins().map(Arguments::get).toList()) {
            ImportResult result = imported(WORKLOAD, login[0].toString());

            assertThat(result.secrets()).isEmpty();
            assertThat(result.scenario() + ImportText.of(result)).doesNotContain("hidden-word", "secret-file");
        }
    }

    @Test
    void variantsNameFilesOfTheirOwn() throws ScenarioException, ImportException {
        String one = KAFKA.replace("localhost:9092", SASL + LOGIN.formatted("hidden-one"));
        String two = KAFKA.replace("localhost:9092", SASL + LOGIN.formatted("hidden-two"));

        ImportResult result = imported(EXISTING, WORKLOAD, one, two);

        assertThat(points(result)).hasSize(2);
        assertThat(result.secrets().values())
                .containsExactly(
                        "file-2.kafka.client.sasl.jaas.config.secret", "file-3.kafka.client.sasl.jaas.config.secret");
        assertThat(result.scenario() + ImportText.of(result)).doesNotContain("hidden-");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${file:/etc/login.properties:password}",
                "${env:KAFKA_PASSWORD}",
                "${dir:/run/secrets:password}",
                "${vault:kv/kafka:password}"
            })
    void whatKafkasProvidersFillInIsKept(String placeholder) throws ScenarioException, ImportException {
        String provider = KAFKA.replace(
                "localhost:9092",
                SASL + LOGIN.formatted(placeholder)
                        + "\n  config.providers=file, env,dir,vault\n  config.providers.file.class=org.apache.kafka.common.config.provider.FileConfigProvider");

        ImportResult result = imported(EXISTING, WORKLOAD, provider);

        assertThat(spec(result).settings().client())
                .containsEntry("sasl.jaas.config", LOGIN.formatted(placeholder))
                .containsEntry("config.providers", "file, env,dir,vault");
        assertThat(result.secrets()).isEmpty();
    }

    @Test
    void otherVariablesAreThoseOfTemplates() {
        String driver = KAFKA.replace("localhost:9092", "localhost:9092\n  client.id=${vault:kv:id}");

        assertThatThrownBy(() -> imported(WORKLOAD, driver))
                .hasMessageContainingAll("${vault:kv:id}", "render it first");
        assertThatThrownBy(() -> imported(WORKLOAD.replace("50000", "${env:RATE}"), KAFKA))
                .hasMessageContaining("${env:RATE}");
        assertThatThrownBy(() -> imported(WORKLOAD, NATS.replace("localhost", "${env:HOST}")))
                .hasMessageContaining("${env:HOST}");
        assertThatThrownBy(() -> imported(WORKLOAD, KAFKA.replace("localhost", "${HOST}")))
                .hasMessageContaining("${HOST}");
    }

    @Test
    void aFileThatIsNamedAsThePlaceOfALoginIsKept() throws ScenarioException, ImportException {
        ImportResult result = imported(
                EXISTING,
                WORKLOAD,
                PULSAR.replace("    plugin:", "    plugin: org.apache.pulsar.client.impl.auth.AuthenticationToken")
                        .replace("    data:", "    data: file:///run/secrets/token"));

        assertThat(spec(result).settings().client()).containsEntry("authParams", "file:///run/secrets/token");
        assertThat(key(result, "client.authentication.data").source().secret()).isFalse();
        assertThat(result.secrets()).isEmpty();
    }
}
