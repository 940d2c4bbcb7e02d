package dev.assay.run.verify;

import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.FaultReport;
import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.EffectiveConfig;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.verification.Accounting;
import dev.assay.model.verification.PositiveControl;
import dev.assay.model.verification.VerificationEvidence;
import dev.assay.model.verification.VerificationEvidence.FaultMoment;
import dev.assay.model.verification.VerificationEvidence.Service;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.model.verification.VerificationVerdict;
import dev.assay.run.HiddenValues;
import dev.assay.run.Secrets;
import dev.assay.run.ServerSettings;
import dev.assay.run.coordinator.VerificationRun;
import dev.assay.run.coordinator.VerificationRun.Moments;
import dev.assay.run.coordinator.WorkerIdentity;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.verification.PlannedVerification;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is recorded of a verification, however it ended. */
final class VerificationConclusion {
    private final PlannedVerification verification;
    private final Optional<PositiveControl> control;
    private final String startedAt = Instant.now().toString();

    VerificationConclusion(PlannedVerification verification, Optional<PositiveControl> control) {
        this.verification = verification;
        this.control = control;
    }

    private DurabilityClaim claim(DurabilityLevel level) {
        return DurabilityClaim.of(
                level, verification.fault(), verification.spec().system().copies());
    }

    /**
     * What befell the cluster.
     *
     * @param held how long the fault was to last
     * @param report what was done; empty where it never came to that
     */
    record Struck(Duration held, Optional<FaultReport> report) {}

    VerificationRecord refused(String reason) {
        return without(new VerificationVerdict(VerificationOutcome.REFUSED, reason));
    }

    /** It did not finish, so it says nothing. */
    VerificationRecord failed(String reason) {
        return without(new VerificationVerdict(
                VerificationOutcome.INCONCLUSIVE,
                "it did not finish: " + HiddenValues.known().masked(reason)));
    }

    private VerificationRecord without(VerificationVerdict verdict) {
        SystemSpec system = verification.spec().system();
        return record(
                verdict,
                identity(system.serverVersion(), system.clientVersion(), 0),
                new Seen(verification.durability(), Optional.empty(), EffectiveConfig.NONE));
    }

    VerificationRecord finished(
            VerificationRun run, Struck struck, VerificationProgress watch, Cluster cluster, WorkerIdentity worker) {
        Moments moments = run.service();
        VerificationEvidence evidence = new VerificationEvidence(
                Accounting.of(run.delivery()),
                moment(moments, struck.report()),
                new Service(
                        moments.silenceNanos(),
                        moments.resolutionNanos(),
                        moments.served(),
                        watch.longestWaitSince(moments.injectedNanos()),
                        moments.healedNanos() - moments.injectedNanos(),
                        struck.held().toNanos()));
        EffectiveConfig config = ServerSettings.added(run.config(), cluster);
        DurabilityStatement durability = verification.spec().effectiveDurability(config, cluster.serverVersion());
        DurabilityClaim claim = claim(durability.given().orElse(verification.level()));
        VerificationVerdict verdict = verification.control()
                ? VerificationVerdict.ofControl(claim, evidence)
                : VerificationVerdict.of(claim, verification.fault(), evidence, control);
        return record(
                verdict,
                identity(
                        cluster.serverVersion()
                                .orElse(verification.spec().system().serverVersion()),
                        worker.client(),
                        cluster.nodes().size()),
                new Seen(durability, Optional.of(evidence), config));
    }

    private static FaultMoment moment(Moments moments, Optional<FaultReport> report) {
        LoadTotals then = moments.atInjection();
        return new FaultMoment(
                report.map(FaultReport::nodes).orElse(List.of()),
                report.map(done -> done.at().toString()).orElse(""),
                moments.injectedNanos(),
                moments.sinceAckNanos(),
                then.acked(),
                then.sent() - then.acked() - then.failed(),
                report.map(FaultReport::details).orElse(Map.of()));
    }

    private SystemIdentity identity(String version, String client, int nodes) {
        SystemSpec system = verification.spec().system();
        return new SystemIdentity(
                system.system(), version, client, system.deployment().name().toLowerCase(Locale.ROOT), nodes);
    }

    /** What was found of the system, as far as it came to that. */
    private record Seen(
            DurabilityStatement durability, Optional<VerificationEvidence> evidence, EffectiveConfig config) {}

    private VerificationRecord record(VerificationVerdict verdict, SystemIdentity system, Seen seen) {
        return new VerificationRecord(
                verification.number(),
                verification.label(),
                verification.repetition(),
                verification.control(),
                verification.dimensions(),
                Secrets.masked(TrialText.keys(verification.spec())),
                system,
                seen.durability(),
                verification.fault(),
                claim(seen.durability().given().orElse(verification.level())),
                verification.seed(),
                startedAt,
                verdict.outcome(),
                verdict.reason(),
                seen.evidence(),
                seen.config());
    }
}
