package dev.assay.run.verify;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFaults;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FaultReport;
import dev.assay.cluster.node.NodeIsolation;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.RecheckRecord.Outcome;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialStage;
import dev.assay.model.verification.Accounting;
import dev.assay.model.verification.FaultPlan;
import dev.assay.model.verification.PartitionLeaders;
import dev.assay.model.verification.PositiveControl;
import dev.assay.model.verification.VerificationEvidence;
import dev.assay.model.verification.VerificationEvidence.FaultMoment;
import dev.assay.model.verification.VerificationEvidence.Service;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.model.verification.VerificationVerdict;
import dev.assay.model.verification.VerificationVerdict.Reading;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.FaultInjection;
import dev.assay.run.coordinator.IntervalSink;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.VerificationRun;
import dev.assay.run.coordinator.VerificationRun.Moments;
import dev.assay.run.coordinator.VerificationRunner;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerIdentity;
import dev.assay.run.deployment.ClusterActions;
import dev.assay.run.deployment.ServerSettings;
import dev.assay.run.event.Progress;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.run.stage.Interruption;
import dev.assay.run.stage.Plugins;
import dev.assay.run.stage.RunContext;
import dev.assay.run.stage.RunStage;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.run.workers.WorkerDemand;
import dev.assay.run.workers.WorkerPools;
import dev.assay.run.workers.Workers;
import dev.assay.scenario.verification.FaultTiming;
import dev.assay.scenario.verification.PlannedVerification;
import dev.assay.store.VerificationFolder;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Runs verifications one after the other, each on a cluster of its own that is thrown away afterwards. */
final class Verification implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final RunStage.Setting setting;
    private final WorkerChoice choice;
    private final RunContext context;
    private final SystemDeployment deployment;
    private final String runId;
    private final Map<String, String> checksums = new TreeMap<>();

    /** Earlier refusals, so that no cluster is started to be refused again. */
    private final Map<Refusable, String> refused = new HashMap<>();

    private record Refusable(String system, Fault fault) {}

    Verification(RunStage.Setting setting, WorkerChoice choice) {
        this.setting = setting;
        this.choice = choice;
        this.context = setting.context();
        this.deployment = new SystemDeployment(context.cache(), context.supervisor(), context.progress());
        byte[] id = new byte[4];
        RANDOM.nextBytes(id);
        this.runId = HexFormat.of().formatHex(id);
    }

    Map<String, String> checksums() {
        return checksums;
    }

    /**
     * Runs one verification and records it. A failure of the system makes it inconclusive.
     *
     * @return null when the run was cancelled meanwhile: that says nothing of the system, and nothing is recorded
     * @throws RuntimeException when the same would stand in the way of every other verification
     */
    @Nullable
    VerificationRecord run(PlannedVerification verification, Optional<PositiveControl> control) {
        VerificationFolder folder = setting.directory().verification(verification.folder());
        Conclusion conclusion = new Conclusion(verification, control);
        VerificationRecord record = attempt(verification, folder, conclusion);
        if (record.evidence().isEmpty() && setting.cancellation().wasCancelled()) {
            return null;
        }
        folder.write(record);
        return record;
    }

    private VerificationRecord attempt(
            PlannedVerification verification, VerificationFolder folder, Conclusion conclusion) {
        String unreached = unreached(verification);
        if (unreached != null) {
            return conclusion.refused(unreached);
        }
        String known = refused.get(refusable(verification));
        if (known != null) {
            return conclusion.refused(known);
        }
        setting.cancellation().onCancel(new Interruption(context.supervisor()));
        try (Cluster cluster = deployment.start(request(verification, folder))) {
            checksums.putAll(cluster.artifacts());
            checksums.putAll(Plugins.checksums(verification.spec().system().system()));
            String refusal = new ClusterActions(cluster).refusal(verification.fault());
            if (refusal != null) {
                refused.put(refusable(verification), refusal);
                return conclusion.refused(refusal);
            }
            return verify(verification, cluster, folder, conclusion);
        } catch (TrialFailedException | InterruptedException e) {
            return conclusion.failed(String.valueOf(e.getMessage()));
        } catch (DeploymentException e) {
            if (e.exitCode() == ExitCode.SYSTEM_UNDER_TEST) {
                return conclusion.failed(String.valueOf(e.getMessage()));
            }
            throw e;
        } catch (CoordinationException e) {
            throw new CommandFailure(dev.assay.model.exit.ExitCode.ENVIRONMENT, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Returns why the verification is not run: it has no level to test, or the system can't be set to the level asked for; null where it
     * is run.
     */
    private static @Nullable String unreached(PlannedVerification verification) {
        DurabilityStatement durability = verification.durability();
        SystemSpec system = verification.spec().system();
        if (durability.given().isEmpty()) {
            return "durability is " + durability;
        }
        return durability.weakened() && !system.reachesAnyLevel()
                ? "durability is " + durability + "; " + system.reaching(durability.asked())
                : null;
    }

    private ClusterRequest request(PlannedVerification verification, VerificationFolder folder) {
        return new ClusterRequest(
                verification.spec().system(),
                verification.spec().settings(),
                verification.spec().durability(),
                ClusterFolders.of(folder.logs(), context.cache()),
                NodeIsolation.forFaults(List.of(verification.fault())));
    }

    private static Refusable refusable(PlannedVerification verification) {
        return new Refusable(verification.spec().system().system(), verification.fault());
    }

    private Workers acquire(PlannedVerification verification, VerificationFolder folder)
            throws CoordinationException, InterruptedException {
        return Workers.acquire(
                WorkerPools.of(choice, context),
                new WorkerDemand(VerificationStage.WORKERS, verification.spec().system(), folder.logs()),
                context);
    }

    private VerificationRecord verify(
            PlannedVerification verification, Cluster cluster, VerificationFolder folder, Conclusion conclusion)
            throws TrialFailedException, CoordinationException, InterruptedException {
        checksums.putAll(context.workerClassPath(verification.spec().system()).checksums());
        ClusterFaults faults = cluster.faults().orElseThrow();
        try (Workers workers = acquire(verification, folder)) {
            faults.syncDisks();
            VerificationRunner runner = new VerificationRunner();
            setting.cancellation().onCancel(runner::cancel);
            cluster.onFailure(runner::fail);
            ClusterActions actions =
                    new ClusterActions(cluster, verification.timing().node());
            FaultTiming timing = verification.timing();
            FaultInjection injection = new FaultInjection(verification.fault(), timing.load(), timing.held(), actions);
            FaultProgress watch = new FaultProgress(context.progress());
            List<WorkerConnection> two = workers.connections();
            VerificationRun run = runner.run(
                    new TrialRequest(verification.load(), runId, RANDOM.nextInt(), cluster.connection()),
                    two.get(0),
                    two.get(1),
                    injection,
                    watch);
            workers.keepClasses();
            return conclusion.finished(
                    run,
                    new Conclusion.Injected(timing.held(), actions.report()),
                    watch,
                    cluster,
                    two.getFirst().identity());
        }
    }

    @Override
    public void close() {
        setting.cancellation().onCancel(() -> {});
    }

    private static final class Conclusion {
        private final PlannedVerification verification;
        private final Optional<PositiveControl> control;
        private final String startedAt = Instant.now().toString();

        Conclusion(PlannedVerification verification, Optional<PositiveControl> control) {
            this.verification = verification;
            this.control = control;
        }

        private DurabilityClaim claim(DurabilityLevel level) {
            return DurabilityClaim.of(
                    level, verification.fault(), verification.spec().system().copies());
        }

        /**
         * @param held how long the fault was to last
         * @param report of the fault; null where it was not injected
         */
        record Injected(Duration held, @Nullable FaultReport report) {}

        VerificationRecord refused(String reason) {
            return without(new VerificationVerdict(VerificationOutcome.REFUSED, reason));
        }

        /** Returns the record of a verification that did not finish, which is inconclusive. */
        VerificationRecord failed(String reason) {
            return without(new VerificationVerdict(
                    VerificationOutcome.INCONCLUSIVE,
                    "it did not finish: " + ProcessRedactor.known().masked(reason)));
        }

        private VerificationRecord without(VerificationVerdict verdict) {
            SystemSpec system = verification.spec().system();
            return record(
                    verdict,
                    identity(system.serverVersion(), system.clientVersion(), 0),
                    new Seen(verification.durability(), null, EffectiveConfig.NONE));
        }

        VerificationRecord finished(
                VerificationRun run, Injected injected, FaultProgress watch, Cluster cluster, WorkerIdentity worker) {
            Moments moments = run.service();
            VerificationEvidence evidence = new VerificationEvidence(
                    Accounting.of(run.delivery()),
                    moment(moments, injected.report(), run.config()),
                    new Service(
                            moments.silenceNanos(),
                            moments.resolutionNanos(),
                            moments.served(),
                            watch.longestWaitSince(moments.injectedNanos()),
                            moments.recoveredNanos() - moments.injectedNanos(),
                            injected.held().toNanos()));
            EffectiveConfig config = ServerSettings.added(run.config(), cluster, verification.spec());
            DurabilityStatement durability = verification.spec().effectiveDurability(config, cluster.serverVersion());
            DurabilityClaim claim = claim(durability.given().orElse(verification.level()));
            Reading reading = new Reading(
                    run.reading().outcome() == Outcome.COMPLETE, run.reading().detail());
            VerificationVerdict verdict = verification.control()
                    ? VerificationVerdict.ofControl(claim, evidence, reading)
                    : VerificationVerdict.of(claim, verification.fault(), evidence, reading, control);
            return record(
                    verdict,
                    identity(
                            cluster.serverVersion()
                                    .orElse(verification.spec().system().serverVersion()),
                            worker.client(),
                            cluster.nodes().size()),
                    new Seen(durability, evidence, config));
        }

        private static FaultMoment moment(Moments moments, @Nullable FaultReport report, EffectiveConfig config) {
            LoadTotals counts = moments.atInjection();
            Map<String, String> details = new LinkedHashMap<>(report == null ? Map.of() : report.details());
            PartitionLeaders.of(config).ifPresent(leaders -> details.put(FaultMoment.LEADERS, leaders.toString()));
            return new FaultMoment(
                    report == null ? List.of() : report.nodes(),
                    report == null ? "" : report.at().toString(),
                    moments.injectedNanos(),
                    moments.sinceAckNanos(),
                    counts.acked(),
                    counts.sent() - counts.acked() - counts.failed(),
                    details);
        }

        private SystemIdentity identity(String version, String client, int nodes) {
            SystemSpec system = verification.spec().system();
            return new SystemIdentity(
                    system.system(), version, client, system.deployment().name().toLowerCase(Locale.ROOT), nodes);
        }

        private record Seen(
                DurabilityStatement durability, @Nullable VerificationEvidence evidence, EffectiveConfig config) {}

        private VerificationRecord record(VerificationVerdict verdict, SystemIdentity system, Seen seen) {
            return new VerificationRecord(
                    new TrialIdentity(
                            verification.number(),
                            verification.label(),
                            verification.repetition(),
                            verification.dimensions()),
                    new FaultPlan(
                            ProcessRedactor.keys(verification.spec()),
                            verification.fault(),
                            claim(seen.durability().given().orElse(verification.level())),
                            verification.control(),
                            verification.seed()),
                    system,
                    seen.durability(),
                    seen.config(),
                    startedAt,
                    verdict.outcome(),
                    verdict.reason(),
                    Optional.ofNullable(seen.evidence()));
        }
    }

    /** Shows the progress of a verification, and records how long messages waited for their acknowledgement. */
    private static final class FaultProgress implements IntervalSink {
        private final Progress progress;
        /** Response times by the end of each interval, in nanoseconds from the start of the load. */
        private final TreeMap<Long, Long> longestResponseNanos = new TreeMap<>();

        FaultProgress(Progress progress) {
            this.progress = progress;
        }

        @Override
        public void on(TrialEvent event) {
            if (event instanceof TrialStage stage) {
                progress.stage(stage);
            } else if (event instanceof TrialEvent.Interval(WorkerInterval interval)) {
                add(interval);
            }
        }

        private void add(WorkerInterval interval) {
            long longest = interval.histograms().stream()
                    .filter(recorded -> recorded.metric() == LatencyMetric.RESPONSE)
                    .map(IntervalHistogram::histogram)
                    .mapToLong(histogram -> histogram.getMaxValue())
                    .max()
                    .orElse(0);
            longestResponseNanos.merge(interval.endNanos(), longest, Math::max);
        }

        /** Returns the longest response time that became known from that moment of the load on; 0 when there is none. */
        long longestWaitSince(long loadNanos) {
            return longestResponseNanos.tailMap(loadNanos).values().stream()
                    .mapToLong(Long::longValue)
                    .max()
                    .orElse(0);
        }
    }
}
