package dev.assay.model.result;

import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * All that is kept of a finished trial beside its histograms and series; {@code trial.json}.
 *
 * @param dimensions values that tell this trial from the others, by scenario path
 * @param resolved every key of the scenario with its value for this trial, by path: to be shown and compared; values are made of
 *     the components below
 * @param workload but for what stands in the file of its payloads
 * @param result what the scenario declares as its result
 * @param disks what each node of a local cluster stored its data on
 * @param processors on which the servers were to run, {@link Servers#ALL_PROCESSORS} for all; empty where the system can't be confined
 * @param durability the level that was asked for, and the one that the values stand for
 * @param startedAt ISO-8601 instant of the start of the load, or of the trial where no load started
 * @param phases the parts of the load
 * @param clockErrorNanos how far the workers' clocks may have been apart during the load; 0 on one host
 * @param workers names of the workers that took part
 * @param hosts the machines that took part, the coordinator's included
 * @param cluster what the cluster had behind it
 * @param subscriptions in the order of their numbers
 * @param events what was done during the load, in the order in which it was done
 * @param steady what was seen in phases that were to last until the trial is steady; none where there were none
 * @param compression how far producers compressed what they sent; none where they did not
 * @param lostWorkers those of the workers that were lost while the load ran, without which it went on
 * @param verdict the one at the time; whoever reads the record re-evaluates it
 */
public record TrialRecord(
        int number,
        String label,
        int repetition,
        Map<String, String> dimensions,
        Map<String, String> resolved,
        Workload workload,
        ResultStatistics result,
        NodeDisks disks,
        OptionalInt processors,
        SystemIdentity system,
        DurabilityStatement durability,
        double offeredPerSecond,
        int messageBytes,
        String startedAt,
        List<Phase> phases,
        long clockErrorNanos,
        List<String> workers,
        List<TrialHost> hosts,
        ClusterHistory cluster,
        List<TrialSubscription> subscriptions,
        List<ExecutedEvent> events,
        DrainRecord drain,
        Delivery delivery,
        Verdict verdict,
        EffectiveConfig config,
        List<SteadyRecord> steady,
        List<SendCompression> compression,
        List<LostWorker> lostWorkers) {
    private static final double NANOS_PER_SECOND = 1e9;

    public TrialRecord {
        if (messageBytes < 0) {
            throw new IllegalArgumentException("messageBytes must not be negative, but is " + messageBytes);
        }
        if (processors.orElse(Servers.ALL_PROCESSORS) < Servers.ALL_PROCESSORS) {
            throw new IllegalArgumentException("processors must not be negative, but is " + processors.getAsInt());
        }
        workload = workload.withoutPayloadText();
        compression = List.copyOf(compression);
        lostWorkers = List.copyOf(lostWorkers);
        steady = List.copyOf(steady);
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
        resolved = Collections.unmodifiableMap(new LinkedHashMap<>(resolved));
        phases = List.copyOf(phases);
        workers = List.copyOf(workers);
        hosts = List.copyOf(hosts);
        subscriptions = List.copyOf(subscriptions);
        events = List.copyOf(events);
    }

    /**
     * Of the settings that the scenario has for servers which somebody else runs, those that the servers do not report like that: by name what
     * they report, or {@link EffectiveConfig#UNKNOWN}. Servers that Assay has started have them.
     */
    public Map<String, String> serversOtherwise() {
        if (!onServersOfOthers()) {
            return Map.of();
        }
        String group = "settings." + system.system() + "." + EffectiveConfig.BROKER + ".";
        Map<String, String> asked = new LinkedHashMap<>();
        resolved.forEach((path, value) -> {
            if (path.startsWith(group)) {
                asked.put(path.substring(group.length()), value);
            }
        });
        return config.otherwise(asked);
    }

    /** Whether the scenario has several disks for each server, and somebody else runs the servers. */
    public boolean disksOfOthers() {
        String count = resolved.getOrDefault("systems." + system.system() + ".disks.count", "");
        return onServersOfOthers() && count.matches("[2-9]");
    }

    private boolean onServersOfOthers() {
        return system.deployment().equals("existing") && !config.groups().containsKey(EffectiveConfig.STARTED_BY_ASSAY);
    }

    /** The same with that verdict. */
    public TrialRecord judged(Verdict judged) {
        return new TrialRecord(
                number,
                label,
                repetition,
                dimensions,
                resolved,
                workload,
                result,
                disks,
                processors,
                system,
                durability,
                offeredPerSecond,
                messageBytes,
                startedAt,
                phases,
                clockErrorNanos,
                workers,
                hosts,
                cluster,
                subscriptions,
                events,
                drain,
                delivery,
                judged,
                config,
                steady,
                compression,
                lostWorkers);
    }

    /**
     * Mean rate of the messages that the schedule has in a phase, a second, whether or not they were offered. Records from before messages
     * were counted by phase have one rate for all of them.
     */
    public double intendedPerSecond(Phase phase) {
        double seconds = phase.lengthNanos() / NANOS_PER_SECOND;
        return delivery.phase(phase.name())
                .map(PhaseDelivery::scheduled)
                .map(scheduled -> seconds > 0 ? scheduled / seconds : 0)
                .orElse(offeredPerSecond);
    }

    /** Whether order within a partition is promised to that subscription; to one that is not known, too. */
    public boolean isOrdered(String subscription) {
        return subscriptions.stream().noneMatch(one -> one.name().equals(subscription) && !one.ordered());
    }

    /** The folder of this trial below {@code trials/}. */
    public String folder() {
        return "%03d-%s".formatted(number, label);
    }
}
