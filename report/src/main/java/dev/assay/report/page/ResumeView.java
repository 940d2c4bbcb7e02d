package dev.assay.report.page;

import dev.assay.model.result.RunRecord;
import dev.assay.model.result.RunResume;
import dev.assay.model.result.RunResume.SetAside;
import dev.assay.report.text.CommandText;
import dev.assay.report.text.Formats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run that was interrupted was gone on with.
 *
 * @param changed facts of the machine that were others than at the start of the run, as they were then
 */
public record ResumeView(String at, String command, List<SetAside> setAside, Map<String, String> changed) {
    /** Every time that it was, in order. */
    static List<ResumeView> of(RunRecord run) {
        return run.resumes().stream().map(resume -> of(resume, run)).toList();
    }

    private static ResumeView of(RunResume resume, RunRecord run) {
        Map<String, String> changed = new LinkedHashMap<>(resume.environment());
        changed.entrySet().removeAll(run.environment().entrySet());
        return new ResumeView(
                Formats.instant(resume.at()), CommandText.of(resume.commandLine()), resume.setAside(), changed);
    }
}
