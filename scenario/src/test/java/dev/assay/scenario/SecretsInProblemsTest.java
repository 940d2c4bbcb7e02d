package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a scenario is shown without the passwords that stand next to it. */
class SecretsInProblemsTest {
    private static final String SMALLEST = "name: x\nsystems: {kafka: }\n";

    private static String problems(String text, String... overrides) {
        return catchThrowableOfType(
                        ScenarioException.class, () -> ScenarioFile.read("x.yaml", text, List.of(overrides), Set.of()))
                .problems()
                .render();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "settings: { kafka: { client: { ssl.key.password: \"hunter2 \\\" hunter2\" }, producr: {} } }",
                "settings: { kafka: { client: { sasl.jaas.config: 'x ''y'' hunter2' }, producr: {} } }",
                "settings: { kafka: { client: { ssl.key.password: hunter2 }, producr: {} } }",
                "settings: { kafka: { client: { \"ssl.key.password\" : \"hunter2\", a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q: 1 }, producr: {} } }",
                "settings: { rabbitmq: { producr: {} }, kafka: { client: { uri: \"amqp://u:hunter2@one\" } } }",
                "settings:\n  kafka:\n    client:\n      ssl:\n        key.password: hunter2\n        protocol: TLS",
                "settings:\n  kafka:\n    client:\n      sasl.jaas.config: [hunter2, hunter23]",
                "settings:\n  pulsar:\n    client:\n      authParams: [token:hunter2, token:hunter2]"
            })
    void noSecretIsShown(String settings) {
        assertThat(problems(SMALLEST + settings)).doesNotContain("hunter2");
    }

    @Test
    void noSecretOfAnOptionIsShown() {
        assertThat(problems(SMALLEST, "settings.kafka.client.ssl.key.password={hunter2"))
                .contains("ssl.key.password=********")
                .doesNotContain("hunter2");
    }

    @Test
    void caretsStayWhereTheyBelong() {
        assertThat(problems(SMALLEST + "settings: { kafka: { client: { ssl.key.password: 'p𝄞w' }, producr: {} } }"))
                .contains("""
                          3 | settings: { kafka: { client: { ssl.key.password: ***** }, producr: {} } }
                            |                                                           ^^^^^^^
                        """);
    }

    @Test
    void whatIsNoSecretMayStillBeADimension() {
        assertThat(problems(SMALLEST + "settings: { kafka: { client: { sasl.mechanism: [PLAIN, PLAIN] } } }"))
                .contains("lists 'PLAIN' twice");
    }
}
