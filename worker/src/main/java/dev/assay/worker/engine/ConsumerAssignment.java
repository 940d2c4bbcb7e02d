package dev.assay.worker.engine;

/**
 * Tells which part of its subscription a consumer holds.
 *
 * @param subscription index of the subscription
 * @param assignedPartitions partitions that it holds by now
 * @param sharesPartitions whether the subscription's consumers all hold the same partitions
 */
public record ConsumerAssignment(int subscription, int topicIndex, int assignedPartitions, boolean sharesPartitions) {}
