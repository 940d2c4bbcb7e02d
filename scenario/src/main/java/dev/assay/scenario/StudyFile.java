package dev.assay.scenario;

import dev.assay.model.spec.NamedCluster;
import dev.assay.scenario.StudyReader.Purpose;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.Study;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        return read(fileName, text, overrides, Map.of(), List.of(), SecretValues.UNREAD);
    }

    /**
     * The same with cells that are measured for longer, on clusters that run already: cells that need other servers than theirs can't be
     * tested.
     *
     * @param needed how long the load of a cell is measured at least, by its name {@code TEST/CELL}
     * @param clusters at most one for each system
     * @param secrets reads those that it names
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public static Study read(
            String fileName,
            String text,
            List<String> overrides,
            Map<String, Duration> needed,
            List<NamedCluster> clusters,
            SecretValues secrets)
            throws ScenarioException {
        return read(fileName, text, overrides, Purpose.PUBLISHED, null, needed, clusters, secrets);
    }

    /**
     * The same with its cells scaled to a machine.
     *
     * @param scale what is known of the machine; peaks that it lacks, as nobody asked for their systems, count for nothing
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public static Study scaled(String fileName, String text, List<String> overrides, MachineScale scale)
            throws ScenarioException {
        return scaled(fileName, text, overrides, scale, Map.of(), List.of(), SecretValues.UNREAD);
    }

    /**
     * The same with cells that are measured for longer, on clusters that run already.
     *
     * @param needed how long the load of a cell is measured at least, by its name {@code TEST/CELL}
     * @param clusters at most one for each system
     * @param secrets reads those that it names
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public static Study scaled(
            String fileName,
            String text,
            List<String> overrides,
            MachineScale scale,
            Map<String, Duration> needed,
            List<NamedCluster> clusters,
            SecretValues secrets)
            throws ScenarioException {
        return read(fileName, text, overrides, Purpose.SCALED, scale, needed, clusters, secrets);
    }

    /**
     * Reads what has to be found before a study can be scaled: a study of a search for each of its peaks.
     *
     * @param cores that servers and clients have
     * @param clusters those that run already, at most one for each system
     * @param secrets reads those that the study names
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public static Study peaks(
            String fileName,
            String text,
            List<String> overrides,
            int cores,
            List<NamedCluster> clusters,
            SecretValues secrets)
            throws ScenarioException {
        MachineScale unknown = new MachineScale(cores, Map.of());
        return read(fileName, text, overrides, Purpose.PEAKS, unknown, Map.of(), clusters, secrets);
    }

    private static Study read(
            String fileName,
            String text,
            List<String> overrides,
            Purpose purpose,
            @Nullable MachineScale scale,
            Map<String, Duration> needed,
            List<NamedCluster> clusters,
            SecretValues secrets)
            throws ScenarioException {
        Source source = Source.ofFile(fileName, text, secrets);
        return new StudyReader(source, overrides, purpose, scale, needed, clusters).read(text);
    }

    /** Whether a text is a study rather than a scenario. */
    public static boolean isStudy(String text) {
        return text.lines().anyMatch(line -> line.startsWith(StudyReader.STUDY + ":"));
    }
}
