package dev.assay.cli.reproduce;

import dev.assay.cli.card.CardFile;
import dev.assay.cli.card.RunCard;
import dev.assay.cli.command.StudyFolder;
import dev.assay.report.card.Card;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.StoreException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is to be reproduced: a card, or a run of which one is made here. */
public final class CardSource {
    private static final String RECORD = "run.json";
    private static final String REPORT = "report.html";

    private CardSource() {}

    /**
     * The card in a file or folder, or of a run directory or the one around its report.
     *
     * @param out is told why a study can't be judged
     * @throws CommandFailure when there is none, or it is refused
     */
    public static Card read(Path source, PrintWriter out) {
        Path file = source.toAbsolutePath().normalize();
        Path around = file.getParent();
        if (Files.isDirectory(file)) {
            if (Files.isRegularFile(file.resolve(RECORD))) {
                return ofRun(source, out).card();
            }
            return CardFile.read(source.resolve(CardFile.NAME));
        }
        if (file.endsWith(REPORT) && around != null && Files.isRegularFile(around.resolve(RECORD))) {
            return ofRun(around, out).card();
        }
        if (file.toString().endsWith(".html")) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    source
                            + " is a page without its run, which does not hold what it takes to run it again: give the card of the run, or its directory");
        }
        return CardFile.read(source);
    }

    /** The card of a run directory, whoever made the run. */
    static RunCard ofRun(Path directory, PrintWriter out) {
        try {
            return RunCard.of(RunDirectory.open(directory), StudyFolder.digests(), out);
        } catch (StoreException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }
}
