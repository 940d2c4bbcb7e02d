package dev.assay.report.page;

import dev.assay.model.result.TrialRecord;
import dev.assay.report.chart.SystemColours;
import dev.assay.report.chart.TrialLook;
import dev.assay.report.text.TrialNames;
import java.util.Collection;

/** What the trials of a page have in common: their names beside each other, their colours, and settings that are written once. */
record PageContext(TrialNames names, SystemColours colours, SharedSettings settings) {
    static PageContext of(Collection<TrialRecord> trials) {
        return new PageContext(
                TrialNames.of(trials),
                SystemColours.of(
                        trials.stream().map(trial -> trial.system().system()).toList()),
                new SharedSettings());
    }

    /** How a trial appears in charts. */
    TrialLook look(TrialRecord trial) {
        String system = trial.system().system();
        return new TrialLook(names.of(trial), names.group(trial), system, colours.of(system));
    }
}
