package dev.assay.model.result;

import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.Workload;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * @param resolved every key of the scenario with its value for this trial, by path: to be shown and compared; values are
 *     made of the components below
 * @param workload without the contents of the file of its payloads
 * @param result what the scenario declares as its result
 * @param disks what each node of a local cluster stored its data on
 * @param processors on which the servers were to run, {@link Servers#ALL_PROCESSORS} for all; empty where the system can't
 *     be confined
 */
public record TrialPlan(
        Map<String, String> resolved,
        Workload workload,
        ResultStatistics result,
        NodeDisks disks,
        OptionalInt processors,
        double offeredPerSecond,
        int messageBytes) {
    public TrialPlan {
        if (messageBytes < 0) {
            throw new IllegalArgumentException("messageBytes must not be negative, but is " + messageBytes);
        }
        if (processors.orElse(Servers.ALL_PROCESSORS) < Servers.ALL_PROCESSORS) {
            throw new IllegalArgumentException("processors must not be negative, but is " + processors.getAsInt());
        }
        workload = workload.withoutPayloadText();
        resolved = Collections.unmodifiableMap(new LinkedHashMap<>(resolved));
    }
}
