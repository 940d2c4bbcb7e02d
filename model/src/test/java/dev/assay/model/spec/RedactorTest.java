package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactorTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "amqp://user:p@ss@one:5672/vhost | amqp://user:********@one:5672/vhost",
                "amqp://user:p/a@s%40s@one,amqp://user:other@two | amqp://user:********@one,amqp://user:********@two",
                "http://one:8080/path | http://one:8080/path",
                "amqp://one:5672,amqp://two:5672 | amqp://one:5672,amqp://two:5672",
                "https://one/x?user=u&access_token=abc&n=1#top | https://one/x?user=u&access_token=********&n=1#top",
                "see http://u:pw@one now | see http://u:********@one now",
            })
    void secretsOfUrisAreMasked(String text, String masked) {
        assertThat(Redactor.maskedUris(text)).isEqualTo(masked);
    }

    @Test
    void aSecretIsFoundInWholeByItsLinesAndByItsParts() {
        Redactor known = Redactor.of(Map.of(
                "sasl.jaas.config", "a.Module required username=\"someone\" password=\"canary-1\";",
                "authParams", "{\"token\": \"canary-2\", \"user\": \"someone\"}",
                "ssl.key", "no secret",
                "tls.private.key", "-----BEGIN\ncanary-3\n-----END",
                "uri", "amqp://u:canary%2D4@one"));

        assertThat(known.masked(
                        "login with canary-1, canary-2, canary-3 and canary%2D4 or canary-4 of someone: no secret"))
                .isEqualTo("login with ********, ********, ******** and ******** or ******** of someone: no secret");
    }

    @Test
    void aShortSecretIsLookedForAsAWord() {
        Redactor known = Redactor.of(List.of("guest", "abc", "true", "86400"));

        assertThat(known.masked("guest guests abc true 86400")).isEqualTo("******** guests abc true 86400");
    }

    @Test
    void oneLongWordTakesNoLongerThanItsLength() {
        String word = "password".repeat(100_000) + "a.".repeat(500_000) + "://".repeat(300_000);

        assertThat(Redactor.of(List.of("somethingElse")).masked(word)).isEqualTo(word);
        assertThat(Redactor.of(List.of(word)).values()).contains(word);
    }
}
