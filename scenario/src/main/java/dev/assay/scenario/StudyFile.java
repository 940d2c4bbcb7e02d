package dev.assay.scenario;

import dev.assay.model.spec.NamedCluster;
import dev.assay.scenario.StudyReader.Purpose;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.Study;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file that a study is written in.
 *
 * @param name problems are reported under it
 * @param text of the file
 * @param clusters those that run already, at most one for each system: cells that need other servers than theirs can't be tested
 * @param secrets reads those that the study names
 */
public record StudyFile(String name, String text, List<NamedCluster> clusters, SecretValues secrets) {
    public StudyFile {
        clusters = List.copyOf(clusters);
    }

    /** One of which nothing is measured here, so that it does not matter which clusters are up. */
    public StudyFile(String name, String text) {
        this(name, text, List.of(), SecretValues.UNREAD);
    }

    /** Whether a text is a study rather than a scenario. */
    public static boolean isStudy(String text) {
        return text.lines().anyMatch(line -> line.startsWith(StudyReader.STUDY + ":"));
    }

    /**
     * Reads a study of which nothing is measured here.
     *
     * @param overrides {@code path=value}, applied to each cell, in order
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public static Study read(String name, String text, List<String> overrides) throws ScenarioException {
        return new StudyFile(name, text).read(overrides, Map.of());
    }

    /**
     * Reads the study as it was published.
     *
     * @param overrides {@code path=value}, applied to each cell, in order
     * @param needed how long the load of a cell is measured at least, by its name {@code TEST/CELL}
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public Study read(List<String> overrides, Map<String, Duration> needed) throws ScenarioException {
        return read(overrides, Purpose.PUBLISHED, null, needed);
    }

    /** The same with its cells scaled to a machine. */
    public Study scaled(List<String> overrides, MachineScale scale, Map<String, Duration> needed)
            throws ScenarioException {
        return read(overrides, Purpose.SCALED, scale, needed);
    }

    /**
     * Reads what has to be found before a study can be scaled: a study of a search for each of its peaks.
     *
     * @param cores that servers and clients have
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public Study peaks(List<String> overrides, int cores) throws ScenarioException {
        return read(overrides, Purpose.PEAKS, new MachineScale(cores, Map.of()), Map.of());
    }

    private Study read(
            List<String> overrides, Purpose purpose, @Nullable MachineScale scale, Map<String, Duration> needed)
            throws ScenarioException {
        Source source = Source.ofFile(name, text, secrets);
        return new StudyReader(source, overrides, purpose, scale, needed, clusters).read(text);
    }
}
