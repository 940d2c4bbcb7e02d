package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.setting.SettingList;
import dev.assay.systems.nats.NatsSpec;
import io.nats.client.Nats;
import org.junit.jupiter.api.Test;

class NatsClientNamesTest {
    @Test
    void theListHasWhatTheClientKnows() {
        SettingList list = SettingList.beside(NatsSpec.class, "client");
        assertThat(list.releases()).last().isEqualTo(Nats.CLIENT_VERSION);
        assertThat(list.newest()).isEqualTo(NatsClientNames.connections());
    }
}
