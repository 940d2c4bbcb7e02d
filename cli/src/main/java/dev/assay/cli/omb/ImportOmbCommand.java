package dev.assay.cli.omb;

import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.host.file.BoundedFile;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.omb.ForeignFile;
import dev.assay.omb.ForeignKey;
import dev.assay.omb.ImportException;
import dev.assay.omb.ImportResult;
import dev.assay.omb.ImportedKey;
import dev.assay.omb.OmbImport;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "omb",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a scenario of workload and driver files of the OpenMessaging Benchmark.",
            "Several workloads become variants, and so do several drivers of one system.",
            "Drivers of several systems are compared, at a durability level that fits all.",
            "Keys of the benchmark's forks are read as well."
        },
        footer = {
            "",
            "Examples:",
            "  assay import omb workload.yaml driver.yaml --out scenario.yaml",
            "  assay import omb workload.yaml driver.yaml --var rate=50000 > scenario.yaml",
            "",
            "Exit codes: 0: a scenario was made. 2: a file is something else, a template or",
            "missing, or a key without which no scenario can be made was refused. 3: the",
            "file of --out can't be written."
        })
public final class ImportOmbCommand extends TerminalCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Workload and driver files (YAML), in any order; at least one of each.")
    private List<Path> files = List.of();

    @Option(
            names = "--var",
            paramLabel = "NAME=VALUE",
            description = "Value of a variable that files have as $${NAME} or {{ NAME }}. Repeatable.")
    private Map<String, String> variables = Map.of();

    @Mixin
    private ImportTarget target = new ImportTarget();

    @Override
    protected ExitCode run() throws ScenarioException {
        target.check();
        OmbImport.Choices choices =
                new OmbImport.Choices(variables, target.existing(), target.durability(), target.name());
        List<ForeignFile> read = new ArrayList<>();
        for (Path file : files) {
            read.add(read(file));
        }
        try {
            ImportResult result = OmbImport.of(read, choices);
            result.keys().stream()
                    .map(ImportedKey::source)
                    .filter(ForeignKey::secret)
                    .forEach(key -> ProcessRedactor.token(key.value()));
            target.write(result, spec.commandLine());
            return ExitCode.OK;
        } catch (ImportException e) {
            throw CommandFailure.badInput(String.valueOf(e.getMessage()), e);
        }
    }

    private static ForeignFile read(Path file) {
        try {
            String text = BoundedFile.text(file, ScenarioFile.MAX_BYTES)
                    .orElseThrow(() -> CommandFailure.badInput(
                            file + " has more than 4 MiB; no workload or driver file is that large"));
            return new ForeignFile(file.toString(), text);
        } catch (IOException e) {
            String reason = e instanceof NoSuchFileException ? "there is no such file" : String.valueOf(e.getMessage());
            throw CommandFailure.badInput(
                    "can't read " + file + ": " + reason + "; give workload and driver files (YAML)", e);
        }
    }
}
