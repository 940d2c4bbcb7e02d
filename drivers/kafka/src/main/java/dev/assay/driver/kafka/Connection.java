package dev.assay.driver.kafka;

import dev.assay.driver.DriverException;
import dev.assay.driver.client.ClientIds;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;

/** Reaches the cluster for the first time. */
final class Connection {
    private static final int LIMIT_SECONDS = 10;

    private Connection() {}

    /**
     * Opens an administration client that has had an answer.
     *
     * @throws DriverException when there is none within 15 s; it names the address
     */
    static Admin open(KafkaSettings settings) throws DriverException {
        String doing = "reaching Kafka at " + settings.bootstrapServers();
        Admin admin = create(settings, doing);
        try {
            DescribeClusterOptions options = new DescribeClusterOptions().timeoutMs(LIMIT_SECONDS * 1000);
            Failures.await(admin.describeCluster(options).nodes(), doing, LIMIT_SECONDS + 2);
            return admin;
        } catch (DriverException e) {
            admin.close(Duration.ZERO);
            throw explained(settings, e);
        }
    }

    private static Admin create(KafkaSettings settings, String doing) throws DriverException {
        try {
            return Admin.create(KafkaSettings.values(settings.admin(), Map.of("client.id", ClientIds.next("admin"))));
        } catch (KafkaException e) {
            throw Failures.failed(doing, e);
        }
    }

    private static DriverException explained(KafkaSettings settings, DriverException e) {
        return switch (e.getCause()) {
            case java.util.concurrent.TimeoutException _ -> noAnswer(settings, e);
            case org.apache.kafka.common.errors.TimeoutException _ -> noAnswer(settings, e);
            case SslAuthenticationException _ ->
                refused(settings, "the TLS handshake", "ssl.truststore.* and, where it wants one, ssl.keystore.*", e);
            case AuthenticationException _ -> refused(settings, "the login", "sasl.mechanism and sasl.jaas.config", e);
            case null, default -> e;
        };
    }

    private static DriverException refused(KafkaSettings settings, String what, String names, DriverException cause) {
        return new DriverException(
                what + " with Kafka at " + settings.bootstrapServers() + " failed; check settings.kafka.client: "
                        + names + " (" + Failures.text(Objects.requireNonNull(cause.getCause())) + ")",
                cause);
    }

    private static DriverException noAnswer(KafkaSettings settings, DriverException cause) {
        return new DriverException(
                "no Kafka broker answered at " + settings.bootstrapServers() + " within " + LIMIT_SECONDS
                        + " s; check that it runs, that host and port are right, and that security.protocol (now "
                        + settings.admin()
                                .getOrDefault("security.protocol", new Setting("PLAINTEXT", ""))
                                .value()
                        + ") is the listener's",
                cause);
    }
}
