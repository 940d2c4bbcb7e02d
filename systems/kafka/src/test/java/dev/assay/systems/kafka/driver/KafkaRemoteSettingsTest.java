package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.limit.AllowedFolders;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.VendorSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaRemoteSettingsTest {
    @TempDir
    Path folder;

    /** Each went through, or could have, when settings were refused by what they looked like. */
    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            sasl.jaas.config                    | "any.Class" "required";
            sasl.jaas.config                    | "any\\056Class" required;
            sasl.jaas.config                    | any.Class required;
            sasl.jaas.config                    | /* org.apache.kafka.common.security.plain.PlainLoginModule required; */ any.Class required;
            sasl.jaas.config                    | org.apache.kafka.common.security.plain.PlainLoginModule required; any.Class required;
            sasl.jaas.config                    | com.sun.security.auth.module.JndiLoginModule required user.provider.url="ldap://x";
            sasl.jaas.config                    | "com.sun.security.auth.module.KeyStoreLoginModule" required keyStoreURL="\\146ile:\\057etc\\057passwd";
            sasl.jaas.config                    | org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required ssl.truststore.location="\\057etc\\057passwd" ssl.truststore.type=PEM;
            sasl.jaas.config                    | org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required ssl.engine.factory.class="any\\056Class";
            sasl.jaas.config                    | org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required config.providers="file";
            sasl.jaas.config                    | org.apache.kafka.common.security.plain.PlainLoginModule required username="${file:/etc/passwd:x}";
            sasl.jaas.config                    | -----BEGIN required;
            sasl.jaas.config                    | org.apache.kafka.common.security.plain.PlainLoginModule required 5="any.Class";
            """)
    void aLoginLoadsNoClassAndReadsNoFile(String name, String value) {
        refused(name, value);
    }

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            interceptor.classes                 | -----BEGIN any.Class
            metric.reporters                    | any.Class
            security.providers                  | any.Class
            config.providers                    | directory
            config.providers.directory.class    | org.apache.kafka.common.config.provider.DirectoryConfigProvider
            sasl.login.callback.handler.class   | any.Class
            sasl.kerberos.kinit.cmd             | touch
            sasl.mechanism                      | GSSAPI
            ssl.engine.factory.class            | any.Class
            ssl.provider                        | any
            ssl.truststore.location             | -----BEGIN /../../etc/passwd
            ssl.truststore.certificates         | /etc/passwd
            ssl.keystore.location               | keys/../../../etc/passwd
            ssl.keystore.type                   | PKCS11
            client.id                           | ${directory:/srv/keys:id_rsa}
            sasl.oauthbearer.token.endpoint.url | file:///etc/passwd
            sasl.oauthbearer.jwks.endpoint.url  | url:file:///etc/passwd
            sasl.oauthbearer.assertion.file     | /etc/passwd
            """)
    void aCallerGetsNoClassNoCommandAndNoFile(String name, String value) {
        refused(name, value);
    }

    private void refused(String name, String value) {
        assertThat(problems(name, value))
                .singleElement()
                .asString()
                .startsWith("settings.kafka.client." + name + " ")
                .doesNotContain("any.Class", "passwd", "id_rsa");
    }

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            security.protocol                   | SASL_SSL
            sasl.mechanism                      | SCRAM-SHA-512
            sasl.jaas.config                    | org.apache.kafka.common.security.scram.ScramLoginModule required username="a;b" password="x/y.Z";
            sasl.jaas.config                    | org.apache.kafka.common.security.plain.PlainLoginModule required username='a' password="b\\"c";
            sasl.jaas.config                    | org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required clientId="a" clientSecret="b" scope="c" extension_logicalCluster="d";
            sasl.jaas.config                    | org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="a";
            sasl.oauthbearer.token.endpoint.url | https://login.example.com/oauth/Token
            ssl.truststore.certificates         | -----BEGIN CERTIFICATE----- MIID/abc /def== -----END CERTIFICATE-----
            ssl.endpoint.identification.algorithm |
            request.timeout.ms                  | 5000
            """)
    void whatTuningAndLoggingInNeedIsTaken(String name, String value) {
        assertThat(problems(name, value == null ? "" : value)).isEmpty();
    }

    @Test
    void whatTheCallerIsToldOfALoginSaysWhichOnesAreTaken() {
        assertThat(problems("sasl.jaas.config", "\"any.Class\" \"required\";"))
                .singleElement()
                .asString()
                .contains("names a class", "OAuthBearerLoginModule, PlainLoginModule, ScramLoginModule");
    }

    @Test
    void noNameIsTakenThatTheClientDefinesAsAClassOrDoesNotKnow() {
        Map<String, ConfigDef.ConfigKey> defined =
                new HashMap<>(AdminClientConfig.configDef().configKeys());
        defined.putAll(ProducerConfig.configDef().configKeys());
        defined.putAll(ConsumerConfig.configDef().configKeys());

        assertThat(Stream.of(SettingGroup.CLIENT, SettingGroup.PRODUCER, SettingGroup.CONSUMER)
                        .flatMap(group -> KafkaRemoteSettings.LIMITS.of(group).names().stream()))
                .contains(KafkaRemoteSettings.PARTITIONER)
                .allSatisfy(name -> assertThat(defined).containsKey(name))
                .filteredOn(name -> !name.equals(KafkaRemoteSettings.PARTITIONER))
                .noneMatch(name -> Objects.requireNonNull(defined.get(name)).type == ConfigDef.Type.CLASS);
    }

    /** The studies spread messages round robin, as clients did in 2019. */
    @Test
    void ofPartitionersOnlyTheClientsOwnAreLoaded() {
        assertThat(partitioner(RoundRobinPartitioner.class.getName())).isEmpty();
        for (String other : List.of(
                "any.Class",
                "org.apache.kafka.clients.producer.RoundRobinPartitioner,any.Class",
                "org.apache.kafka.clients.producer.RoundRobinPartitioner2",
                "org.apache.kafka.clients.producer.internals.BuiltInPartitioner",
                " org.apache.kafka.clients.producer.RoundRobinPartitioner",
                "")) {
            assertThat(partitioner(other))
                    .singleElement()
                    .asString()
                    .startsWith("settings.kafka.producer.partitioner.class ")
                    .contains("RoundRobinPartitioner or ")
                    .doesNotContain("any.Class");
        }
    }

    private List<String> partitioner(String value) {
        Map<String, String> producer = Map.of(KafkaRemoteSettings.PARTITIONER, value);
        return problems(new VendorSettings(Map.of(), producer, Map.of(), Map.of(), Map.of()));
    }

    private List<String> problems(String name, String value) {
        return problems(new VendorSettings(Map.of(name, value), Map.of(), Map.of(), Map.of(), Map.of()));
    }

    private List<String> problems(VendorSettings settings) {
        return KafkaRemoteSettings.LIMITS.problems(
                "kafka",
                Map.of("bootstrap.servers", "10.0.0.1:9092", "replication", "3"),
                settings,
                new AllowedFolders(List.of(folder)));
    }
}
