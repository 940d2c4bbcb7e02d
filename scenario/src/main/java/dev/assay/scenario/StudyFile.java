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
 * @param name the name under which problems are reported
 * @param clusters running clusters, at most one for each system; cells that need other servers can't be tested
 * @param secrets reads the secrets that the study names
 */
public record StudyFile(String name, String text, List<NamedCluster> clusters, SecretValues secrets) {
    public StudyFile {
        clusters = List.copyOf(clusters);
    }

    /** Creates a file for reading alone, without running clusters or secrets. */
    public StudyFile(String name, String text) {
        this(name, text, List.of(), SecretValues.UNREAD);
    }

    public static boolean isStudy(String text) {
        return text.lines().anyMatch(line -> line.startsWith(StudyReader.STUDY + ":"));
    }

    /**
     * Reads a study without running clusters or secrets.
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
     * @param needed the minimum length of measured load, by the cell's name {@code TEST/CELL}
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public Study read(List<String> overrides, Map<String, Duration> needed) throws ScenarioException {
        return read(overrides, Purpose.PUBLISHED, null, needed);
    }

    /**
     * Reads the study with its cells scaled to a machine.
     *
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public Study scaled(List<String> overrides, MachineScale scale, Map<String, Duration> needed)
            throws ScenarioException {
        return read(overrides, Purpose.SCALED, scale, needed);
    }

    /**
     * Returns a study with one search for each peak that has to be known before this study can be scaled.
     *
     * @param cores processors that servers and clients share
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
