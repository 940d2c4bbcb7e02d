package dev.assay.cli.run;

import dev.assay.analysis.verdict.EvidenceCollector;
import dev.assay.analysis.verdict.Judge;
import dev.assay.analysis.verdict.TrialFacts;
import dev.assay.coordination.coordinator.TrialOutcome;
import dev.assay.coordination.coordinator.WorkerIdentity;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.result.SystemIdentity;
import dev.assay.core.result.TrialHost;
import dev.assay.core.result.TrialRecord;
import dev.assay.core.result.Verdict;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.core.scenario.text.TrialText;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.host.ThisMachine;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is recorded of a trial that finished. */
record TrialConclusion(PlannedTrial trial, Cluster cluster, Workers workers, TrialOutcome outcome) {
    TrialRecord record(EvidenceCollector evidence) {
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
                spec.workload().rate().perSecond(),
                spec.workload().message().size().asInt(),
                outcome.start().instant().toString(),
                outcome.phases(),
                outcome.clockErrorNanos(),
                workers.names(),
                hosts(),
                outcome.delivery(),
                verdict(evidence),
                config);
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

    private Verdict verdict(EvidenceCollector evidence) {
        TrialFacts facts = new TrialFacts(
                trial.spec().workload().rate().perSecond(),
                trial.spec().workload().message().size().asInt(),
                outcome.phases(),
                outcome.delivery(),
                new TrialFacts.Drain(outcome.drained(), trial.spec().timing().drain()),
                trial.spec().durability().localSync(),
                outcome.clockErrorNanos(),
                hosts(),
                Optional.empty());
        Map<String, Integer> cores =
                outcome.workers().stream().collect(Collectors.toMap(WorkerIdentity::name, WorkerIdentity::cores));
        return Judge.judge(evidence.conclude(facts, cores));
    }
}
