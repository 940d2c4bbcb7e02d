package dev.assay.analysis.study;

import dev.assay.analysis.RunAnalysis;
import dev.assay.model.display.VisibleText;
import dev.assay.model.study.StudyRecord;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.StudyRequest;
import dev.assay.store.RunDirectory;
import java.util.Optional;
import java.util.function.Consumer;

public final class StudyReporting {
    private StudyReporting() {}

    /**
     * Returns the results of the study; empty where the run has none.
     *
     * @param out receives why a study can't be judged
     */
    public static Optional<StudyRecord> of(RunDirectory directory, RunAnalysis analysis, Consumer<String> out) {
        String text = analysis.run().scenarioText();
        if (!StudyFile.isStudy(text)) {
            return Optional.empty();
        }
        try {
            StudyRequest request = StudyRequest.of(analysis.run().overrides());
            if (request.searchesPeaks()) {
                return Optional.empty();
            }
            return Optional.of(StudyResults.of(
                    request.plan(new StudyFile(analysis.run().scenario(), text)), analysis, directory::readTrial));
        } catch (ScenarioException | IllegalArgumentException e) {
            out.accept(VisibleText.message(
                    "this version of Assay can't judge the claims of this study: " + e.getMessage()));
            return Optional.empty();
        }
    }
}
