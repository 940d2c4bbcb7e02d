package dev.assay.model.result;

/**
 * @param name as histograms, series and the ledger have it
 * @param live whether it reads from the start on; otherwise the age of old messages is in its latency, which is told apart
 * @param ordered whether the system promises order within a partition; not where several consumers take from one partition
 */
public record TrialSubscription(String name, String group, boolean live, boolean ordered) {
    /** Creates a subscription with order within its partitions. */
    public TrialSubscription(String name, String group, boolean live) {
        this(name, group, live, true);
    }
}
