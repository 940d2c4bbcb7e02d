package dev.assay.cli.run;

import dev.assay.analysis.verdict.EvidenceCollector;
import dev.assay.core.trial.TrialListener;
import dev.assay.store.TrialWriter;
import java.util.List;

/**
 * Who listens to a trial of a run; another listener is another line here.
 *
 * @param evidence what the verdict is made from in the end
 * @param all everyone, in the order in which they are told
 */
record TrialListeners(EvidenceCollector evidence, TrialListener all) {
    static TrialListeners of(TrialWriter files, TrialProgress progress) {
        EvidenceCollector evidence = new EvidenceCollector();
        return new TrialListeners(evidence, TrialListener.all(List.of(files, evidence, progress)));
    }
}
