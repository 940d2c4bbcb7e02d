package dev.assay.worker.engine;

import dev.assay.driver.TopicSpec;

/**
 * Describes a producer that a worker is to run.
 *
 * @param number 0-based over all workers; selects its part of the schedule
 */
public record ProducerSlot(int number, TopicSpec topic) {}
