package dev.assay.systems.rabbitmq.driver;

/**
 * One setting that the driver gives to a client or a queue.
 *
 * @param reason who asked for it and why, as a phrase for the report
 */
record RabbitMqSetting(String value, String reason) {
    /** The reason of what has to be given although it is the vendor's default. */
    static final String VENDORS = "the vendor's default";
}
