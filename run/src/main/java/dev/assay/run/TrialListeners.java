package dev.assay.run;

import dev.assay.model.trial.TrialListener;
import dev.assay.run.directory.TrialWriter;
import java.util.List;

/**
 * Who listens to a trial of a run; another listener is another line here.
 *
 * @param files the run directory, which the trial is judged by in the end
 * @param all everyone, in the order in which they are told
 */
record TrialListeners(TrialWriter files, TrialListener all) {
    static TrialListeners of(TrialWriter files, TrialProgress progress) {
        return new TrialListeners(files, TrialListener.all(List.of(files, progress)));
    }
}
