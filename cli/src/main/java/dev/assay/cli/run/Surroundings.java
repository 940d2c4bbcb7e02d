package dev.assay.cli.run;

import dev.assay.cli.run.AssayInstallation.WorkerClassPath;
import dev.assay.cli.terminal.Progress;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.provision.AssayCache;
import dev.assay.provision.artifact.ArtifactCache;
import dev.assay.provision.process.ProcessSupervisor;

/** What every trial of a run finds around it. */
public record Surroundings(
        AssayCache cache,
        ProcessSupervisor supervisor,
        ArtifactCache artifacts,
        AssayInstallation installation,
        Progress progress) {
    /** What a worker for that system is started with. */
    public WorkerClassPath workerClassPath(SystemSpec system) {
        return installation.workerFor(system, artifacts);
    }
}
