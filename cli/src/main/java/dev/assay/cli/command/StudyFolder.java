package dev.assay.cli.command;

import dev.assay.report.card.CardMaker;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
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
                    "there is no study '%s', and no such file; 'assay list' lists the studies, and a file is given by its path"
                            .formatted(name));
        }
        return file;
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
}
