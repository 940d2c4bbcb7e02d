package dev.assay.cli.verify;

import dev.assay.cli.run.DurabilityInForce;
import dev.assay.cli.run.Secrets;
import dev.assay.cli.run.ServerSettings;
import dev.assay.core.durability.DurabilityClaim;
import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.proof.Accounting;
import dev.assay.core.proof.Control;
import dev.assay.core.proof.Evidence;
import dev.assay.core.proof.Evidence.Cut;
import dev.assay.core.proof.Evidence.Service;
import dev.assay.core.proof.Judgement;
import dev.assay.core.proof.PlannedProof;
import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.proof.ProofRecord;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.SystemIdentity;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.core.scenario.text.TrialText;
import dev.assay.fleet.coordinator.ProofRun;
import dev.assay.fleet.coordinator.ProofRun.Moments;
import dev.assay.fleet.coordinator.WorkerIdentity;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.FaultReport;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is written down of a proof, however it ended. */
final class ProofConclusion {
    private final PlannedProof proof;
    private final Optional<Control> control;
    private final String startedAt = Instant.now().toString();

    ProofConclusion(PlannedProof proof, Optional<Control> control) {
        this.proof = proof;
        this.control = control;
    }

    private DurabilityClaim claim(DurabilityLevel level) {
        return DurabilityClaim.of(level, proof.fault(), proof.spec().system().copies());
    }

    ProofRecord refused(String reason) {
        return without(new Judgement(ProofOutcome.REFUSED, reason));
    }

    /** It came to no end, so it says nothing. */
    ProofRecord failed(String reason) {
        return without(new Judgement(ProofOutcome.INCONCLUSIVE, "it came to no end: " + reason));
    }

    private ProofRecord without(Judgement judgement) {
        SystemSpec system = proof.spec().system();
        return record(
                judgement,
                identity(system.serverVersion(), system.clientVersion(), 0),
                new Seen(proof.durability(), Optional.empty(), EffectiveConfig.NONE));
    }

    ProofRecord finished(
            ProofRun run, ClusterFaultInjection injection, ProofWatch watch, Cluster cluster, WorkerIdentity worker) {
        Moments moments = run.service();
        Evidence evidence = new Evidence(
                Accounting.of(run.delivery()),
                cut(moments, injection.report()),
                new Service(
                        moments.silenceNanos(),
                        moments.resolutionNanos(),
                        moments.served(),
                        watch.longestWaitSince(moments.injectedNanos()),
                        moments.healedNanos() - moments.injectedNanos(),
                        injection.held().toNanos()));
        EffectiveConfig config = ServerSettings.added(run.config(), cluster);
        DurabilityStatement durability = DurabilityInForce.of(proof.spec(), config, cluster);
        DurabilityClaim claim = claim(durability.given().orElse(proof.level()));
        Judgement judgement = proof.control()
                ? Judgement.ofControl(claim, evidence)
                : Judgement.of(claim, proof.fault(), evidence, control);
        return record(
                judgement,
                identity(
                        cluster.serverVersion().orElse(proof.spec().system().serverVersion()),
                        worker.client(),
                        cluster.nodes().size()),
                new Seen(durability, Optional.of(evidence), config));
    }

    private static Cut cut(Moments moments, Optional<FaultReport> report) {
        LoadTotals then = moments.atInjection();
        return new Cut(
                report.map(FaultReport::nodes).orElse(List.of()),
                report.map(done -> done.at().toString()).orElse(""),
                moments.injectedNanos(),
                moments.sinceAckNanos(),
                then.acked(),
                then.sent() - then.acked() - then.failed(),
                report.map(FaultReport::details).orElse(Map.of()));
    }

    private SystemIdentity identity(String version, String client, int nodes) {
        SystemSpec system = proof.spec().system();
        return new SystemIdentity(
                system.system(), version, client, system.deployment().name().toLowerCase(Locale.ROOT), nodes);
    }

    /** What was found of the system, as far as it came to that. */
    private record Seen(DurabilityStatement durability, Optional<Evidence> evidence, EffectiveConfig config) {}

    private ProofRecord record(Judgement judgement, SystemIdentity system, Seen seen) {
        return new ProofRecord(
                proof.number(),
                proof.label(),
                proof.repetition(),
                proof.control(),
                proof.dimensions(),
                Secrets.masked(TrialText.keys(proof.spec())),
                system,
                seen.durability(),
                proof.fault(),
                claim(seen.durability().given().orElse(proof.level())),
                proof.seed(),
                startedAt,
                judgement.outcome(),
                judgement.reason(),
                seen.evidence(),
                seen.config());
    }
}
