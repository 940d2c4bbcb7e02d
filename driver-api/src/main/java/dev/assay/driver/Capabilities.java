package dev.assay.driver;

/**
 * What a system offers, as far as scenarios can ask for it.
 *
 * @param maxPayloadBytes largest payload of one message
 * @param maxPartitions most partitions of one topic
 * @param keys whether messages can be keyed, with order kept per key
 * @param pause whether a consumer can be paused
 */
public record Capabilities(long maxPayloadBytes, int maxPartitions, boolean keys, boolean pause) {}
