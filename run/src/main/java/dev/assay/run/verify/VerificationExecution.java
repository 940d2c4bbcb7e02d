package dev.assay.run.verify;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFaults;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.NodeIsolation;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.verification.PositiveControl;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.run.ClusterActions;
import dev.assay.run.Interruption;
import dev.assay.run.RunContext;
import dev.assay.run.RunStage;
import dev.assay.run.WorkerPools;
import dev.assay.run.Workers;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.FaultInjection;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.VerificationRun;
import dev.assay.run.coordinator.VerificationRunner;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.directory.VerificationFolder;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.launch.WorkerDemand;
import dev.assay.run.verify.VerificationConclusion.Struck;
import dev.assay.scenario.verification.FaultTiming;
import dev.assay.scenario.verification.PlannedVerification;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Runs verifications one after the other, each on a cluster of its own that is thrown away afterwards. */
final class VerificationExecution implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** One that sends, and one that reads with a client of its own. */
    private static final int WORKERS = 2;

    private final RunStage.Setting setting;
    private final RunContext context;
    private final SystemDeployment deployment;
    private final String runId;
    private final Map<String, String> checksums = new TreeMap<>();

    /** What was refused before, so that no cluster is started to hear it again. */
    private final Map<Refusable, String> refused = new HashMap<>();

    private record Refusable(String system, Fault fault) {}

    VerificationExecution(RunStage.Setting setting) {
        this.setting = setting;
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
     * Runs one verification and writes it down. A failure of the system makes it inconclusive.
     *
     * @return empty when the run was cancelled meanwhile: that says nothing of the system, and nothing is written down
     * @throws RuntimeException when the same would stand in the way of every other verification
     */
    Optional<VerificationRecord> run(PlannedVerification verification, Optional<PositiveControl> control) {
        VerificationFolder folder = setting.directory().verification(verification.folder());
        VerificationConclusion conclusion = new VerificationConclusion(verification, control);
        VerificationRecord record = attempt(verification, folder, conclusion);
        if (record.evidence().isEmpty() && setting.cancellation().wasCancelled()) {
            return Optional.empty();
        }
        folder.write(record);
        return Optional.of(record);
    }

    private VerificationRecord attempt(
            PlannedVerification verification, VerificationFolder folder, VerificationConclusion conclusion) {
        Optional<String> unreached = unreached(verification);
        if (unreached.isPresent()) {
            return conclusion.refused(unreached.get());
        }
        String known = refused.get(refusable(verification));
        if (known != null) {
            return conclusion.refused(known);
        }
        setting.cancellation().onCancel(new Interruption(context.supervisor()));
        try (Cluster cluster = deployment.start(request(verification, folder))) {
            checksums.putAll(cluster.artifacts());
            Optional<String> refusal = refusal(cluster, verification.fault());
            if (refusal.isPresent()) {
                refused.put(refusable(verification), refusal.get());
                return conclusion.refused(refusal.get());
            }
            return verify(verification, cluster, folder, conclusion);
        } catch (TrialFailedException | InterruptedException e) {
            return conclusion.failed(String.valueOf(e.getMessage()));
        } catch (DeploymentException e) {
            if (e.kind() == DeploymentException.Kind.SYSTEM) {
                return conclusion.failed(String.valueOf(e.getMessage()));
            }
            throw e;
        } catch (CoordinationException e) {
            throw new CommandFailure(dev.assay.run.exit.ExitCode.ENVIRONMENT, String.valueOf(e.getMessage()), e);
        }
    }

    /** Where there is no level to tested, or the system can't be set to the one asked for. */
    private static Optional<String> unreached(PlannedVerification verification) {
        DurabilityStatement durability = verification.durability();
        SystemSpec system = verification.spec().system();
        if (durability.given().isEmpty()) {
            return Optional.of("durability is " + durability);
        }
        return durability.weakened() && !system.reachesAnyLevel()
                ? Optional.of("durability is " + durability + "; " + system.reaching(durability.asked()))
                : Optional.empty();
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

    private static Optional<String> refusal(Cluster cluster, Fault fault) {
        return cluster.faults().isEmpty()
                ? Optional.of("Assay does not run this cluster's nodes, so nothing can befall them")
                : Optional.ofNullable(cluster.faults().get().refused().get(fault));
    }

    private Workers acquire(PlannedVerification verification, VerificationFolder folder)
            throws CoordinationException, InterruptedException {
        return Workers.acquire(
                WorkerPools.here(context),
                new WorkerDemand(WORKERS, verification.spec().system(), folder.logs()),
                context);
    }

    private VerificationRecord verify(
            PlannedVerification verification,
            Cluster cluster,
            VerificationFolder folder,
            VerificationConclusion conclusion)
            throws TrialFailedException, CoordinationException, InterruptedException {
        checksums.putAll(context.workerClassPath(verification.spec().system()).checksums());
        ClusterFaults faults = cluster.faults().orElseThrow();
        try (Workers workers = acquire(verification, folder)) {
            faults.syncDisks();
            VerificationRunner runner = new VerificationRunner();
            setting.cancellation().onCancel(runner::cancel);
            cluster.onFailure(runner::fail);
            ClusterActions actions = new ClusterActions(cluster);
            FaultTiming timing = FaultTiming.of(verification.fault(), verification.seed());
            FaultInjection injection = new FaultInjection(verification.fault(), timing.load(), timing.held(), actions);
            VerificationProgress watch = new VerificationProgress(context.progress());
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
                    new Struck(timing.held(), actions.report()),
                    watch,
                    cluster,
                    two.getFirst().identity());
        }
    }

    @Override
    public void close() {
        setting.cancellation().onCancel(() -> {});
    }
}
