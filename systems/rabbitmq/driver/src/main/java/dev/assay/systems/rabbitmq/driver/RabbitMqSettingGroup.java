package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.stream.ConsumerBuilder;
import com.rabbitmq.stream.EnvironmentBuilder;
import com.rabbitmq.stream.ProducerBuilder;
import dev.assay.systems.rabbitmq.QueueKind;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The groups of vendor settings that the driver takes; their names depend on the kind of queue. */
enum RabbitMqSettingGroup {
    CLIENT,
    PRODUCER,
    CONSUMER,
    TOPIC;

    private static final Set<String> CONSUMER_ARGUMENTS =
            Set.of("x-priority", "x-cancel-on-ha-failover", "x-stream-offset");

    /** The names that the clients and queues of that kind know. */
    Set<String> names(QueueKind kind) {
        boolean isNative = kind == QueueKind.NATIVE_STREAM;
        return switch (this) {
            case CLIENT -> {
                Set<String> names = new TreeSet<>(FactorySettings.names());
                if (isNative) {
                    names.addAll(BuilderOptions.names(EnvironmentBuilder.class));
                }
                yield names;
            }
            case PRODUCER ->
                isNative
                        ? BuilderOptions.names(ProducerBuilder.class)
                        : BuilderOptions.names(AMQP.BasicProperties.Builder.class);
            case CONSUMER -> isNative ? BuilderOptions.names(ConsumerBuilder.class) : CONSUMER_ARGUMENTS;
            case TOPIC -> QueueArguments.names(kind);
        };
    }

    /** Where the settings stand in a scenario, such as {@code settings.rabbitmq.producer}. */
    String path() {
        return "settings.rabbitmq." + this;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
