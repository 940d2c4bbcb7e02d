package dev.assay.cli.command;

import dev.assay.cli.card.CardFile;
import dev.assay.cli.run.NamedFiles;
import dev.assay.cli.run.Reporting;
import dev.assay.model.exit.CommandFailure;
import dev.assay.report.card.Card;
import dev.assay.scenario.StudyFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that can be run. Its name says of which kind it is, and what it holds has to fit: the sender of a file never chooses how far it is trusted. */
sealed interface RunFile {
    /** Trials, and verifications. */
    record OfScenario(Path file, String text) implements RunFile {}

    /** A published comparison. */
    record OfStudy(Path file, String text) implements RunFile {}

    /** What somebody has found, and how. */
    record OfCard(Path file, Card card) implements RunFile {}

    /** A run of this user, which is run again. */
    record OfRun(Path directory) implements RunFile {}

    /**
     * What is meant by a word.
     *
     * @param word a path, or the name of a scenario or study that has one
     * @throws CommandFailure when there is no such file, or it is not what its name says
     */
    static RunFile of(String word) {
        Path found = path(word);
        Path file = Files.exists(found) ? found : Reporting.named(found);
        if (Files.isDirectory(file)) {
            return new OfRun(file);
        }
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(CardFile.SUFFIX)) {
            return new OfCard(file, CardFile.read(file));
        }
        String text = ScenarioChanges.text(file);
        if (!name.endsWith(".yaml") && !name.endsWith(".yml")) {
            throw CommandFailure.badInput(
                    "%s: expected a scenario or a study (a file .yaml or .yml), a card (%s) or the directory of a run of yours; what a file is, its name says: rename it if it is one of these"
                            .formatted(file, CardFile.SUFFIX));
        }
        return StudyFile.isStudy(text) ? new OfStudy(file, text) : new OfScenario(file, text);
    }

    /** The file that is meant by a word. */
    static Path path(String word) {
        Path scenario = NamedFiles.SCENARIOS.file(word);
        return Files.exists(scenario) && !Files.isDirectory(scenario) ? scenario : NamedFiles.STUDIES.file(word);
    }
}
