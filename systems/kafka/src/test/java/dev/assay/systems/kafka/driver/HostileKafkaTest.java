package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverException;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.VendorSettings;
import dev.assay.testing.net.HostilePeer;
import dev.assay.testing.net.HostilePeer.Answer;
import dev.assay.testing.time.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Connects to listeners that are no brokers, and to brokers that lie. */
@Timeout(300)
class HostileKafkaTest {
    private static Arguments of(String name, Answer answer) {
        return Arguments.of(name, answer);
    }

    private static void open(HostilePeer peer) throws DriverException {
        new KafkaProvider()
                .open(TestConfigs.of(peer.address(), 1, DurabilityLevel.LEVEL_4, VendorSettings.NONE))
                .close();
    }

    /** Listeners whose first bytes are no length; the client would allocate as much memory as they say. */
    static Stream<Arguments> strangers() {
        return Stream.of(
                // An alert: what was asked is no handshake.
                of("TLS", HostilePeer.saying(new byte[] {0x15, 3, 3, 0, 2, 2, 10})),
                of("HTTP", HostilePeer.saying("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII))),
                of("a length below zero", HostilePeer.saying(new byte[] {-1, -1, -1, -1})),
                of("two gibibytes", HostilePeer.saying(new byte[] {0x7f, -1, -1, -1})));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strangers")
    void whatSpeaksSomethingElseIsRefusedByTheBytesThatItSays(String name, Answer answer) throws IOException {
        try (HostilePeer peer = HostilePeer.start(answer)) {
            assertThatThrownBy(() -> open(peer))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("what listens at " + peer.address() + " does not speak Kafka's protocol")
                    .hasMessageContaining("security.protocol (now PLAINTEXT) matches the listener");
            assertThat(peer.connections()).as("nobody else has asked it").isOne();
        }
    }

    static Stream<Arguments> liars() {
        return Stream.of(
                of("silence", HostilePeer.silence()),
                of("it hangs up", HostilePeer.hangUp()),
                of("zeros without end", HostilePeer.endlessly(new byte[1 << 16])),
                of("an answer to nothing", HostilePeer.saying(new byte[] {0, 0, 0, 4, 1, 2, 3, 4})),
                of("half an answer", HostilePeer.saying(new byte[] {0, 0, 1, 0, 0, 0, 0, 7})));
    }

    /** The client repeats its requests for as long as it may. */
    @Tag("slow")
    @ParameterizedTest(name = "{0}")
    @MethodSource("liars")
    void whoeverLiesIsNotWaitedForWithoutEnd(String name, Answer answer) throws IOException {
        Set<Thread> before = adminThreads();
        try (HostilePeer peer = HostilePeer.start(answer)) {
            assertThatThrownBy(() -> open(peer))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining(peer.address());
        }
        assertThat(Eventually.holds(() -> before.containsAll(adminThreads())))
                .as("the client's threads end")
                .isTrue();
    }

    private static Set<Thread> adminThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("kafka-admin-client"))
                .collect(Collectors.toSet());
    }
}
