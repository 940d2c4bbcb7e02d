package dev.assay.worker.engine;

/**
 * @param subscription index of the subscription
 * @param assignedPartitions partitions that it holds by now
 * @param sharesPartitions whether the subscription's consumers all hold the same partitions
 */
public record ConsumerAssignment(int subscription, int topicIndex, int assignedPartitions, boolean sharesPartitions) {}
