package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.AMQP;
import dev.assay.driver.DriverException;
import dev.assay.model.setting.SettingGroup;

/**
 * Makes the properties of messages. Their id is the publish number on the channel: it alone identifies a returned message, which bears no
 * delivery tag.
 */
final class MessageProperties {
    private static final int TRANSIENT = 1;
    private static final int PERSISTENT = 2;

    private final AMQP.BasicProperties common;

    /** @throws DriverException when a property of the scenario has a wrong value */
    MessageProperties(RabbitMqSettings settings) throws DriverException {
        AMQP.BasicProperties.Builder builder = new AMQP.BasicProperties.Builder();
        BuilderOptions.apply(AMQP.BasicProperties.Builder.class, builder, SettingGroup.PRODUCER, settings.producer());
        common = builder.deliveryMode(settings.persistent() ? PERSISTENT : TRANSIENT)
                .build();
    }

    AMQP.BasicProperties of(long number) {
        return common.builder()
                .messageId(Long.toString(number, Character.MAX_RADIX))
                .build();
    }

    static long numberOf(AMQP.BasicProperties properties) {
        return Long.parseLong(properties.getMessageId(), Character.MAX_RADIX);
    }
}
