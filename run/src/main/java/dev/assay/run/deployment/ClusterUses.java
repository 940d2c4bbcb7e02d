package dev.assay.run.deployment;

import dev.assay.model.result.ClusterHistory;
import dev.assay.model.spec.SystemSpec;
import dev.assay.scenario.plan.PlannedTrial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Records which trials of a run have had the current cluster, and since when it was ready. */
final class ClusterUses {
    /** Every trial, those of earlier processes of the run included: clusters that others run are still up after such a process. */
    private final List<Use> all = new ArrayList<>();
    /** Folders of the trials on the current cluster, the present one last. */
    private final List<String> present = new ArrayList<>();

    private @Nullable Instant ready;
    private @Nullable Instant deleted;

    private boolean inWorkers;
    private boolean startedByRun;
    private ClusterHistory.@Nullable WarmUp warmUp;

    private record Use(SystemSpec system, String folder, Instant started) {}

    void remember(PlannedTrial trial, String folder, Instant started) {
        all.add(new Use(trial.spec().system(), folder, started));
    }

    /** Adds a new cluster, which ends with the run at the latest. */
    void started(Instant at) {
        deleted = null;
        begin(at, false);
        startedByRun = true;
    }

    /** Records that the system is made anew in the worker of each trial. */
    void startedInWorkers() {
        begin(null, true);
    }

    /**
     * Adds a cluster that was up before, and may have been measured by this run before. Trials with equal keys of the system had the same
     * one, unless it is newer than they are.
     *
     * @param since when it was ready; null where others run it
     */
    void joined(SystemSpec system, @Nullable Instant since) {
        begin(since, false);
        all.stream()
                .filter(use -> use.system().equals(system))
                .filter(use -> since == null || use.started().isAfter(since))
                .map(Use::folder)
                .forEach(present::add);
    }

    private void begin(@Nullable Instant since, boolean workers) {
        present.clear();
        ready = since;
        inWorkers = workers;
        startedByRun = false;
        warmUp = null;
    }

    /** Returns whether the cluster was started by this run, and the present trial is the first on it. */
    boolean isNew() {
        return startedByRun && present.size() == 1;
    }

    void warmedUp(ClusterHistory.WarmUp load) {
        warmUp = load;
    }

    void used(PlannedTrial trial, Instant at) {
        remember(trial, trial.folder(), at);
        present.add(trial.folder());
    }

    void deleted(Instant at) {
        deleted = at;
    }

    ClusterHistory history(Instant start) {
        if (inWorkers) {
            return new ClusterHistory(0, List.of());
        }
        List<String> earlier = present.subList(0, Math.max(0, present.size() - 1));
        Instant lastDeleted = earlier.isEmpty() ? null : deleted;
        return new ClusterHistory(
                seconds(ready, start), earlier, seconds(lastDeleted, start), Optional.ofNullable(warmUp));
    }

    private static double seconds(@Nullable Instant from, Instant to) {
        return from == null
                ? ClusterHistory.UNKNOWN.ageSeconds()
                : Math.max(0, Duration.between(from, to).toMillis() / 1e3);
    }
}
