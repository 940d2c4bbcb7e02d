package dev.assay.cli.command;

import dev.assay.cli.card.CardFile;
import dev.assay.cli.card.RunCard;
import dev.assay.cli.card.StudyFolder;
import dev.assay.cli.compare.NewFile;
import dev.assay.cli.run.Reporting;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.report.card.Badge;
import dev.assay.report.card.Card;
import dev.assay.report.card.CardView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes what a run found small enough to be passed on. */
@Command(
        name = "card",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a card of a run, to be passed on.",
            "Writes SCENARIO.card (scenario and assay.lock packed, machine, verdicts, figures with intervals, build), card.md (a snippet for a"
                    + " README),",
            "badge.svg (coloured by the verdict, never by speed) and assay.lock (digests of artifacts, seed, effective settings, flags of"
                    + " JVMs).",
            "They name no host, user, path, address or topic. Look at them before you publish them all the same."
                    + " Only reads the run directory: needs no cluster and no network."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:the card was written, whatever the verdict",
            " 2:the command line is invalid, DIR is no run, or a file already exists",
            " 3:a file can't be written",
            " 5:no trial finished, so there is nothing to put on a card"
        },
        footerHeading = "%nExample:%n",
        footer = {"  assay card runs/20261121T101500Z-quickstart --to results/quickstart"})
public final class CardCommand extends TerminalCommand {
    @Parameters(index = "0", paramLabel = "DIR", description = "The run directory.")
    private Path directory = Path.of(".");

    @Option(
            names = "--to",
            paramLabel = "FOLDER",
            description =
                    "Where the files go; they must not be there yet (default: the folder 'card' in the run directory).")
    private Optional<Path> to = Optional.empty();

    @Override
    protected ExitCode run() {
        RunCard made = RunCard.of(Reporting.open(directory), StudyFolder.digests(), out());
        Card card = made.card();
        Map<String, String> files = new LinkedHashMap<>();
        files.put(name(card) + CardFile.SUFFIX, CardFile.text(card));
        files.put("card.md", CardView.markdown(card));
        files.put("badge.svg", Badge.of(card));
        files.put("assay.lock", made.lock());
        write(files);
        if (card.masked()) {
            out().println("Addresses or paths of the scenario are masked: whoever runs it again fills them in.");
        }
        return ExitCode.OK;
    }

    /** The title, which identifies nobody, as far as it can be the name of a file. */
    private static String name(Card card) {
        String name = card.title().replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[-.]+", "");
        return name.isEmpty() ? "run" : name;
    }

    private void write(Map<String, String> files) {
        Path folder = to.orElse(directory.resolve("card"));
        files.keySet().forEach(name -> NewFile.requireFree(folder.resolve(name)));
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "can't create " + folder + ": " + e, e);
        }
        files.forEach((name, text) -> {
            Path file = folder.resolve(name);
            NewFile.write(file, text);
            out().printf("%s (%,d bytes)%n", file, text.getBytes(StandardCharsets.UTF_8).length);
        });
    }
}
