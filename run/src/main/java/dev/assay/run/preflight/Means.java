package dev.assay.run.preflight;

import com.sun.management.OperatingSystemMXBean;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.artifact.Fetch;
import dev.assay.cluster.disk.DiskRequirements;
import dev.assay.cluster.disk.PageCache;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.system.LocalNeeds;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.driver.DriverConfig;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.durability.Fault;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.deployment.ClusterActions;
import dev.assay.run.ssh.SshHost;
import dev.assay.run.ssh.SshPrograms;
import dev.assay.run.stage.AssayInstallation;
import dev.assay.scenario.fleet.Machine;
import dev.assay.worker.wire.SettingsQuestion;
import dev.assay.worker.wire.SettingsQuestion.Answer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds the resources that this machine has for a run, and those that its user can reach. */
public class Means {
    /** The number of ports to find free, more than the nodes of most clusters take. */
    private static final int PORTS = 16;

    private final AssayCache cache;
    private final ProgressListener progress;

    /**
     * @param cache may be locked to some artifacts
     * @param progress reports fetches
     */
    public Means(AssayCache cache, ProgressListener progress) {
        this.cache = cache;
        this.progress = progress;
    }

    Path data() {
        return cache.root();
    }

    /** Returns the memory of the machine, or of the container; 0 where unknown. */
    protected long memoryBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine
                ? machine.getTotalMemorySize()
                : 0;
    }

    protected long heapBytes() {
        return Runtime.getRuntime().maxMemory();
    }

    /** Returns the free bytes where that folder is or will be. */
    protected long freeBytes(Path folder) {
        Path existing = folder.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        try {
            return Files.getFileStore(existing).getUsableSpace();
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT, "the free space for " + folder + " can't be read: " + e.getMessage(), e);
        }
    }

    /** @throws dev.assay.cluster.DeploymentException when a program, a disk or a version of theirs is not here */
    public LocalNeeds servers(TrialSpec trial) {
        DiskRequirements.require(trial.system());
        ClusterFolders folders = new ClusterFolders(cache.root(), cache.root());
        return SystemDeployment.needs(ClusterActions.request(trial, folders), cache, progress);
    }

    /** Returns why a fault can't be injected into such servers; empty where it can, as far as is known without trying. */
    protected Optional<String> refusal(Fault fault) {
        return ClusterActions.refusalHere(fault);
    }

    /** Returns why files can't be made cold; empty where they can. */
    protected Optional<String> refusalToDropPageCache() {
        return new PageCache().refusal();
    }

    /**
     * Returns the fetch of the client that workers use for that system; empty where it needs nothing of the vendor's, or Assay's own files
     * are not known.
     */
    protected Optional<Fetch> client(SystemSpec system) {
        return System.getProperty("assay.dist") == null
                ? Optional.empty()
                : AssayInstallation.running()
                        .clientOf(system)
                        .map(query -> new ArtifactCache(cache, progress).fetchOf(query));
    }

    /**
     * Returns the client's objections to each of these settings, asked in a JVM of its own that connects to nothing; the client is fetched
     * where it is missing. Without a problem where Assay's own files are not known.
     */
    protected Answer objections(SystemSpec system, List<DriverConfig> proposals) {
        if (System.getProperty("assay.dist") == null) {
            return new Answer("", proposals.stream().map(_ -> List.<String>of()).toList());
        }
        List<Path> jars = AssayInstallation.running()
                .workerFor(system, new ArtifactCache(cache, progress))
                .jars();
        return ClientSettings.ask(jars, new SettingsQuestion(proposals));
    }

    /** Throws a {@link dev.assay.cluster.DeploymentException} when there are no free ports on 127.0.0.1. */
    public void ports() {
        FreePorts.RANDOM.take(PORTS);
    }

    /** Throws a {@link CommandFailure} when Assay can't be used on a machine that is reached by ssh. */
    protected void ssh(Machine machine) {
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases())) {
            new SshHost(machine, SshPrograms.ofPath(), supervisor).look();
        } catch (CoordinationException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, String.valueOf(e.getMessage()), e);
        }
    }
}
