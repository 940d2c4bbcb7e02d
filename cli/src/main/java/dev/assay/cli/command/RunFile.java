package dev.assay.cli.command;

import dev.assay.cli.card.CardFile;
import dev.assay.cli.run.NamedFiles;
import dev.assay.cli.run.Reporting;
import dev.assay.model.exit.CommandFailure;
import dev.assay.report.card.Card;
import dev.assay.scenario.StudyFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Represents a file that can be run. Its name decides its kind, and its content has to fit: the sender of a file never
 * chooses how far it is trusted.
 */
sealed interface RunFile {
    record OfScenario(Path file, String text) implements RunFile {}

    record OfStudy(Path file, String text) implements RunFile {}

    record OfCard(Path file, Card card) implements RunFile {}

    /** Represents a run of this user that is run again. */
    record OfRun(Path directory) implements RunFile {}

    /**
     * Finds the file that a word stands for.
     *
     * @param word a path, or the name of a scenario or study
     * @throws CommandFailure when there is no such file, or its content is of another kind than its name says
     */
    static RunFile of(String word) {
        Path path = path(word);
        Path file = Files.exists(path) ? path : Reporting.named(path);
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

    /** Returns the path that a word stands for, which may be a name. */
    static Path path(String word) {
        Path scenario = NamedFiles.SCENARIOS.file(word);
        return Files.exists(scenario) && !Files.isDirectory(scenario) ? scenario : NamedFiles.STUDIES.file(word);
    }
}
