package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.model.spec.TrialSpec;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a scenario may refer to secrets, and that one with a secret in it is refused without showing it, whatever else is
 * wrong.
 */
class SecretsInProblemsTest {
    private static final String SMALLEST = "name: x\nsystems: {kafka: }\n";
    private static final SecretValues HUNTER = secret -> {
        if (secret.name().equals("nowhere")) {
            throw new IllegalArgumentException("can't read " + secret + ": there is no such file");
        }
        return "hunter2 of " + secret.name();
    };

    private static ScenarioFile read(String text, String... overrides) throws ScenarioException {
        return ScenarioFile.read("x.yaml", text, List.of(overrides), Set.of(), List.of(), PayloadFiles.NONE, HUNTER);
    }

    private static String problems(String text, String... overrides) {
        return catchThrowableOfType(ScenarioException.class, () -> read(text, overrides))
                .problems()
                .render();
    }

    private static TrialSpec only(ScenarioFile file) {
        return file.points().getFirst().spec();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "settings: { kafka: { client: { ssl.key.password: \"hunter2 \\\" hunter2\" }, producr: {} } }",
                "settings: { kafka: { client: { sasl.jaas.config: 'x ''y'' hunter2' }, producr: {} } }",
                "settings: { kafka: { client: { ssl.key.password: hunter2 }, producr: {} } }",
                "settings: { kafka: { client: { ssl.key.password: {hunter2} } } }",
                "settings: { kafka: { client: { ssl.key.password: { a: hunter2 } } } }",
                "settings: { kafka: { client: { ssl.key.password: { secret-file: , secret-env: hunter2 } } } }",
                "settings: { kafka: { client: { ? { ssl.key.password: hunter2 } : 1 } } }",
                "settings: { kafka: { client: { ssl.key.password: hunter2, ssl.key.password: hunter2 } } }",
                "settings: { kafka: { client: { x: &a hunter2, ssl.key.password: *a } } }",
                "settings:\n  kafka:\n    client:\n      ssl.key.password: &hunter2\n",
                "settings:\n  kafka:\n    client:\n      ssl.key.password: !hunter2\n",
                "settings:\n  kafka:\n    client:\n      ssl.keystore.key: |\n        BEGIN\n        hunter2\n",
                "settings: { kafka: { client: { \"ssl.key.password\" : \"hunter2\", a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q: 1 }, producr: {} } }",
                "settings: { rabbitmq: { producr: {} }, kafka: { client: { uri: \"amqp://u:hunter2@one\" } } }",
                "settings: { kafka: { client: { uris: [a, \"amqp://u:hunter2@one\"] } } }",
                "settings: { kafka: { client: { \"amqp://u:hunter2@one\": 1 } } }",
                "settings: { kafka: { client: { sasl.jaas.config: 'x a=${b} password=hunter2' } } }",
                "settings:\n  kafka:\n    client:\n      ssl:\n        key.password: hunter2\n        protocol: TLS",
                "settings:\n  kafka:\n    client:\n      sasl.jaas.config: [hunter2, hunter23]",
                "settings:\n  pulsar:\n    client:\n      authParams: [token:hunter2, token:hunter2]"
            })
    void aSecretIsRefusedWithWhatToWriteInstead(String settings) {
        String problems = problems(SMALLEST + settings);
        assertThat(problems)
                .contains("x.yaml:", "a secret can't stand here", "{ secret-file: PATH }", "{ secret-env: NAME }")
                .doesNotContain("hunter2", "repeated");
        assertThat(problems.contains("has no key 'producr'"))
                .as("what else is wrong is told beside it")
                .isEqualTo(settings.contains("producr"));
    }

    /** A cluster's address is required, and here it is refused because it contains a password. */
    @Test
    void aSecretThatIsRefusedIsNotMissed() {
        assertThat(problems(
                        "name: x\nsystems: { nats: { deployment: existing, url: \"nats://u:hunter2@one:4222\" } }\n"))
                .containsOnlyOnce("x.yaml:")
                .contains("url: a secret can't stand here")
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "settings: { kafka: { client: { ssl.key.password: hunter2 } }",
                "settings: { kafka: { client: { ssl.key.password: *hunter2 } } }",
                "settings: { kafka: { client: { ssl.key.password: @hunter2 } } }",
                "settings:\n  kafka:\n    client:\n      ssl.keystore.key: |\n        BEGIN\nhunter2\n: x"
            })
    void whatIsNoYamlIsNotShown(String settings) {
        assertThat(problems(SMALLEST + settings)).contains("this is not YAML").doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{hunter2", "hunter2", "{ a: hunter2 }", "'hunter2'", "[hunter2]", "{ secret-file: }"})
    void aSecretOfAnOptionIsRefused(String value) {
        assertThat(problems(SMALLEST, "settings.kafka.client.ssl.key.password=" + value))
                .startsWith("--set:1:")
                .doesNotContain("hunter2");
        assertThat(problems(SMALLEST, "settings.kafka.clinet.ssl.key.password=" + value))
                .doesNotContain("hunter2");
    }

    @Test
    void whatNamesASecretIsReadAndNotShown() throws ScenarioException {
        String named =
                "settings: { kafka: { client: { ssl.key.password: { secret-file: key }, client.id: { secret-env: ID } } } }";
        assertThat(only(read(SMALLEST + named)).settings().client())
                .containsEntry("ssl.key.password", "hunter2 of key")
                .containsEntry("client.id", "hunter2 of ID");
        String option = "settings.kafka.client.ssl.key.password={ secret-file: \"other\" }";
        assertThat(only(read(SMALLEST + named, option)).settings().client())
                .containsEntry("ssl.key.password", "hunter2 of other");
        assertThat(only(ScenarioFile.read("x.yaml", SMALLEST + named, List.of(), Set.of()))
                        .settings()
                        .client())
                .containsEntry("ssl.key.password", "********");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssl.key.password: { secret-file: nowhere }",
                "client.id: [{ secret-file: a }, { secret-file: b }]",
                "ssl: { key.password: { secret-file: key } }",
            })
    void whatCannotBeTakenIsSaidOnceAndTellsNothing(String setting) {
        assertThat(problems(SMALLEST + "settings: { kafka: { client: { " + setting + " } } }"))
                .containsOnlyOnce("x.yaml:")
                .contains(setting)
                .doesNotContain("hunter2");
    }

    @Test
    void onlySystemsAndTheirSettingsHaveSecrets() {
        assertThat(problems("name: x\nsystems: {memory: }\nworkload: { rate: { secret-env: RATE } }\n"))
                .contains("workload.rate")
                .doesNotContain("hunter2");
        assertThat(problems("name: { secret-env: X }\nsystems: {memory: }\n"))
                .contains("name takes no secret")
                .doesNotContain("hunter2");
    }

    @Test
    void whatVendorsPutInTheirPlaceStays() throws ScenarioException {
        String login = "x.Login required username=\"u\" password=\"${file:/etc/login:pw}\";";
        assertThat(only(read(SMALLEST, "settings.kafka.client.sasl.jaas.config=" + login))
                        .settings()
                        .client())
                .containsEntry("sasl.jaas.config", login);
    }

    @Test
    void whatIsNoSecretMayStillBeADimension() {
        assertThat(problems(SMALLEST + "settings: { kafka: { client: { sasl.mechanism: [PLAIN, PLAIN] } } }"))
                .contains("lists 'PLAIN' twice");
    }
}
