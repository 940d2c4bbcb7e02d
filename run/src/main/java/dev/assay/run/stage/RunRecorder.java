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

/** Keeps {@code run.json} up to date while the run goes on. */
public final class RunRecorder {
    private final RunDirectory directory;
    private RunRecord record;

    /** Writes down what is known from the start on. */
    public RunRecorder(RunDirectory directory, RunRecord record) {
        this.directory = directory;
        this.record = record;
        directory.write(record);
    }

    /** What is known now. */
    public RunRecord record() {
        return record;
    }

    /** Adds what was fetched: coordinates to SHA-256. */
    public void fetched(Map<String, String> checksums) {
        Map<String, String> all = new TreeMap<>(record.artifacts());
        all.putAll(checksums);
        write(record.with(all, PinnedDigests.installed().unpinned(all.keySet())));
    }

    /** A trial was asked for. */
    public void planned(PlannedTrial trial) {
        if (!record.planned().contains(trial.folder())) {
            List<String> all = new ArrayList<>(record.planned());
            all.add(trial.folder());
            write(record.planned(all));
        }
    }

    /** What searches for capacity have found by now. */
    public void searched(List<CapacityRecord> capacities) {
        write(record.searched(capacities));
    }

    /** The experiment asks for no more trials, and says this. */
    public void found(List<String> findings) {
        write(record.found(findings));
    }

    /** Where what was recorded of a trial before it was interrupted has been put, each time. */
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
