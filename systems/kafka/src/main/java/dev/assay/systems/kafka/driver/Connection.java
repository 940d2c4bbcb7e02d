package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.driver.client.ClientIds;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;

final class Connection {
    /** The limit where nobody listens. */
    private static final int LIMIT_SECONDS = 10;

    /** More time for a listener that accepts connections, which may be a broker on a busy machine. */
    private static final int MORE_SECONDS = 20;

    private static final int CONNECT_MILLIS = 2_000;

    /** The limit of a plausible answer; brokers answer with less than a kibibyte. */
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    /**
     * A request for the known requests (ApiVersions) in its first version, with correlation id 7 and no client id; brokers answer it before
     * a login.
     */
    private static final byte[] API_VERSIONS = {0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 7, -1, -1};

    private Connection() {}

    /**
     * Opens an administration client that has had an answer.
     *
     * @throws DriverException when nobody listens for 10 s, or the listener does not answer for 30 s; it names the address
     */
    static Admin open(KafkaSettings settings) throws DriverException {
        String doing = "reaching Kafka at " + settings.bootstrapServers();
        refuseStrangers(settings);
        Admin admin = create(settings, doing);
        int seconds = LIMIT_SECONDS;
        try {
            try {
                awaitAnswer(admin, doing, LIMIT_SECONDS);
            } catch (DriverException e) {
                if (!isTimeout(e) || !someoneListens(settings.bootstrapServers())) {
                    throw e;
                }
                seconds += MORE_SECONDS;
                awaitAnswer(admin, doing, MORE_SECONDS);
            }
            return admin;
        } catch (DriverException e) {
            admin.close(Duration.ZERO);
            throw explained(settings, e, seconds);
        }
    }

    /**
     * Refuses listeners that speak another protocol, such as TLS. The client would take the first four bytes of such an answer for a length
     * and allocate that much memory, which ends a worker. Silent listeners are left to the client.
     */
    private static void refuseStrangers(KafkaSettings settings) throws DriverException {
        String protocol = securityProtocol(settings);
        if (protocol.toUpperCase(Locale.ROOT).endsWith("SSL")) {
            return;
        }
        for (String address : settings.bootstrapServers().split(",", -1)) {
            try (Socket socket = connect(address)) {
                socket.setSoTimeout(CONNECT_MILLIS);
                socket.getOutputStream().write(API_VERSIONS);
                int length = new DataInputStream(socket.getInputStream()).readInt();
                if (length < 0 || length > MAX_ANSWER_BYTES) {
                    throw new DriverException("what listens at " + address.strip()
                            + " does not speak Kafka's protocol in plain text: its answer begins with 0x"
                            + HexFormat.of().toHexDigits(length)
                            + "; check host and port, and that security.protocol (now " + protocol
                            + ") matches the listener");
                }
            } catch (IOException | IllegalArgumentException _) {
                // The client's own message is better.
            }
        }
    }

    private static String securityProtocol(KafkaSettings settings) {
        return settings.admin()
                .getOrDefault("security.protocol", new Setting("PLAINTEXT", ""))
                .value();
    }

    private static Socket connect(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("no port in " + address);
        }
        String host = address.substring(0, colon).strip().replaceAll("^\\[|]$", "");
        int port = Integer.parseInt(address.substring(colon + 1).strip());
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static void awaitAnswer(Admin admin, String doing, int seconds) throws DriverException {
        DescribeClusterOptions options = new DescribeClusterOptions().timeoutMs(seconds * 1000);
        KafkaFailures.await(admin.describeCluster(options).nodes(), doing, seconds + 2);
    }

    private static boolean isTimeout(DriverException e) {
        return e.getCause() instanceof java.util.concurrent.TimeoutException
                || e.getCause() instanceof org.apache.kafka.common.errors.TimeoutException;
    }

    /** Returns whether one of the comma-separated addresses accepts connections. */
    private static boolean someoneListens(String addresses) {
        for (String address : addresses.split(",", -1)) {
            try (Socket socket = connect(address)) {
                return socket.isConnected();
            } catch (IOException | IllegalArgumentException _) {
                // The next address may accept.
            }
        }
        return false;
    }

    private static Admin create(KafkaSettings settings, String doing) throws DriverException {
        try {
            return Admin.create(KafkaSettings.values(settings.admin(), Map.of("client.id", ClientIds.next("admin"))));
        } catch (KafkaException e) {
            throw KafkaFailures.failed(doing, e);
        }
    }

    private static DriverException explained(KafkaSettings settings, DriverException e, int seconds) {
        if (isTimeout(e)) {
            return noAnswer(settings, e, seconds);
        }
        return switch (e.getCause()) {
            case SslAuthenticationException _ ->
                refused(
                        settings,
                        "the TLS handshake",
                        "ssl.truststore.* and, where it requires one, ssl.keystore.*",
                        e);
            case AuthenticationException _ -> refused(settings, "the login", "sasl.mechanism and sasl.jaas.config", e);
            case null, default -> e;
        };
    }

    private static DriverException refused(KafkaSettings settings, String action, String names, DriverException cause) {
        return new DriverException(
                action + " with Kafka at " + settings.bootstrapServers() + " failed; check settings.kafka.client: "
                        + names + " (" + KafkaFailures.text(Objects.requireNonNull(cause.getCause())) + ")",
                cause);
    }

    private static DriverException noAnswer(KafkaSettings settings, DriverException cause, int seconds) {
        return new DriverException(
                "no Kafka broker answered at " + settings.bootstrapServers() + " within " + seconds
                        + " s; check that it runs, that host and port are right, and that security.protocol (now "
                        + securityProtocol(settings) + ") matches the listener",
                cause);
    }
}
