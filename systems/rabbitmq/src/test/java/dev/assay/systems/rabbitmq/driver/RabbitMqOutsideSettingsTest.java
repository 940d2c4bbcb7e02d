package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.limit.AllowedFolders;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import dev.assay.testing.OutsideSettingsTable;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RabbitMqOutsideSettingsTest {
    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            connection | uri                       | amqps://me:p%40ss@a:5671/%2f,amqps://b | taken by workers
            connection | admin.url                 | ``                           | taken by workers
            connection | stream.uri                | rabbitmq-stream+tls://a:5551 | taken by workers
            connection | queue                     | stream                       | taken by workers
            connection | persistent                | true                         | taken by workers
            connection | confirm-window            | 0                            | taken by workers
            client     | ssl.trust.store           | /etc/passwd                  | names a file outside the folders
            client     | ssl.trust.store           | keys/trust.p12               | names a file outside the folders
            client     | ssl.trust.store           | -----BEGIN /../../etc/passwd | names a file outside the folders
            client     | ssl.key.store             | classpath:any.p12            | names a file outside the folders
            client     | ssl.key.store.type        | PKCS11                       | must be JKS or PKCS12
            client     | something.else            | Any                          | is not a setting
            client     | username                  | ${file:/etc/passwd:x}        | must be a single line of text without ${
            client     | password                  | p/w                          | taken by workers
            client     | ssl.verify.hostname       | true                         | taken by workers
            client     | rpcTimeout                | 30 s                         | taken on cards too
            client     | connection.heartbeat      | 5                            | taken on cards too
            client     | port                      | 5672                         | taken by workers
            client     | client.properties.purpose | load                         | taken by workers
            producer   | batchSize                 | 100                          | taken on cards too
            producer   | userId                    | guest                        | taken by workers
            consumer   | x-priority                | 1                            | taken on cards too
            topic      | x-overflow                | reject-publish               | taken on cards too
            topic      | x-dead-letter-exchange    | other                        | is not a setting
            broker     | raft.wal_max_size_bytes   | 64MB                         | taken on cards too
            broker     | load_definitions          | passwd                       | taken by workers
            """)
    void aSettingIsTakenOrRefused(String group, String name, String value, String answer) {
        assertThat(OutsideSettingsTable.answer(
                        new RabbitMqProvider(), AllowedFolders.NONE, group, Map.of(name, value), name))
                .contains(answer)
                .doesNotContain("though taken on cards")
                .doesNotContain("passwd");
    }

    @Test
    void everyNameIsOneThatTheClientsOrTheServerKnow() {
        OutsideSettings outside = new RabbitMqProvider().callerLimits();

        for (SettingGroup group : SettingGroup.values()) {
            assertThat(outside.names(group)).isNotEmpty().allMatch(name -> isKnown(group, name), "known");
        }
    }

    private static boolean isKnown(SettingGroup group, String name) {
        if (group == SettingGroup.BROKER) {
            return SettingList.beside(RabbitMqSpec.class, "broker").names().lists(name);
        }
        return Arrays.stream(QueueKind.values())
                .map(kind ->
                        Objects.requireNonNull(RabbitMqClientNames.known(kind).get(group)))
                .anyMatch(known -> known.entries().contains(name));
    }
}
