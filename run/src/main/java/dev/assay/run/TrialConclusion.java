package dev.assay.run;

import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.cluster.node.Cluster;
import dev.assay.host.ThisMachine;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.EffectiveConfig;
import dev.assay.model.result.Phase;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Timeline;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.coordinator.WorkerIdentity;
import dev.assay.run.directory.TrialWriter;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What is recorded of a trial that finished. */
record TrialConclusion(
        PlannedTrial trial, Cluster cluster, ClusterHistory history, Workers workers, TrialOutcome outcome) {
    /** The record with the verdict on what the files have of the trial. */
    TrialRecord judged(TrialWriter files) {
        TrialRecord facts = facts();
        return facts.judged(VerdictRules.PRESENT.judge(files.stored(facts)));
    }

    private TrialRecord facts() {
        TrialSpec spec = trial.spec();
        EffectiveConfig config = ServerSettings.added(outcome.config(), cluster);
        return new TrialRecord(
                trial.number(),
                trial.label(),
                trial.repetition(),
                trial.dimensions(),
                Secrets.masked(TrialText.keys(spec)),
                identity(),
                spec.effectiveDurability(config, cluster.serverVersion()),
                offeredPerSecond(),
                (int) Math.round(spec.workload().message().meanBytes()),
                outcome.start().instant().toString(),
                outcome.phases(),
                outcome.clockErrorNanos(),
                workers.names(),
                hosts(),
                history,
                subscriptions(spec.workload(), outcome.unordered()),
                outcome.events(),
                new DrainRecord(outcome.drained(), spec.timing().drain().toNanos(), outcome.readings()),
                outcome.delivery(),
                Verdict.PENDING,
                config,
                outcome.steady(),
                outcome.compression().stream().toList());
    }

    /** The mean over the phases that are measured. */
    private double offeredPerSecond() {
        LoadCurve curve = executed().curve();
        List<Phase> measured = outcome.phases().stream().filter(Phase::measured).toList();
        double messages = measured.stream()
                .mapToDouble(phase -> curve.countAt(phase.endNanos()) - curve.countAt(phase.startNanos()))
                .sum();
        double seconds = measured.stream().mapToLong(Phase::lengthNanos).sum() / 1e9;
        return seconds == 0 ? 0 : messages / seconds;
    }

    /** The timeline with the ends that phases came to have. */
    private Timeline executed() {
        Timeline timeline = trial.spec().timeline();
        for (int phase = 0; phase < outcome.phases().size(); phase++) {
            timeline = timeline.withEnd(phase, outcome.phases().get(phase).endNanos());
        }
        return timeline;
    }

    /** The subscriptions of a load, by number. */
    static List<TrialSubscription> subscriptions(Workload workload) {
        return subscriptions(workload, List.of());
    }

    private static List<TrialSubscription> subscriptions(Workload workload, List<Integer> unordered) {
        List<Workload.Subscription> all = workload.allSubscriptions();
        return IntStream.range(0, all.size())
                .mapToObj(number -> new TrialSubscription(
                        all.get(number).name(),
                        all.get(number).readerName(),
                        all.get(number).reader().tails(),
                        !unordered.contains(number)))
                .toList();
    }

    private List<TrialHost> hosts() {
        return TrialHosts.of(outcome.hosts(), new ThisMachine(), cluster.nodes().size());
    }

    private SystemIdentity identity() {
        WorkerIdentity worker = outcome.workers().getFirst();
        return new SystemIdentity(
                trial.spec().system().system(),
                cluster.serverVersion().orElse(trial.spec().system().serverVersion()),
                worker.client(),
                trial.spec().system().deployment().name().toLowerCase(Locale.ROOT),
                cluster.nodes().size());
    }
}
