package dev.assay.engine;

import dev.assay.driver.TopicSpec;

/**
 * A producer that a worker is to run.
 *
 * @param number 0-based over all workers; says which stripe of the schedule it sends
 */
public record ProducerSlot(int number, TopicSpec topic) {}
