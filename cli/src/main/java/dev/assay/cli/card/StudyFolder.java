package dev.assay.cli.card;

import dev.assay.cli.run.NamedFiles;
import dev.assay.model.exit.CommandFailure;
import dev.assay.report.card.CardMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

public final class StudyFolder {
    private StudyFolder() {}

    /** Returns the studies' SHA-256 digests in hexadecimal digits. */
    public static Set<String> digests() {
        return shipped().stream().map(file -> CardMaker.sha256(text(file))).collect(Collectors.toSet());
    }

    /** Returns the text of the study with that digest; empty where there is none. */
    public static Optional<String> textWithDigest(String sha256) {
        return shipped().stream()
                .map(StudyFolder::text)
                .filter(text -> CardMaker.sha256(text).equals(sha256))
                .findFirst();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw CommandFailure.badInput("can't read " + file + ": " + e.getMessage(), e);
        }
    }

    /** Leaves out studies in the current folder, since anybody may have changed them. */
    private static Collection<Path> shipped() {
        try {
            return NamedFiles.STUDIES.shipped();
        } catch (IOException e) {
            throw CommandFailure.badInput("can't list the studies: " + e.getMessage(), e);
        }
    }
}
