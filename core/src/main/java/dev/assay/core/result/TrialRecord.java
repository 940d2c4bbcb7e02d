package dev.assay.core.result;

import dev.assay.core.durability.DurabilityStatement;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that is kept of a finished trial beside its histograms and series; {@code trial.json}.
 *
 * @param dimensions values that tell this trial from the others, by scenario path
 * @param resolved every key of the scenario with its value for this trial, by path
 * @param durability the level that was asked for, and the one that the figures stand for
 * @param startedAt ISO-8601 instant of the start of the load, or of the trial where no load started
 * @param phases the parts of the load
 * @param clockErrorNanos how far the workers' clocks may have been apart during the load; 0 on one host
 * @param workers names of the workers that took part
 * @param hosts the machines that took part, the coordinator's included; none where that was not recorded
 */
public record TrialRecord(
        int number,
        String label,
        int repetition,
        Map<String, String> dimensions,
        Map<String, String> resolved,
        SystemIdentity system,
        DurabilityStatement durability,
        double offeredPerSecond,
        int messageBytes,
        String startedAt,
        List<Phase> phases,
        long clockErrorNanos,
        List<String> workers,
        List<TrialHost> hosts,
        Delivery delivery,
        Verdict verdict,
        EffectiveConfig config) {
    public TrialRecord {
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
        resolved = Collections.unmodifiableMap(new LinkedHashMap<>(resolved));
        phases = List.copyOf(phases);
        workers = List.copyOf(workers);
        hosts = List.copyOf(hosts);
    }

    /** The folder of this trial below {@code trials/}. */
    public String folder() {
        return "%03d-%s".formatted(number, label);
    }
}
