package dev.assay.analysis;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.LostWorker;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialCourse;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialPlan;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSetup;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Builds the record of a trial; a test changes the fields that it is about. */
public final class RecordedTrial {
    public int number = 1;
    public int nodes = 0;
    public List<Phase> phases = List.of();
    public Delivery delivery = new Delivery(0, 0, 0, 0, 0, 0, List.of(), List.of());
    public DrainRecord drain = new DrainRecord(true, 1_000_000_000L, List.of());
    public DurabilityLevel durability = DurabilityLevel.LEVEL_4;

    public Optional<DurabilityLevel> given = Optional.empty();

    public boolean known = true;

    public Map<String, String> resolved = Map.of();
    public String deployment = "local";
    public EffectiveConfig config = EffectiveConfig.NONE;
    public long clockErrorNanos = 0;
    public int repetition = 1;
    public double offeredPerSecond = 1000;
    public List<TrialHost> hosts = List.of();
    public List<TrialSubscription> subscriptions = List.of(new TrialSubscription("s1", "tail", true));
    public List<ExecutedEvent> events = List.of();
    public Workload workload = Workload.usual();
    public ResultStatistics result = ResultStatistics.DEFAULT;
    public NodeDisks disks = NodeDisks.USUAL;
    public OptionalInt processors = OptionalInt.empty();
    public Verdict verdict = Verdict.PENDING;
    public List<SteadyRecord> steady = List.of();
    public List<LostWorker> lostWorkers = List.of();
    public List<FailureCount> failures = List.of();

    public TrialRecord record() {
        return new TrialRecord(
                new TrialIdentity(number, "t", repetition, Map.of()),
                new TrialPlan(resolved, workload, result, disks, processors, offeredPerSecond, 100),
                new TrialSetup(
                        new SystemIdentity("memory", "built-in", "none", deployment, nodes),
                        known
                                ? DurabilityStatement.giving(
                                        durability, given.orElse(durability), List.of("as read back"))
                                : DurabilityStatement.notKnown(durability, "nobody tells"),
                        config,
                        ClusterHistory.UNKNOWN,
                        List.of("w1"),
                        hosts,
                        clockErrorNanos),
                new TrialCourse(
                        "2026-11-21T10:15:00Z",
                        phases,
                        events,
                        steady,
                        subscriptions,
                        drain,
                        delivery,
                        List.of(),
                        lostWorkers,
                        failures),
                verdict);
    }
}
