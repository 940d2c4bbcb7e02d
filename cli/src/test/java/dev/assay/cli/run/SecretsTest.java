package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssl.keystore.password: hunter2",
                "ssl.truststore.password : \"hunter2\"",
                "client: { security.protocol: SASL_SSL, sasl.jaas.config: 'x username=u password=hunter2;' }",
                "'sasl.oauthbearer.client.secret': hunter2",
                "ssl.keystore.key: |\n  -----BEGIN\n  hunter2\n\n  hunter2\n",
                "sasl.jaas.config: >-\n    PlainLoginModule required\n    password=\"hunter2\";",
                "ssl.key.password:\n  hunter2",
                "  - token: hunter2",
                "--set=settings.kafka.client.ssl.key.password=hunter2",
                "API_TOKEN=hunter2",
                "uri: amqp://user:hunter2@one:5672/vhost,amqp://user:hunter2@two",
                "--set=systems.rabbitmq.admin.url=http://user:hunter2@one:15672",
                "authParams: hunter2",
                "--set settings.pulsar.broker.brokerClientAuthenticationParameters=hunter2"
            })
    void noSecretIsLeftInAText(String text) {
        assertThat(Secrets.masked(text)).doesNotContain("hunter2").contains("********");
    }

    @Test
    void theRestOfATextStaysAsItIs() {
        String text = """
                name: test   # of passwords
                settings:
                  kafka:
                    client:
                      sasl.jaas.config: |
                        one
                        two
                      linger.ms: 5

                timing: { measure: 5 s }
                """;

        assertThat(Secrets.masked(text)).isEqualTo("""
                name: test   # of passwords
                settings:
                  kafka:
                    client:
                      sasl.jaas.config: ********
                        ********
                        ********
                      linger.ms: 5

                timing: { measure: 5 s }
                """);
    }

    @Test
    void valuesAreMaskedByTheirNames() {
        assertThat(Secrets.masked(Map.of("ssl.key.password", "hunter2", "acks", "all")))
                .containsOnly(entry("ssl.key.password", "********"), entry("acks", "all"));
        assertThat(Secrets.masked(List.of("run", "a.yaml", "--set", "settings.kafka.client.sasl.jaas.config=hunter2")))
                .containsExactly("run", "a.yaml", "--set", "settings.kafka.client.sasl.jaas.config=********");
    }
}
