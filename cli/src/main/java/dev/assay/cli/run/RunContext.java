package dev.assay.cli.run;

import dev.assay.cli.run.AssayInstallation.WorkerClassPath;
import dev.assay.cli.terminal.Progress;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.deployment.AssayCache;
import dev.assay.deployment.artifact.ArtifactCache;
import dev.assay.host.process.ProcessSupervisor;

/** What every trial of a run finds around it. */
public record RunContext(
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
