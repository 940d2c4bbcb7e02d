package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.stream.ConsumerBuilder;
import com.rabbitmq.stream.EnvironmentBuilder;
import com.rabbitmq.stream.ProducerBuilder;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingNames;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.QueueSettings;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Lists the names of settings that the clients on the class path know, and those of arguments, which they pass on. */
final class RabbitMqClientNames {
    /** Properties that describe a client to the server, by any name. */
    private static final String PROPERTIES = "client.properties.*";

    private RabbitMqClientNames() {}

    /** Returns the names by group; they depend on the kind of queue. */
    static Map<SettingGroup, SettingNames> known(QueueKind kind) {
        boolean isStream = kind == QueueKind.STREAM;
        Set<String> client = new TreeSet<>(connections());
        if (isStream) {
            client.addAll(environments());
        }
        return Map.of(
                SettingGroup.CLIENT, names(kind, client),
                SettingGroup.PRODUCER, names(kind, isStream ? streamProducers() : messages()),
                SettingGroup.CONSUMER, names(kind, isStream ? streamConsumers() : QueueSettings.OF_CONSUMERS),
                SettingGroup.TOPIC, names(kind, QueueSettings.of(kind)).withOthers(QueueSettings.ARGUMENT));
    }

    static Set<String> connections() {
        Set<String> names = new TreeSet<>(FactorySettings.names());
        names.add(PROPERTIES);
        return names;
    }

    static Set<String> messages() {
        return BuilderOptions.names(AMQP.BasicProperties.Builder.class);
    }

    static Set<String> environments() {
        return BuilderOptions.names(EnvironmentBuilder.class);
    }

    static Set<String> streamProducers() {
        return BuilderOptions.names(ProducerBuilder.class);
    }

    static Set<String> streamConsumers() {
        return BuilderOptions.names(ConsumerBuilder.class);
    }

    private static SettingNames names(QueueKind kind, Set<String> names) {
        return SettingNames.of("RabbitMQ for queue: " + kind, names);
    }
}
