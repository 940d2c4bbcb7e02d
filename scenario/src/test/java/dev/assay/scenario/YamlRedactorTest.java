package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlRedactorTest {
    private static final String CANARY = "canary-7f3a";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.password: canary-7f3a",
                "a.password: 'it''s canary-7f3a'",
                "a.password: \"x \\\" canary-7f3a\"",
                "a.password: \"x\n\n  canary-7f3a\"",
                "a.password: \"x\n\ncanary-7f3a: y\"",
                "a.password: 'x\n\n  canary-7f3a'",
                "a.password: x\n  canary-7f3a",
                "a.password: |\n  x\n\n  canary-7f3a\nb: 1",
                "a.password: |2+\n    x\n  canary-7f3a\n\nb: 1",
                "a.password: >-\n  x\n  canary-7f3a\nb: 1",
                "a.password:\n  canary-7f3a",
                "a.password:\n- canary-7f3a\n- canary-7f3a",
                "a.password:\n  b:\n    c: canary-7f3a",
                "{a.password: canary-7f3a, b: 1}",
                "{b: {\"a.password\":canary-7f3a}}",
                "{b: 1,\n a.password:\ncanary-7f3a\n, c: 2}",
                "{a.password: {b: [1, canary-7f3a]}}",
                "{a.password: {canary-7f3a}}",
                "b: &x canary-7f3a\na.password: *x",
                "a.password: &x canary-7f3a\nb: *x",
                "b: &x {c: canary-7f3a}\na.password: *x",
                "b: &x\n  a.password: canary-7f3a\nc:\n  <<: *x",
                "a.password: !!str canary-7f3a",
                "? a.password\n: canary-7f3a"
            })
    void aSecretIsMaskedHoweverItIsWritten(String text) {
        assertMasked(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "default_pass: canary-7f3a",
                "ssl.passphrase: canary-7f3a",
                "api_key: canary-7f3a",
                "tlsKeyPass: canary-7f3a",
                "uri: amqp://u:canary-7f3a@one:5672/%2f,amqp://u:canary-7f3a@two",
                "uri: amqp://u:x@canary-7f3a@one",
                "uri: amqp://u:x/canary-7f3a@one",
                "uri: 'amqp://u:canary-7f3a@one'",
                "uri: \"amqp://u:\\u0078canary-7f3a@one\"",
                "uri: \"amqp://u:%40\\\n  canary-7f3a@one\"",
                "uri: >-\n  amqp://u:canary-7f3a@one",
                "uris: [amqp://u:canary-7f3a@one, amqp://u:canary-7f3a@two]",
                "b: 1 # a.password: canary-7f3a",
                "# uri: amqp://u:canary-7f3a@one\nb: 1",
                "b: [1\na.password: canary-7f3a\n",
                "b: {{a.password: \"x\ncanary-7f3a\"",
                "b: [\nuri: amqp://u:canary-7f3a@one",
            })
    void aSecretIsMaskedWhateverItIsCalled(String text) {
        assertMasked(text);
    }

    private static void assertMasked(String text) {
        YamlRedactor places = YamlRedactor.of(text);

        assertThat(places.masked()).doesNotContain(CANARY).contains("********");
        assertThat(places.starred()).doesNotContain(CANARY).hasSameSizeAs(text);
    }

    @Test
    void whatItIsIsKnownForOtherTexts() {
        YamlRedactor places = YamlRedactor.of("a.password: |\n  x\n  canary-7f3a\nb: &x {c: canary-2b2b}\ntoken: *x\n");

        assertThat(places.known().masked("canary-7f3a, canary-2b2b")).isEqualTo("********, ********");
    }

    @Test
    void theRestStaysAsItIs() {
        String text = """
                name: test   # of passwords
                settings:
                  kafka:
                    client:
                      sasl.jaas.config: &x |
                        one
                        two
                      linger.ms: 5
                      uri: amqp://u:canary@one

                timing: { measure: 5 s } # äöü 𝄞
                """;

        assertThat(YamlRedactor.of(text).masked()).isEqualTo("""
                name: test   # of passwords
                settings:
                  kafka:
                    client:
                      sasl.jaas.config: &x ********
                      linger.ms: 5
                      uri: amqp://u:********@one

                timing: { measure: 5 s } # äöü 𝄞
                """);
        assertThat(YamlRedactor.of("acks: all\n").any()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--set=settings.kafka.client.ssl.key.password=canary-7f3a",
                "settings.kafka.client.ssl.key.password=canary=7f3a canary-7f3a",
                "--set settings.pulsar.broker.brokerClientAuthenticationParameters=canary-7f3a",
                "API_TOKEN=canary-7f3a",
                "settings.kafka.client={ssl.key.password: canary-7f3a}",
                "--set=settings.kafka={client: {ssl.key.password: 'canary-7f3a'}}",
                "settings.kafka.client={ssl.key.password: canary-7f3a",
                "systems.rabbitmq.uri=amqp://u:x@canary-7f3a@one",
                "--set=systems.rabbitmq.admin.url=http://u:canary-7f3a@one:15672",
            })
    void aSecretOfAnOptionIsMasked(String option) {
        assertThat(YamlRedactor.ofOption(option).masked())
                .doesNotContain(CANARY)
                .contains("********");
        assertThat(YamlRedactor.ofOption("workload.rate=1000/s").masked()).isEqualTo("workload.rate=1000/s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.password=\"canary-\\x37f3a\"", "--set=a.password='canary-7f3a'", "a.password=canary-7f3a"})
    void whatAnOptionInQuotesStandsForIsKnownForOtherTexts(String option) {
        assertThat(YamlRedactor.ofOption(option).known().masked("refused: canary-7f3a"))
                .isEqualTo("refused: ********");
    }

    @Test
    void oneLongWordIsMaskedInOnePass() {
        String word = "password".repeat(4_000);

        assertThat(YamlRedactor.of(word).masked()).isEqualTo(word);
        assertThat(YamlRedactor.of((word + "\n").repeat(50)).masked()).hasSizeGreaterThan(100);
        assertThat(YamlRedactor.of("x".repeat(1_500_000)).masked()).hasSize(1_500_000);
    }

    @Test
    void commentsAreLeftOutAndValuesStay() {
        String text = """
                # made by somebody
                name: one   # on a machine
                  # deeper
                says: "no # comment"
                list: [a, 'b # c']
                """;

        assertThat(YamlRedactor.of(text).withoutComments()).isEqualTo("""
                name: one
                says: "no # comment"
                list: [a, 'b # c']
                """);
        assertThat(YamlRedactor.of("a: 1").withoutComments()).isEqualTo("a: 1\n");
    }
}
