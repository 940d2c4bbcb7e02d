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
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The studies that have names ({@link NamedFiles}). */
public final class StudyFolder {
    private StudyFolder() {}

    /**
     * The file of a study.
     *
     * @param name of a file, or of a study
     * @throws CommandFailure when there is none
     */
    static Path file(String name) {
        Path file = NamedFiles.STUDIES.file(name);
        if (!Files.isRegularFile(file)) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "there is no study '%s', and no such file; 'assay study list' lists the studies, and a file is given by its path"
                            .formatted(name));
        }
        return file;
    }

    /** A line for each of them. */
    static void list(PrintWriter out) throws ScenarioException {
        Collection<Path> files = files();
        if (files.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "there is no folder 'studies' here; run this in Assay's own folder, or give a study file");
        }
        for (Path file : files) {
            out.println(line(file));
        }
        out.flush();
    }

    /** The study in that file, in a line. */
    static String line(Path file) throws ScenarioException {
        Study study = StudyFile.read(file.toString(), ScenarioChanges.text(file), List.of());
        return "%-20s %s: %d tests, %d cells, %d claims"
                .formatted(
                        study.name(),
                        study.title(),
                        study.tests().size(),
                        study.cells().size(),
                        study.claims().size());
    }

    /** Digests of those that come with this Assay, SHA-256 in hexadecimal digits. */
    public static Set<String> digests() {
        return shipped().stream().map(StudyFolder::digest).collect(Collectors.toSet());
    }

    /** The text of the one with that digest; empty where there is none. */
    public static Optional<String> textWithDigest(String sha256) {
        return shipped().stream()
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

    /** Not those that lie in a folder here: anybody may have changed them. */
    private static Collection<Path> shipped() {
        try {
            return NamedFiles.STUDIES.shipped();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "can't list the studies: " + e.getMessage(), e);
        }
    }

    private static Collection<Path> files() {
        try {
            return NamedFiles.STUDIES.all().values();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "can't list the studies: " + e.getMessage(), e);
        }
    }
}
