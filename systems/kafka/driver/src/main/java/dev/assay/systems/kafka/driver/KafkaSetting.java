package dev.assay.systems.kafka.driver;

/**
 * One setting that is not left to the vendor.
 *
 * @param reason who asked for it and why, as a phrase for the report
 */
record KafkaSetting(String value, String reason) {}
