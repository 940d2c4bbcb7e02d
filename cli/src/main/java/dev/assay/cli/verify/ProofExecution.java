package dev.assay.cli.verify;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.run.Interruption;
import dev.assay.cli.run.RunPart;
import dev.assay.cli.run.RunRequest.WorkerChoice;
import dev.assay.cli.run.Surroundings;
import dev.assay.cli.run.Workers;
import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.durability.Fault;
import dev.assay.core.proof.Control;
import dev.assay.core.proof.CutMoment;
import dev.assay.core.proof.PlannedProof;
import dev.assay.core.proof.ProofRecord;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.fleet.coordinator.FleetException;
import dev.assay.fleet.coordinator.ProofRun;
import dev.assay.fleet.coordinator.ProofRunner;
import dev.assay.fleet.coordinator.TrialFailedException;
import dev.assay.fleet.coordinator.TrialRequest;
import dev.assay.fleet.coordinator.WorkerConnection;
import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFaults;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.cluster.NodeIsolation;
import dev.assay.provision.deploy.ClusterRequest;
import dev.assay.provision.deploy.SystemDeployment;
import dev.assay.store.ProofFolder;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes proofs one after the other, each on a cluster of its own that is thrown away afterwards. */
final class ProofExecution implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** One sends, the other reads. */
    private static final WorkerChoice TWO = new WorkerChoice(2, List.of(), Optional.empty(), Optional.empty());

    private final RunPart.Setting setting;
    private final Surroundings surroundings;
    private final SystemDeployment deployment;
    private final String runId;
    private final Map<String, String> checksums = new TreeMap<>();

    /** What was refused before, so that no cluster is started to hear it again. */
    private final Map<Refusable, String> refused = new HashMap<>();

    private record Refusable(String system, Fault fault) {}

    ProofExecution(RunPart.Setting setting) {
        this.setting = setting;
        this.surroundings = setting.surroundings();
        this.deployment =
                new SystemDeployment(surroundings.cache(), surroundings.supervisor(), surroundings.progress());
        byte[] id = new byte[4];
        RANDOM.nextBytes(id);
        this.runId = HexFormat.of().formatHex(id);
    }

    Map<String, String> checksums() {
        return checksums;
    }

    /**
     * Makes one proof and writes it down. What befalls the system makes it inconclusive.
     *
     * @throws RuntimeException when the same would stand in the way of every other proof
     */
    ProofRecord run(PlannedProof proof, Optional<Control> control) {
        ProofFolder folder = setting.directory().proof(proof.folder());
        ProofConclusion conclusion = new ProofConclusion(proof, control);
        ProofRecord record = attempt(proof, folder, conclusion);
        folder.write(record);
        return record;
    }

    private ProofRecord attempt(PlannedProof proof, ProofFolder folder, ProofConclusion conclusion) {
        Optional<String> unreached = unreached(proof);
        if (unreached.isPresent()) {
            return conclusion.refused(unreached.get());
        }
        String known = refused.get(refusable(proof));
        if (known != null) {
            return conclusion.refused(known);
        }
        setting.cancellation().onCancel(new Interruption(surroundings.supervisor()));
        try (Cluster cluster = deployment.start(request(proof, folder))) {
            checksums.putAll(cluster.artifacts());
            Optional<String> refusal = refusal(cluster, proof.fault());
            if (refusal.isPresent()) {
                refused.put(refusable(proof), refusal.get());
                return conclusion.refused(refusal.get());
            }
            return prove(proof, cluster, folder, conclusion);
        } catch (TrialFailedException | InterruptedException e) {
            return conclusion.failed(String.valueOf(e.getMessage()));
        } catch (ProvisionException e) {
            if (e.kind() == ProvisionException.Kind.SYSTEM) {
                return conclusion.failed(String.valueOf(e.getMessage()));
            }
            throw e;
        } catch (FleetException e) {
            throw new CommandFailure(dev.assay.cli.exit.ExitCode.ENVIRONMENT, String.valueOf(e.getMessage()), e);
        }
    }

    /** Where there is no level to put to the test, or the system can't be set to the one asked for. */
    private static Optional<String> unreached(PlannedProof proof) {
        DurabilityStatement durability = proof.durability();
        SystemSpec system = proof.spec().system();
        if (durability.given().isEmpty()) {
            return Optional.of("durability is " + durability);
        }
        return durability.undone() && !system.reachesAnyLevel()
                ? Optional.of("durability is " + durability + "; " + system.reaching(durability.asked()))
                : Optional.empty();
    }

    private ClusterRequest request(PlannedProof proof, ProofFolder folder) {
        return new ClusterRequest(
                proof.spec().system(),
                proof.spec().settings(),
                proof.spec().durability(),
                ClusterFolders.of(folder.logs(), surroundings.cache()),
                NodeIsolation.forFaults(List.of(proof.fault())));
    }

    private static Refusable refusable(PlannedProof proof) {
        return new Refusable(proof.spec().system().system(), proof.fault());
    }

    private static Optional<String> refusal(Cluster cluster, Fault fault) {
        return cluster.faults().isEmpty()
                ? Optional.of("Assay does not run this cluster's nodes, so nothing can befall them")
                : Optional.ofNullable(cluster.faults().get().refused().get(fault));
    }

    private ProofRecord prove(PlannedProof proof, Cluster cluster, ProofFolder folder, ProofConclusion conclusion)
            throws TrialFailedException, FleetException, InterruptedException {
        checksums.putAll(surroundings.workerClassPath(proof.spec().system()).checksums());
        ClusterFaults faults = cluster.faults().orElseThrow();
        try (Workers workers = Workers.start(TWO, proof.load(), surroundings, folder.logs())) {
            faults.syncDisks();
            ProofRunner runner = new ProofRunner();
            setting.cancellation().onCancel(runner::cancel);
            cluster.onFailure(runner::fail);
            ClusterFaultInjection injection =
                    new ClusterFaultInjection(faults, proof.fault(), CutMoment.of(proof.fault(), proof.seed()));
            ProofWatch watch = new ProofWatch(surroundings.progress());
            List<WorkerConnection> two = workers.connections();
            ProofRun run = runner.run(
                    new TrialRequest(proof.load(), runId, RANDOM.nextInt(), cluster.connection()),
                    two.get(0),
                    two.get(1),
                    injection,
                    watch);
            workers.keepClasses();
            return conclusion.finished(
                    run, injection, watch, cluster, two.getFirst().identity());
        }
    }

    @Override
    public void close() {
        setting.cancellation().onCancel(() -> {});
    }
}
