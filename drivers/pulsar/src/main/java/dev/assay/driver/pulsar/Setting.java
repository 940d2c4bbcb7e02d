package dev.assay.driver.pulsar;

/**
 * One setting that is not left to the vendor.
 *
 * @param reason who asked for it and why, as a phrase for the report
 */
record Setting(String value, String reason) {}
