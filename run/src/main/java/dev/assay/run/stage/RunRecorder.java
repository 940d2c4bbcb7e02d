package dev.assay.run.stage;

import dev.assay.cluster.artifact.PinnedDigests;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.RunResume.SetAside;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps {@code run.json} up to date during the run. */
public final class RunRecorder {
    private final RunDirectory directory;
    private RunRecord record;

    public RunRecorder(RunDirectory directory, RunRecord record) {
        this.directory = directory;
        this.record = record;
        directory.write(record);
    }

    public RunRecord record() {
        return record;
    }

    /** Adds the SHA-256 of fetched artifacts, by coordinates. */
    public void fetched(Map<String, String> checksums) {
        Map<String, String> all = new TreeMap<>(record.artifacts());
        all.putAll(checksums);
        write(record.with(all, PinnedDigests.installed().unpinned(all.keySet())));
    }

    public void planned(PlannedTrial trial) {
        if (!record.planned().contains(trial.folder())) {
            List<String> all = new ArrayList<>(record.planned());
            all.add(trial.folder());
            write(record.planned(all));
        }
    }

    /** Replaces the results so far of searches for capacity. */
    public void searched(List<CapacityRecord> capacities) {
        write(record.searched(capacities));
    }

    /** Adds the findings of an experiment that asks for no more trials. */
    public void addFindings(List<String> findings) {
        write(record.withFindings(findings));
    }

    /** Returns where the records of a trial's interrupted attempts were put. */
    public List<String> interruptionsOf(PlannedTrial trial) {
        return record.resumes().stream()
                .flatMap(resume -> resume.setAside().stream())
                .filter(aside -> aside.folder().equals("trials/" + trial.folder()))
                .map(SetAside::to)
                .toList();
    }

    private void write(RunRecord now) {
        if (!now.equals(record)) {
            record = now;
            directory.write(now);
        }
    }
}
