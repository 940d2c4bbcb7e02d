package dev.assay.analysis.bottleneck;

/**
 * Holds a limit that a trial may have waited for, with the change of one key of its scenario that tests the suspicion.
 *
 * @param limit the limit as a phrase, such as {@code waiting for syncs}
 * @param evidence why it is suspected, with values
 * @param key by its path, such as {@code workload.partitions}
 * @param present the value in the trial
 * @param changed the value to be measured beside it
 */
public record SuspectedLimit(String limit, String evidence, String key, String present, String changed) {}
