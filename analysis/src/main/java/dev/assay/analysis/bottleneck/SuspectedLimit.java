package dev.assay.analysis.bottleneck;

/**
 * A limit that a trial is suspected to have waited for, with the change of one key of its scenario that shows whether it did.
 *
 * @param limit the limit as a phrase, such as {@code waiting for syncs}
 * @param evidence why it is suspected, with values
 * @param key by its path, such as {@code workload.partitions}
 * @param present the value in the trial
 * @param changed the value to be measured beside it
 */
public record SuspectedLimit(String limit, String evidence, String key, String present, String changed) {}
