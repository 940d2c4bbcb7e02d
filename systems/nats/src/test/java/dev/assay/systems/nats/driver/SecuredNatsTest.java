package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.systems.nats.deployment.OthersNats;
import dev.assay.testing.tls.Certificates;
import io.nats.client.NKey;
import io.nats.client.support.JwtUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connects to servers that demand authentication. */
@Tag("server")
@Tag("slow")
class SecuredNatsTest {
    private static final TopicSpec TOPIC = new TopicSpec("secured", 1, List.of("any"));

    /** An account that may have any number of streams and connections. */
    private static final String ACCOUNT = """
            {"type": "account", "version": 2, "limits": {"subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1,
            "conn": -1, "leaf": -1, "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1}}""";

    @TempDir
    Path folder;

    private static Driver open(String url, Map<String, String> connection, Map<String, String> client)
            throws DriverException {
        Map<String, String> all = new TreeMap<>(TestConfigs.connection(url));
        all.putAll(connection);
        return new NatsProvider()
                .open(new DriverConfig(all, DurabilityLevel.LEVEL_4, TestConfigs.BATCHING, TestConfigs.client(client)));
    }

    private static void assertWorks(String url, Map<String, String> connection, Map<String, String> client)
            throws DriverException {
        try (Driver driver = open(url, connection, client)) {
            driver.createTopics(List.of(TOPIC));
            assertThat(driver.existingTopics(List.of(TOPIC))).containsExactly(TOPIC.name());
            driver.deleteTopics(List.of(TOPIC));
        }
    }

    private static void assertRefused(String url, Map<String, String> connection, Map<String, String> client) {
        assertThatThrownBy(() -> open(url, connection, client).close())
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("connecting to NATS at")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void userAndPasswordAreTakenFromTheUrl() throws Exception {
        try (OthersNats server =
                OthersNats.start(folder, "authorization { user: \"bench\", password: \"s3cret-one\" }")) {
            String address = "127.0.0.1:" + server.port();
            assertWorks("nats://bench:s3cret-one@" + address, Map.of(), Map.of());
            assertRefused("nats://bench:hunter2@" + address, Map.of(), Map.of());
            assertRefused("nats://" + address, Map.of(), Map.of());
        }
    }

    @Test
    void aTokenIsOneOfTheClientsSettings() throws Exception {
        try (OthersNats server = OthersNats.start(folder, "authorization { token: \"s3cret-two\" }")) {
            String url = "nats://127.0.0.1:" + server.port();
            assertWorks(url, Map.of(), Map.of("io.nats.client.token", "s3cret-two"));
            assertRefused(url, Map.of(), Map.of("io.nats.client.token", "hunter2"));
        }
    }

    @Test
    void anNkeyIsInAFile() throws Exception {
        NKey key = NKey.createUser(null);
        try (OthersNats server = OthersNats.start(
                folder, "authorization { users: [ { nkey: \"" + new String(key.getPublicKey()) + "\" } ] }")) {
            String url = "nats://127.0.0.1:" + server.port();
            Path seed = Files.writeString(folder.resolve("user.nk"), new String(key.getSeed()));
            assertWorks(url, Map.of("nkey.file", seed.toString()), Map.of());
            Path other = Files.writeString(
                    folder.resolve("other.nk"), new String(NKey.createUser(null).getSeed()));
            assertRefused(url, Map.of("nkey.file", other.toString()), Map.of());
        }
    }

    /** An operator has signed the account, and the account its users. */
    @Test
    void aCredentialsFileIsOneOfTheClientsSettings() throws Exception {
        NKey operator = NKey.createOperator(null);
        NKey account = NKey.createAccount(null);
        // JetStream does not start without an account for the servers themselves.
        NKey servers = NKey.createAccount(null);
        String configuration =
                "operator: %1$s%nsystem_account: %2$s%nresolver: MEMORY%nresolver_preload: { %2$s: %3$s, %4$s: %5$s }"
                        .formatted(
                                jwt(operator, operator, "{\"type\": \"operator\", \"version\": 2}"),
                                publicKey(servers),
                                jwt(operator, servers, ACCOUNT.replace("storage\": -1", "storage\": 0")),
                                publicKey(account),
                                jwt(operator, account, ACCOUNT));
        try (OthersNats server = OthersNats.start(folder, configuration)) {
            String url = "nats://127.0.0.1:" + server.port();
            String property = "io.nats.client.credential.path";
            assertWorks(url, Map.of(), Map.of(property, credentials("user.creds", account)));
            assertRefused(url, Map.of(), Map.of(property, credentials("other.creds", NKey.createAccount(null))));
        }
    }

    private String credentials(String file, NKey account) throws Exception {
        NKey user = NKey.createUser(null);
        String jwt = JwtUtils.issueUserJWT(account, publicKey(account), publicKey(user));
        String text = JwtUtils.NATS_USER_JWT_FORMAT.formatted(jwt, new String(user.getSeed()));
        return Files.writeString(folder.resolve(file), text).toString();
    }

    private static String jwt(NKey issuer, NKey subject, String claims) throws Exception {
        return JwtUtils.issueJWT(
                issuer,
                publicKey(subject),
                "bench",
                null,
                System.currentTimeMillis() / 1000,
                publicKey(issuer),
                () -> claims);
    }

    private static String publicKey(NKey key) throws GeneralSecurityException, IOException {
        return new String(key.getPublicKey());
    }

    @Test
    void aServerWithTlsIsVerified() throws Exception {
        Certificates certificates = Certificates.in(folder.resolve("certificates"));
        String tls =
                "tls { cert_file: \"%s\", key_file: \"%s\" }".formatted(certificates.certificate(), certificates.key());
        Path serverFolder = Files.createDirectory(folder.resolve("server"));
        try (OthersNats server = OthersNats.start(serverFolder, tls)) {
            String url = "tls://127.0.0.1:" + server.port();
            assertWorks(
                    url,
                    Map.of(),
                    Map.of(
                            "io.nats.client.trustStore",
                            certificates.trustStore().toString(),
                            "io.nats.client.trustStorePassword",
                            Certificates.PASSWORD));
            // Java's own authorities have not signed it.
            assertRefused(url, Map.of(), Map.of());
        }
    }
}
