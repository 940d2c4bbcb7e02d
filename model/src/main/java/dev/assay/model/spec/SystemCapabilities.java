package dev.assay.model.spec;

/**
 * Limits what a system can do, as far as its part of a scenario tells before anything runs. Once it is connected, a driver says
 * the same, or less where the cluster is another's.
 *
 * @param maxPartitions most partitions of one topic
 * @param keys whether messages can be keyed
 */
public record SystemCapabilities(long maxPayloadBytes, int maxPartitions, boolean keys) {
    public static final SystemCapabilities UNLIMITED = new SystemCapabilities(Long.MAX_VALUE, Integer.MAX_VALUE, true);
}
