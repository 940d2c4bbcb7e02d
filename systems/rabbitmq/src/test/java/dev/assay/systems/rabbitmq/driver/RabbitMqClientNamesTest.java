package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.impl.ClientVersion;
import dev.assay.model.setting.SettingList;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RabbitMqClientNamesTest {
    @Test
    void theListsHaveWhatTheAmqpClientKnows() {
        assertIsOf("client", ClientVersion.VERSION, RabbitMqClientNames.connections());
        assertIsOf("producer", ClientVersion.VERSION, RabbitMqClientNames.messages());
    }

    @Test
    void theListsHaveWhatTheStreamClientKnows() {
        String version = RabbitMqProvider.streamClientVersion();
        assertIsOf("stream-client", version, RabbitMqClientNames.environments());
        assertIsOf("stream-producer", version, RabbitMqClientNames.streamProducers());
        assertIsOf("stream-consumer", version, RabbitMqClientNames.streamConsumers());
    }

    private static void assertIsOf(String name, String release, Set<String> known) {
        SettingList list = SettingList.beside(RabbitMqSpec.class, name);
        assertThat(list.releases()).last().isEqualTo(release);
        assertThat(list.newest()).isEqualTo(known);
    }
}
