package dev.assay.core.scenario.text;

import dev.assay.core.study.Study;
import java.util.List;

/** The files that studies are written in. */
public final class StudyFile {
    private StudyFile() {}

    /**
     * Reads a study.
     *
     * @param fileName the name that problems are reported under
     * @param text the file's text
     * @param overrides {@code path=value}, applied to each cell, in order
     * @param rehearsal whether each cell is made small and put on the in-memory system
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public static Study read(String fileName, String text, List<String> overrides, boolean rehearsal)
            throws ScenarioException {
        return new StudyReader(Source.ofFile(fileName, text), overrides, rehearsal).read(text);
    }

    /** Whether a text is a study rather than a scenario. */
    public static boolean isStudy(String text) {
        return text.lines().anyMatch(line -> line.startsWith(StudyReader.STUDY + ":"));
    }
}
