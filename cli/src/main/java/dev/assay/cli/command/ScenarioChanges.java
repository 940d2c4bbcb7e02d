package dev.assay.cli.command;

import dev.assay.cli.run.NamedFiles;
import dev.assay.host.file.BoundedFile;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.spec.NamedCluster;
import dev.assay.model.spec.PayloadFill;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.StudyFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

class ScenarioChanges {
    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description =
                    "Overrides a key, such as workload.rate=50000/s; a list like 1,6,16 makes a dimension. Repeatable.")
    List<String> overrides = List.of();

    @Mixin
    SecretChoice secrets = new SecretChoice();

    @Option(
            names = "--systems",
            split = ",",
            paramLabel = "NAME",
            description = "Only these of the scenario's systems, comma-separated.")
    List<String> systems = List.of();

    private boolean decided;

    /** Returns all overrides; those of secrets from files come last. */
    List<String> all() {
        return decided ? overrides : secrets.with(overrides);
    }

    void replace(List<String> recorded) {
        overrides = recorded;
        decided = true;
    }

    static String text(Path file) {
        return text(
                file,
                "scenario",
                "; " + NamedFiles.question(file) + "give the path of a YAML file, or a name that 'assay list' lists");
    }

    /**
     * Reads the text of a file of at most 4 MiB.
     *
     * @param what the kind of file, for messages
     * @param advice what to do where it can't be read
     */
    static String text(Path file, String what, String advice) {
        try {
            return BoundedFile.text(file, ScenarioFile.MAX_BYTES)
                    .orElseThrow(() -> CommandFailure.badInput(
                            "the %s %s has more than %d B (4 MiB); no %s needs that; put payloads into files of their own"
                                    .formatted(what, file, ScenarioFile.MAX_BYTES, what)));
        } catch (IOException e) {
            throw CommandFailure.badInput("can't read the " + what + " " + file + ": " + reason(e) + advice, e);
        }
    }

    private static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "permission denied";
            case CharacterCodingException _ -> "it is not UTF-8 text";
            default -> String.valueOf(failure.getMessage());
        };
    }

    private final Map<String, String> payloads = new HashMap<>();

    /** Returns the texts of the payload files read so far, by their paths in the scenario. */
    Map<String, String> payloads() {
        return payloads;
    }

    /** Adds texts of payload files, which are then not read. */
    void know(Map<String, String> read) {
        payloads.putAll(read);
    }

    private String payload(String scenario, String path) {
        return payloads.computeIfAbsent(path, _ -> read(scenario, path));
    }

    private static String read(String scenario, String path) {
        try {
            Path file = Path.of(scenario).resolveSibling(path);
            return BoundedFile.text(file, PayloadFill.LONGEST_FILE_BYTES)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "the payload file '%s' has more than %d B (1 MiB), and would be sent to every worker"
                                    .formatted(path, PayloadFill.LONGEST_FILE_BYTES)));
        } catch (IOException e) {
            throw new IllegalArgumentException("can't read the payload file '" + path + "': " + reason(e), e);
        }
    }

    StudyFile study(String file, String text, ClusterChoice on) {
        return new StudyFile(file, text, on.clusters(), secrets.of(Path.of(file)));
    }

    ScenarioFile read(String fileName, String text, List<NamedCluster> clusters) throws ScenarioException {
        return read(fileName, text, all(), clusters);
    }

    ScenarioFile read(String fileName, String text, List<String> changed, List<NamedCluster> clusters)
            throws ScenarioException {
        return ScenarioFile.read(
                fileName,
                text,
                changed,
                new LinkedHashSet<>(systems),
                clusters,
                path -> payload(fileName, path),
                secrets.of(Path.of(fileName)));
    }
}
