package dev.assay.run.stage;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.spec.SystemSpec;
import dev.assay.run.event.Progress;
import dev.assay.run.event.TrialAudience;
import dev.assay.run.stage.AssayInstallation.WorkerClassPath;

public record RunContext(
        AssayCache cache,
        ProcessSupervisor supervisor,
        ArtifactCache artifacts,
        AssayInstallation installation,
        Progress progress,
        TrialAudience audience) {
    public WorkerClassPath workerClassPath(SystemSpec system) {
        return installation.workerFor(system, artifacts);
    }
}
