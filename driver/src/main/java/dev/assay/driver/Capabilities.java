package dev.assay.driver;

/**
 * Describes what a system offers, as far as scenarios can ask for it.
 *
 * @param maxPartitions most partitions of one topic
 * @param keys whether messages can be keyed, with order kept per key
 * @param pause whether a consumer can be paused
 * @param sharing whether several consumers of one subscription divide its messages
 * @param lateSubscriptions whether a subscription that was not named when its topic was created starts at the oldest
 *     message, too
 */
public record Capabilities(
        long maxPayloadBytes,
        int maxPartitions,
        boolean keys,
        boolean pause,
        boolean sharing,
        boolean lateSubscriptions) {}
