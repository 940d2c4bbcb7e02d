package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.impl.Method;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.testing.net.HostilePeer;
import dev.assay.testing.net.HostilePeer.Answer;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connects to listeners that are no brokers, and to brokers that lie. */
@Timeout(300)
class HostileRabbitMqTest {
    private static final byte[] PROTOCOL = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};

    private static Driver open(HostilePeer peer) throws DriverException {
        return new RabbitMqProvider()
                .open(new DriverConfig(
                        Map.of(
                                "uri", "amqp://guest:guest@" + peer.address() + "/%2f",
                                "queue", "quorum",
                                "persistent", "true",
                                "acknowledgement", "manual",
                                "prefetch", "100",
                                "confirm-window", "100",
                                "replication", "1"),
                        DurabilityLevel.LEVEL_4,
                        new Batching(Duration.ZERO, new ByteSize(0)),
                        new VendorSettings(
                                Map.of("handshake.timeout", "2000", "channel.rpc.timeout", "2000"),
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                Map.of())));
    }

    private static Arguments of(String name, Answer answer) {
        return Arguments.of(name, answer);
    }

    static Stream<Arguments> liars() {
        return Stream.of(
                of("silence", HostilePeer.silence()),
                of("it hangs up", HostilePeer.hangUp()),
                of("TLS", HostilePeer.saying(new byte[] {0x15, 3, 3, 0, 2, 2, 10})),
                of("HTTP", HostilePeer.saying("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII))),
                of("another version of the protocol", HostilePeer.saying(PROTOCOL)),
                of("a frame of two gibibytes", HostilePeer.saying(new byte[] {1, 0, 0, 0x7f, -1, -1, -1})),
                of("a frame of less than nothing", HostilePeer.saying(new byte[] {1, 0, 0, -1, -1, -1, -1})),
                of("zeros without end", HostilePeer.endlessly(new byte[1 << 16])));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("liars")
    void whoeverLiesIsNamed(String name, Answer answer) throws IOException {
        try (HostilePeer peer = HostilePeer.start(answer)) {
            assertThatThrownBy(() -> open(peer))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("connecting to RabbitMQ at amqp://" + peer.address())
                    .hasMessageNotContaining("guest:guest");
        }
    }

    /** Accepts everything that opens a connection, and reports {@code version}. */
    private static Answer calling(String version) {
        return (asked, told) -> {
            DataOutputStream frames = new DataOutputStream(told);
            asked.skipNBytes(PROTOCOL.length);
            tell(
                    frames,
                    new AMQP.Connection.Start.Builder()
                            .versionMajor(0)
                            .versionMinor(9)
                            .serverProperties(Map.of("product", "RabbitMQ", "version", version))
                            .mechanisms("PLAIN AMQPLAIN")
                            .locales("en_US")
                            .build());
            readFrame(asked);
            tell(
                    frames,
                    new AMQP.Connection.Tune.Builder()
                            .channelMax(10)
                            .frameMax(131_072)
                            .heartbeat(60)
                            .build());
            readFrame(asked); // what is agreed
            readFrame(asked); // the virtual host
            tell(frames, new AMQP.Connection.OpenOk.Builder().build());
            HostilePeer.silence().to(asked, told);
        };
    }

    private static void tell(DataOutputStream frames, com.rabbitmq.client.Method method) throws IOException {
        ((Method) method).toFrame(0).writeTo(frames);
        frames.flush();
    }

    private static void readFrame(InputStream in) throws IOException {
        byte[] header = in.readNBytes(7);
        in.skipNBytes(ByteBuffer.wrap(header).getInt(3) + 1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "99999999999.1", "-1", "four", "4.1\n\u001b[2J", "٣.١"})
    void aVersionThatIsNoneIsTakenAsUnknown(String version) throws Exception {
        try (HostilePeer peer = HostilePeer.start(calling(version));
                Driver driver = open(peer)) {
            assertThat(driver.capabilities().maxPartitions()).isPositive();
        }
    }
}
