package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.limit.AllowedFolders;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.systems.nats.NatsSpec;
import dev.assay.testing.OutsideSettingsTable;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NatsOutsideSettingsTest {
    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            connection | url                              | nats://a:4222,b:4222  | taken by workers
            connection | url                              | file:///etc/passwd    | must be a URL that begins with nats:// or tls://
            connection | monitor.url                      | ``                    | taken by workers
            connection | nkey.file                        | ``                    | taken by workers
            connection | nkey.file                        | /etc/passwd           | names a file outside the folders
            connection | prefetch                         | 100                   | taken by workers
            client     | io.nats.client.reconnect.wait    | 100                   | taken on cards too
            client     | reconnect.wait                   | 100                   | is not a setting
            client     | io.nats.client.password          | p/w                   | taken by workers
            client     | io.nats.client.token             | ${env:HOME}           | must be a single line of text without ${
            client     | io.nats.client.credential.path   | /etc/passwd           | names a file outside the folders
            client     | io.nats.client.callback.error    | any.Class             | is not a setting
            client     | io.nats.client.token.supplier    | any.Class             | is not a setting
            client     | io.nats.client.dataport.type     | any.Class             | is not a setting
            client     | io.nats.client.opentls           | true                  | is not a setting
            consumer   | max_ack_pending                  | 1000                  | taken on cards too
            consumer   | ack_wait                         | 30 s                  | taken on cards too
            topic      | compression                      | s2                    | taken on cards too
            broker     | max_payload                      | 8MB                   | taken on cards too
            broker     | jetstream.store_dir              | passwd                | taken by workers
            """)
    void aSettingIsTakenOrRefused(String group, String name, String value, String answer) {
        assertThat(OutsideSettingsTable.answer(
                        new NatsProvider(), AllowedFolders.NONE, group, Map.of(name, value), name))
                .contains(answer)
                .doesNotContain("though taken on cards")
                .doesNotContain("passwd", "any.Class");
    }

    @Test
    void everyNameIsOneThatTheClientOrTheServerKnows() {
        OutsideSettings outside = new NatsProvider().callerLimits();

        NatsClientNames.known()
                .forEach((group, known) -> assertThat(outside.names(group)).allMatch(known::lists));
        assertThat(outside.names(SettingGroup.CLIENT))
                .isNotEmpty()
                .noneMatch(name -> name.contains("class") || name.contains("callback"));
        assertThat(outside.names(SettingGroup.BROKER))
                .allMatch(SettingList.beside(NatsSpec.class, "broker").names()::lists);
    }
}
