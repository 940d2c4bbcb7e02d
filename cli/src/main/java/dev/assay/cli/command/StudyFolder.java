package dev.assay.cli.command;

import dev.assay.report.card.CardMaker;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.study.Study;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where studies are found: a folder {@code studies} here, or that of the checkout that this Assay was built from. */
public final class StudyFolder {
    private static final String SUFFIX = ".yaml";

    private StudyFolder() {}

    /**
     * The file of a study.
     *
     * @param name of a file, or of a study in the folder
     * @throws CommandFailure when there is none
     */
    static Path file(String name) {
        if (Files.isRegularFile(Path.of(name))) {
            return Path.of(name);
        }
        Path folder = folder();
        if (folder == null || !Files.isRegularFile(folder.resolve(name + SUFFIX))) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "there is no study '%s', and no such file; 'assay study list' lists the studies, and a file is given by its path"
                            .formatted(name));
        }
        return folder.resolve(name + SUFFIX);
    }

    private static @Nullable Path folder() {
        Path here = Path.of("studies");
        String dist = System.getProperty("assay.dist");
        Path folder = dist == null || Files.isDirectory(here)
                ? here
                : Path.of(dist, "..", "..", "..", "studies").normalize();
        return Files.isDirectory(folder) ? folder : null;
    }

    /** A line for each study in the folder. */
    static void list(PrintWriter out) throws ScenarioException {
        for (Path file : files()) {
            Study study = StudyFile.read(file.toString(), ScenarioChanges.text(file), List.of());
            out.printf(
                    "%-20s %s: %d tests, %d cells, %d claims%n",
                    study.name(),
                    study.title(),
                    study.tests().size(),
                    study.cells().size(),
                    study.claims().size());
        }
        out.flush();
    }

    /** Digests, SHA-256 in hexadecimal digits, of the studies in the folder; none where there is none. */
    public static Set<String> digests() {
        return folder() == null
                ? Set.of()
                : files().stream().map(StudyFolder::digest).collect(Collectors.toSet());
    }

    /** The text of the study in the folder with that digest; empty where there is none. */
    public static Optional<String> textWithDigest(String sha256) {
        return folder() == null
                ? Optional.empty()
                : files().stream()
                        .filter(file -> digest(file).equals(sha256))
                        .findFirst()
                        .map(ScenarioChanges::text);
    }

    private static String digest(Path file) {
        try {
            return CardMaker.sha256(Files.readString(file));
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "can't read " + file + ": " + e.getMessage(), e);
        }
    }

    private static List<Path> files() {
        Path folder = folder();
        if (folder == null) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "there is no folder 'studies' here; run this in Assay's own folder, or give a study file");
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "can't list " + folder + ": " + e.getMessage(), e);
        }
    }
}
