package dev.assay.coordination.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Batching;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsPolicyTest {
    @TempDir
    Path folder;

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            interceptor.classes                 | org.apache.kafka.common.anything.OfItsOwn
            metric.reporters                    | Evil
            partition.assignment.strategy       | org.apache.kafka.clients.consumer.RangeAssignor
            config.providers                    | file
            config.providers.file.class         | org.apache.kafka.common.config.provider.FileConfigProvider
            something.unknown                   | com.example.Loaded
            sasl.client.callback.handler.class  | com.example.Handler
            sasl.jaas.config                    | com.sun.security.auth.module.JndiLoginModule required user.provider.url="ldap://x";
            sasl.jaas.config                    | Evil required;
            sasl.jaas.config                    | org.apache.kafka.common.security.plain.PlainLoginModule required; com.example.Other required;
            authPluginClassName                 | org.apache.pulsar.client.impl.auth.AuthenticationAthenz
            """)
    void aSettingThatNamesAClassIsRefused(String name, String value) {
        assertThat(problems(name, value, List.of()))
                .singleElement()
                .asString()
                .startsWith("settings.kafka.client." + name + " names a class:")
                .doesNotContain(value);
    }

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ssl.keystore.location               | /etc/ssl/private/key.p12
            ssl.truststore.location             | keys/trust.jks
            ssl.trust.store                     | keys/trust.p12
            tlsTrustCertsFilePath               | ca.pem
            authParams                          | tlsCertFile:/etc/cert.pem,tlsKeyFile:/etc/key.pem
            authParams                          | token:file:///etc/passwd
            sasl.oauthbearer.jwks.endpoint.url  | file:///etc/passwd
            sasl.oauthbearer.token.endpoint.url | FILE:/etc/passwd
            """)
    void aFileIsRefusedUnlessItsFolderWasAllowed(String name, String value) {
        assertThat(problems(name, value, List.of(folder)))
                .singleElement()
                .asString()
                .contains("settings.kafka.client." + name + " names a file", folder.toString(), "--allow-files DIR")
                .doesNotContain("/etc/passwd");
    }

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            security.protocol                   | SASL_SSL
            sasl.mechanism                      | SCRAM-SHA-512
            compression.type                    | lz4
            sasl.jaas.config                    | org.apache.kafka.common.security.scram.ScramLoginModule required username="a;b" password="x/y.Z";
            sasl.jaas.config                    | org.apache.kafka.common.security.plain.PlainLoginModule required username="a" password="b";
            sasl.oauthbearer.token.endpoint.url | https://login.example.com/oauth/Token
            authPluginClassName                 | org.apache.pulsar.client.impl.auth.AuthenticationToken
            authParams                          | token:eyJhbGciOi.eyJzdWIi.sflKxw-RJ_adQ
            ssl.truststore.certificates         | -----BEGIN CERTIFICATE----- MIID/abc /def== -----END CERTIFICATE-----
            linger.ms                           | 5
            ssl.cipher.suites                   |
            """)
    void whatTuningAndLoggingInNeedIsTaken(String name, String value) {
        assertThat(problems(name, value == null ? "" : value, List.of())).isEmpty();
    }

    @Test
    void aCommandIsRefused() {
        assertThat(problems("sasl.kerberos.kinit.cmd", "touch", List.of(folder)))
                .singleElement()
                .asString()
                .contains("names a command");
    }

    @Test
    void aFileInAnAllowedFolderIsTakenAndALinkOutOfItIsNot() throws Exception {
        Path inside = Files.createFile(folder.resolve("trust.jks"));
        Path outside = Files.createTempFile("assay-outside", ".jks");
        Path stream = Files.createSymbolicLink(folder.resolve("link.jks"), outside);
        try {
            assertThat(problems("ssl.truststore.location", inside.toString(), List.of(folder)))
                    .isEmpty();
            assertThat(problems("ssl.truststore.location", stream.toString(), List.of(folder)))
                    .hasSize(1);
            assertThat(problems("ssl.truststore.location", folder + "/../" + outside.getFileName(), List.of(folder)))
                    .hasSize(1);
            assertThat(problems("ssl.truststore.location", folder + "/missing.jks", List.of(folder)))
                    .hasSize(1);
        } finally {
            Files.delete(outside);
        }
    }

    @Test
    void allGroupsAndTheConnectionAreLookedAt() {
        DriverConfig config = config(
                Map.of("service.url", "pulsar://there:6650", "admin.url", "/etc/passwd"),
                new VendorSettings(
                        Map.of(),
                        Map.of("partitioner.class", "a.B"),
                        Map.of("interceptor.classes", "a.B"),
                        Map.of("remote.file", "x"),
                        Map.of("log.dirs", "/data")));

        assertThat(new SettingsPolicy(List.of(), driver("pulsar")).problems(config))
                .extracting(problem -> problem.substring(0, problem.indexOf(' ')))
                .containsExactly(
                        "systems.pulsar.admin.url",
                        "settings.pulsar.producer.partitioner.class",
                        "settings.pulsar.consumer.interceptor.classes",
                        "settings.pulsar.topic.remote.file");
    }

    private static List<String> problems(String name, String value, List<Path> folders) {
        VendorSettings settings = new VendorSettings(Map.of(name, value), Map.of(), Map.of(), Map.of(), Map.of());
        return new SettingsPolicy(folders, driver("kafka"))
                .problems(config(Map.of("bootstrap.servers", "10.0.0.1:9092"), settings));
    }

    /** One whose client has two ways of naming who logs in. */
    private static DriverProvider driver(String system) {
        return new DriverProvider() {
            @Override
            public String system() {
                return system;
            }

            @Override
            public String client() {
                return "some-client 1";
            }

            @Override
            public Set<String> loginSettings() {
                return Set.of("sasl.jaas.config", "authPluginClassName");
            }

            @Override
            public Set<String> loginClasses() {
                return Set.of(
                        "org.apache.kafka.common.security.plain.PlainLoginModule",
                        "org.apache.kafka.common.security.scram.ScramLoginModule",
                        "org.apache.pulsar.client.impl.auth.AuthenticationToken");
            }

            @Override
            public Driver open(DriverConfig config) {
                throw new UnsupportedOperationException("only asked what it takes");
            }
        };
    }

    private static DriverConfig config(Map<String, String> connection, VendorSettings settings) {
        return new DriverConfig(
                connection, DurabilityLevel.LEVEL_4, new Batching(Duration.ZERO, new ByteSize(1024)), settings);
    }
}
