package dev.assay.scenario;

import dev.assay.model.spec.NamedCluster;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.Study;
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
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public static Study read(String fileName, String text, List<String> overrides) throws ScenarioException {
        return read(fileName, text, overrides, List.of());
    }

    /**
     * The same on clusters that run already: cells that need other servers than theirs can't be tested.
     *
     * @param clusters at most one for each system
     */
    public static Study read(String fileName, String text, List<String> overrides, List<NamedCluster> clusters)
            throws ScenarioException {
        return StudyReader.published(Source.ofFile(fileName, text), overrides, clusters)
                .read(text);
    }

    /**
     * Reads a study with its cells scaled to a machine.
     *
     * @param scale what is known of the machine; peaks that it lacks, as nobody asked for their systems, count for nothing
     * @param clusters those that run already, at most one for each system
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public static Study scaled(
            String fileName, String text, List<String> overrides, MachineScale scale, List<NamedCluster> clusters)
            throws ScenarioException {
        return StudyReader.scaled(Source.ofFile(fileName, text), overrides, scale, clusters)
                .read(text);
    }

    /**
     * Reads what has to be found before a study can be scaled: a study of a search for each of its peaks.
     *
     * @param cores that servers and clients have
     * @param clusters those that run already, at most one for each system
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public static Study peaks(
            String fileName, String text, List<String> overrides, int cores, List<NamedCluster> clusters)
            throws ScenarioException {
        return StudyReader.peaks(Source.ofFile(fileName, text), overrides, cores, clusters)
                .read(text);
    }

    /** Whether a text is a study rather than a scenario. */
    public static boolean isStudy(String text) {
        return text.lines().anyMatch(line -> line.startsWith(StudyReader.STUDY + ":"));
    }
}
