package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that a cluster which is not where the scenario says, or refuses Assay, is reported in one sentence and in seconds. */
class PulsarConnectionTest {
    private static final String TOKEN = "hunter2";
    private static final VendorSettings WITH_TOKEN = new VendorSettings(
            Map.of(
                    "authPluginClassName",
                    "org.apache.pulsar.client.impl.auth.AuthenticationToken",
                    "authParams",
                    "token:" + TOKEN),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of());

    /** Sends requests first, since a JVM's first ones load thousands of classes, which may take longer than the limit of an answer. */
    @BeforeAll
    static void warmUp() throws IOException {
        assertThat(refusalBehind(401, "{}", "pulsar://127.0.0.1:1")).isNotEmpty();
        assertThat(refusalBehind(200, "[]", "pulsar://127.0.0.1:1")).isNotEmpty();
    }

    @Test
    void whereNobodyIsToAdministerTheAddressIsNamed() throws IOException {
        try (Socket socket = takenButSilent()) {
            String dead = address(socket);

            assertThat(refusal("http://" + dead, "pulsar://" + dead))
                    .startsWith("no answer from Pulsar's administration at http://" + dead + " (Connection refused)")
                    .contains("systems.pulsar.admin.url");
        }
    }

    @Test
    void whereNobodyServesTheAddressesAreNamed() throws IOException {
        try (Socket one = takenButSilent();
                Socket other = takenButSilent()) {
            String dead = address(one) + "," + address(other);

            assertThat(refusalBehind(200, "[]", "pulsar://" + dead))
                    .startsWith("no answer from Pulsar's service at pulsar://" + dead + " (")
                    .contains("Connection refused", "systems.pulsar.service.url");
        }
    }

    @Test
    void whatASettingNamesButIsNotThereIsNamed() {
        String dead = "127.0.0.1:1";
        VendorSettings settings = new VendorSettings(
                Map.of("tlsTrustCertsFilePath", "/nowhere/ca.pem"), Map.of(), Map.of(), Map.of(), Map.of());

        assertThat(refusal(config("https://" + dead, "pulsar+ssl://" + dead, settings)))
                .startsWith("reaching Pulsar's administration at https://" + dead + " failed")
                .contains("/nowhere/ca.pem");
    }

    @Test
    void credentialsThatAreRefusedAreToldWithoutThem() throws IOException {
        assertThat(refusalBehind(401, "{\"reason\":\"Authentication required\"}", "pulsar://127.0.0.1:1"))
                .contains("rejects", "HTTP 401", "settings.pulsar.client", "authParams")
                .doesNotContain(TOKEN);
    }

    @Test
    void aTenantThatIsNotThereIsNamed() throws IOException {
        assertThat(refusalBehind(404, "{\"reason\":\"Tenant does not exist\"}", "pulsar://127.0.0.1:1"))
                .contains("has no tenant 'public'", "systems.pulsar.tenant");
    }

    /** Returns the message for an administration that answers every request with {@code code} and {@code answer}. */
    private static String refusalBehind(int code, String answer, String serviceUrl) throws IOException {
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        HttpServer admin = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 10);
        admin.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(code, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        admin.start();
        try {
            return refusal("http://127.0.0.1:" + admin.getAddress().getPort(), serviceUrl);
        } finally {
            admin.stop(0);
        }
    }

    private static String refusal(String adminUrl, String serviceUrl) {
        return refusal(config(adminUrl, serviceUrl, WITH_TOKEN));
    }

    private static String refusal(DriverConfig config) {
        Throwable refused = catchThrowableOfType(DriverException.class, () -> new PulsarProvider().open(config));
        return String.valueOf(refused.getMessage());
    }

    private static DriverConfig config(String adminUrl, String serviceUrl, VendorSettings settings) {
        Map<String, String> connection = new HashMap<>(Map.of(
                "service.url", serviceUrl,
                "admin.url", adminUrl,
                "tenant", "public",
                "ensemble", "1",
                "write-quorum", "1",
                "ack-quorum", "1",
                "subscription-type", "FAILOVER"));
        Batching batching = new Batching(Duration.ofMillis(1), new ByteSize(1 << 17));
        return new DriverConfig(connection, DurabilityLevel.LEVEL_2, batching, settings);
    }

    /** Returns a socket whose port nobody listens on and nobody else can take. */
    private static Socket takenButSilent() throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
        return socket;
    }

    private static String address(Socket socket) {
        return "127.0.0.1:" + socket.getLocalPort();
    }
}
