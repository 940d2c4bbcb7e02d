package dev.assay.systems.pulsar.driver;

/**
 * One setting that the driver gives to the client or the cluster.
 *
 * @param reason who asked for it and why, as a phrase for the report
 */
record PulsarSetting(String value, String reason) {
    /** The reason of what has to be given although it is the vendor's default. */
    static final String VENDORS = "the vendor's default";
}
