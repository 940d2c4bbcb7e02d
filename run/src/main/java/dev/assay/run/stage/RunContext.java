package dev.assay.run.stage;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.driver.LocalClock;
import dev.assay.host.Machine;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.spec.SystemSpec;
import dev.assay.run.event.Progress;
import dev.assay.run.event.TrialAudience;
import dev.assay.run.stage.AssayInstallation.WorkerClassPath;

/**
 * Holds what the stages of a run share.
 *
 * @param machine that coordinates the run
 * @param clock of that machine, which times the trials
 */
public record RunContext(
        AssayCache cache,
        ProcessSupervisor supervisor,
        ArtifactCache artifacts,
        Machine machine,
        LocalClock clock,
        Progress progress,
        TrialAudience audience) {
    /** Returns the files that workers are started from; workers that are running already need none. */
    public AssayInstallation installation() {
        return AssayInstallation.running();
    }

    public WorkerClassPath workerClassPath(SystemSpec system) {
        return installation().workerFor(system, artifacts);
    }
}
