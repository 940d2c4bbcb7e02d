package dev.assay.run.study;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.study.StudyResults;
import dev.assay.run.directory.RunDirectory;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.study.StudyRecord;
import java.io.PrintWriter;
import java.util.Optional;

/** Judges the claims of a study by a run, from its directory alone. */
public final class StudyReporting {
    private StudyReporting() {}

    /**
     * What came of the study; empty where the run is none's.
     *
     * @param out is told why a study can't be judged
     */
    public static Optional<StudyRecord> of(RunDirectory directory, RunAnalysis analysis, PrintWriter out) {
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
            out.println("this version of Assay can't judge the claims of this study: " + e.getMessage());
            return Optional.empty();
        }
    }
}
