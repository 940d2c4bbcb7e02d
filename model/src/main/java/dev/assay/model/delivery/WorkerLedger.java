package dev.assay.model.delivery;

import java.util.List;

/**
 * The whole ledger of one worker at the end of a trial.
 *
 * @param violations completions that the driver reported for messages that were not under way
 */
public record WorkerLedger(List<ProducerLedger> producers, List<SubscriptionLedger> subscriptions, long violations) {
    public WorkerLedger {
        producers = List.copyOf(producers);
        subscriptions = List.copyOf(subscriptions);
    }
}
