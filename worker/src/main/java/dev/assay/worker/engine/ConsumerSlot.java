package dev.assay.worker.engine;

import dev.assay.driver.TopicSpec;

/**
 * @param subscription 0-based index of its subscription
 * @param topicIndex 0-based index of the topic over all topics of the trial
 */
public record ConsumerSlot(int subscription, String subscriptionName, int topicIndex, TopicSpec topic) {}
