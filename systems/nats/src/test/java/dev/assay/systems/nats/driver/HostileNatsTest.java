package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverException;
import dev.assay.testing.net.HostilePeer;
import dev.assay.testing.net.HostilePeer.Answer;
import io.nats.client.Options;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Connects to listeners that are no servers, and to servers that lie. */
@Timeout(300)
class HostileNatsTest {
    private static Arguments of(String name, Answer answer) {
        return Arguments.of(name, answer);
    }

    private static Answer saying(String text) {
        return (asked, told) -> {
            told.write(text.getBytes(StandardCharsets.US_ASCII));
            told.flush();
            HostilePeer.silence().to(asked, told);
        };
    }

    static Stream<Arguments> liars() {
        return Stream.of(
                of("silence", HostilePeer.silence()),
                of("it hangs up", (asked, told) -> {}),
                of("HTTP", saying("HTTP/1.1 400 Bad Request\r\n\r\n")),
                of("no JSON", saying("INFO nothing\r\n")),
                of("numbers that are none", saying("INFO {\"max_payload\":\"many\",\"proto\":[]}\r\n")),
                of("an error", saying("-ERR 'go away'\r\n")),
                of("zeros without end", HostilePeer.endlessly(new byte[1 << 16])));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("liars")
    void whoeverLiesIsNamed(String name, Answer answer) throws IOException {
        try (HostilePeer peer = HostilePeer.start(answer)) {
            assertThatThrownBy(() -> new NatsProvider()
                            .open(TestConfigs.at(
                                    "nats://user:hunter2@" + peer.address(),
                                    TestConfigs.client(Map.of(Options.PROP_CONNECTION_TIMEOUT, "2000")))))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("connecting to NATS at nats://")
                    .hasMessageContaining(peer.address())
                    .hasMessageNotContaining("hunter2");
        }
    }
}
