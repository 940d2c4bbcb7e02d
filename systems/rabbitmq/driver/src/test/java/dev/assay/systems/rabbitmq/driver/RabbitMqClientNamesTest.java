package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.impl.ClientVersion;
import dev.assay.testkit.setting.SettingListFile;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RabbitMqClientNamesTest {
    private static final Path LISTS = Path.of("..", "src/main/resources/dev/assay/systems/rabbitmq/settings");

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

    private static void assertIsOf(String list, String release, Set<String> known) {
        SettingListFile.assertIsOf(LISTS.resolve(list + ".txt"), release, known);
    }
}
