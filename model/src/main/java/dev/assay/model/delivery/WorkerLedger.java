package dev.assay.model.delivery;

import java.util.List;

/**
 * @param violations completions that the driver reported for messages that were not under way
 * @param lost whether the worker was lost, and its ledger with it: then the producers have no more than what was due, of
 *     which they have sent at most all, and the subscriptions are those that it had consumers of
 */
public record WorkerLedger(
        List<ProducerLedger> producers, List<SubscriptionLedger> subscriptions, long violations, boolean lost) {
    public WorkerLedger {
        producers = List.copyOf(producers);
        subscriptions = List.copyOf(subscriptions);
    }

    public WorkerLedger(List<ProducerLedger> producers, List<SubscriptionLedger> subscriptions, long violations) {
        this(producers, subscriptions, violations, false);
    }
}
