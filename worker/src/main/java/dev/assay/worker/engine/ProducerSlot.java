package dev.assay.worker.engine;

import dev.assay.driver.TopicSpec;

/** @param number 0-based over all workers; selects its part of the schedule */
public record ProducerSlot(int number, TopicSpec topic) {}
