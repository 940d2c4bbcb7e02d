package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.limit.AllowedFolders;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.systems.kafka.KafkaSpec;
import dev.assay.testing.OutsideSettingsTable;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaOutsideSettingsTest {
    private static final String LOGINS = "org.apache.kafka.common.security.";

    /** In the table {@code @} stands for the package of the client's logins. */
    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            connection | bootstrap.servers                   | 10.0.0.1:9092                   | taken by workers
            connection | replication                         | 3                               | taken by workers
            connection | acknowledgement                     | each-poll                       | taken by workers
            connection | bootstrap.controllers               | 10.0.0.1:9092                   | is not a setting
            client     | security.protocol                   | SASL_SSL                        | taken by workers
            client     | request.timeout.ms                  | 5000                            | taken on cards too
            client     | client.id                           | ${directory:/srv/keys:id_rsa}   | must be a single line of text without ${
            client     | interceptor.classes                 | -----BEGIN any.Class            | is not a setting
            client     | metric.reporters                    | any.Class                       | is not a setting
            client     | security.providers                  | any.Class                       | is not a setting
            client     | config.providers                    | directory                       | is not a setting
            client     | config.providers.directory.class    | org.apache.kafka.common.config.provider.DirectoryConfigProvider | is not a setting
            client     | sasl.login.callback.handler.class   | any.Class                       | is not a setting
            client     | sasl.kerberos.kinit.cmd             | touch                           | is not a setting
            client     | sasl.mechanism                      | GSSAPI                          | must be OAUTHBEARER or PLAIN or
            client     | sasl.mechanism                      | SCRAM-SHA-512                   | taken by workers
            client     | sasl.oauthbearer.token.endpoint.url | file:///etc/passwd              | must be a URL that begins with https://
            client     | sasl.oauthbearer.token.endpoint.url | https://login.example.com/Token | taken by workers
            client     | sasl.oauthbearer.jwks.endpoint.url  | url:file:///etc/passwd          | must be a URL that begins with https://
            client     | sasl.oauthbearer.assertion.file     | /etc/passwd                     | is not a setting
            client     | ssl.engine.factory.class            | any.Class                       | is not a setting
            client     | ssl.provider                        | any                             | is not a setting
            client     | ssl.endpoint.identification.algorithm | ``                            | taken by workers
            client     | ssl.truststore.location             | -----BEGIN /../../etc/passwd    | names a file outside the folders
            client     | ssl.keystore.location               | keys/../../../etc/passwd        | names a file outside the folders
            client     | ssl.truststore.certificates         | /etc/passwd                     | must be PEM
            client     | ssl.truststore.certificates         | -----BEGIN CERTIFICATE----- MIID/abc /def== -----END CERTIFICATE----- | taken by workers
            client     | ssl.keystore.type                   | PKCS11                          | must be JKS or PEM or PKCS12
            client     | sasl.jaas.config | @scram.ScramLoginModule required username="a;b" password="x/y.Z"; | taken by workers
            client     | sasl.jaas.config | @plain.PlainLoginModule required username='a' password="b\\"c"; | taken by workers
            client     | sasl.jaas.config | @oauthbearer.OAuthBearerLoginModule required clientId="a" clientSecret="b" scope="c" extension_logicalCluster="d"; | taken by workers
            client     | sasl.jaas.config | @oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="a"; | taken by workers
            client     | sasl.jaas.config | "any.Class" "required";             | OAuthBearerLoginModule, PlainLoginModule, ScramLoginModule
            client     | sasl.jaas.config | "any\\056Class" required;           | names a class
            client     | sasl.jaas.config | any.Class required;                 | names a class
            client     | sasl.jaas.config | /* @plain.PlainLoginModule required; */ any.Class required; | names a class
            client     | sasl.jaas.config | @plain.PlainLoginModule required; any.Class required; | is not a login that this Kafka client can parse
            client     | sasl.jaas.config | com.sun.security.auth.module.JndiLoginModule required user.provider.url="ldap://x"; | is not a login that this Kafka client can parse
            client     | sasl.jaas.config | "com.sun.security.auth.module.KeyStoreLoginModule" required keyStoreURL="\\146ile:\\057etc\\057passwd"; | names a class
            client     | sasl.jaas.config | @oauthbearer.OAuthBearerLoginModule required ssl.truststore.location="\\057etc\\057passwd" ssl.truststore.type=PEM; | has an option
            client     | sasl.jaas.config | @oauthbearer.OAuthBearerLoginModule required ssl.engine.factory.class="any\\056Class"; | has an option
            client     | sasl.jaas.config | @oauthbearer.OAuthBearerLoginModule required config.providers="file"; | has an option
            client     | sasl.jaas.config | @plain.PlainLoginModule required username="${file:/etc/passwd:x}"; | has an option
            client     | sasl.jaas.config | @plain.PlainLoginModule required 5="any.Class"; | has an option
            client     | sasl.jaas.config | -----BEGIN required;                | is not a login that this Kafka client can parse
            producer   | compression.type | lz4                                 | taken on cards too
            producer   | acks             | -1                                  | taken on cards too
            producer   | partitioner.class | org.apache.kafka.clients.producer.RoundRobinPartitioner | taken by workers
            producer   | partitioner.class | any.Class                          | RoundRobinPartitioner or
            producer   | partitioner.class | org.apache.kafka.clients.producer.RoundRobinPartitioner,any.Class | RoundRobinPartitioner or
            producer   | partitioner.class | org.apache.kafka.clients.producer.RoundRobinPartitioner2 | RoundRobinPartitioner or
            producer   | partitioner.class | org.apache.kafka.clients.producer.internals.BuiltInPartitioner | RoundRobinPartitioner or
            producer   | partitioner.class | ` org.apache.kafka.clients.producer.RoundRobinPartitioner` | RoundRobinPartitioner or
            producer   | partitioner.class | ``                                 | RoundRobinPartitioner or
            consumer   | fetch.min.bytes  | 1                                   | taken on cards too
            consumer   | partition.assignment.strategy | any.Class              | is not a setting
            topic      | flush.messages   | 1                                   | taken on cards too
            topic      | cleanup.policy   | compact,delete                      | taken by workers
            broker     | num.io.threads   | 8                                   | taken on cards too
            broker     | listeners        | PLAINTEXT                           | taken by workers
            """)
    void aSettingIsTakenOrRefused(String group, String name, String value, String answer) {
        String read = value.replace("@", LOGINS);
        assertThat(OutsideSettingsTable.answer(
                        new KafkaProvider(), AllowedFolders.NONE, group, Map.of(name, read), name))
                .contains(answer)
                .doesNotContain("though taken on cards")
                .doesNotContain("any.Class", "passwd", "id_rsa");
    }

    @Test
    void everyNameIsOneThatAClientOrTheServerKnowsAndNoneButTheClientsOwnPartitionersIsAClass() {
        OutsideSettings outside = new KafkaProvider().callerLimits();

        for (SettingGroup group : SettingGroup.values()) {
            assertThat(outside.names(group))
                    .isNotEmpty()
                    .allMatch(name -> isKnown(group, name), "known")
                    .filteredOn(KafkaClientNames::namesClass)
                    .isSubsetOf("partitioner.class");
        }
    }

    /** Settings of all clients are listed once, though some have no meaning for one of them. */
    private static boolean isKnown(SettingGroup group, String name) {
        return switch (group) {
            case BROKER -> SettingList.beside(KafkaSpec.class, "broker").names().lists(name);
            case TOPIC -> SettingList.beside(KafkaSpec.class, "topic").names().lists(name);
            case CLIENT, PRODUCER, CONSUMER ->
                KafkaClientNames.KNOWN.values().stream()
                        .anyMatch(known -> known.entries().contains(name));
        };
    }
}
