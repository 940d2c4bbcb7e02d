package dev.assay.cli.command;

import dev.assay.model.spec.NamedCluster;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;

/** Which scenario, and what to change of it. */
final class ScenarioOptions extends ScenarioChanges {
    @Parameters(
            index = "0",
            paramLabel = "SCENARIO",
            converter = NamedFiles.OfScenario.class,
            description = "The scenario: a file (YAML), or a name ('assay list' lists them).")
    Path file = Path.of("scenario.yaml");

    /** The file's text. */
    String text() {
        return text(file);
    }

    /** The scenario with the overrides applied. */
    ScenarioFile read(String text) throws ScenarioException {
        return read(text, List.of());
    }

    /** The same on clusters that run already. */
    ScenarioFile read(String text, List<NamedCluster> clusters) throws ScenarioException {
        return read(file.toString(), text, clusters);
    }
}
