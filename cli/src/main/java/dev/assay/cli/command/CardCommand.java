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
import dev.assay.report.card.Lock;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "card",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a card of a run, or of several of one scenario, to be passed on.",
            "Writes SCENARIO.card (a zip of scenario, assay.lock, the values of each run with intervals, and what is known of the runs), card.md (a"
                    + " snippet for a README)",
            "and badge.svg (coloured by the verdict, never by speed). Three runs or more tell how far runs differ by themselves, which it takes to say"
                    + " that others reproduce or contradict them.",
            "They name no host, user, path, address or topic. Look at them before you publish them all the same."
                    + " Only reads run directories: needs no cluster and no network."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:the card was written, whatever the verdict",
            " 2:the command line is invalid, a DIR is no run, runs are of another scenario, lock or overrides, or a file already exists",
            " 3:a file can't be written",
            " 5:no trial of a run finished, so there is nothing to put on a card"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  assay card runs/20261121T101500Z-quickstart --to results/quickstart",
            "  assay card runs/A runs/B runs/C --to results/quickstart"
        })
public final class CardCommand extends TerminalCommand {
    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Run directories of one scenario.")
    private List<Path> directories = List.of();

    @Option(
            names = "--to",
            paramLabel = "FOLDER",
            description =
                    "Where the files go; they must not be there yet (default: the folder 'card' in the first run directory).")
    private Optional<Path> to = Optional.empty();

    @Override
    protected ExitCode run() {
        directories = Reporting.named(directories);
        List<RunDirectory> runs = directories.stream().map(Reporting::open).toList();
        boolean existing = runs.stream().anyMatch(this::warnOfExisting);
        Card card = writeCard(runs);
        if (!existing) {
            CardLaunch.refusal(card).ifPresent(why -> out().println("'assay run' refuses this card: " + why));
        }
        return ExitCode.OK;
    }

    /**
     * Warns, before the trials are read, which may take long, that nobody can run the card of a run on an existing cluster;
     * returns false for other runs.
     */
    private boolean warnOfExisting(RunDirectory run) {
        Optional<String> system = run.finished().stream()
                .map(run::readRecord)
                .filter(Lock::isExisting)
                .map(trial -> trial.system().system())
                .findFirst();
        system.ifPresent(name -> {
            out().printf(
                            "Nothing on this card can be reproduced by 'assay run': %s measured a cluster of %s that Assay had not started, and nobody can start its like.%n",
                            run.path(), name)
                    .printf(
                            "For a card that others can run, have Assay start it: without 'deployment: existing', or by 'assay cluster up %1$s' and 'run --on %1$s'.%n",
                            name)
                    .flush();
        });
        return system.isPresent();
    }

    private Card writeCard(List<RunDirectory> runs) {
        RunCard run = RunCard.of(runs, StudyFolder.digests(), out());
        Card card = run.card();
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(name(card) + CardFile.SUFFIX, run.packed());
        files.put("card.md", CardView.markdown(card).getBytes(StandardCharsets.UTF_8));
        files.put("badge.svg", Badge.of(card).getBytes(StandardCharsets.UTF_8));
        write(files);
        return card;
    }

    /** Returns the title, which identifies nobody, reduced to what a file name may contain. */
    private static String name(Card card) {
        String name = card.facts().title().replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[-.]+", "");
        return name.isEmpty() ? "run" : name;
    }

    private void write(Map<String, byte[]> files) {
        Path folder = to.orElse(directories.getFirst().resolve("card"));
        Map<Path, byte[]> targets = new LinkedHashMap<>();
        files.forEach((name, bytes) -> targets.put(folder.resolve(name), bytes));
        targets.keySet().forEach(NewFile::requireFree);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "can't create " + folder + ": " + e, e);
        }
        NewFile.write(targets);
        targets.forEach((file, bytes) -> out().printf("%s (%,d bytes)%n", file, bytes.length));
    }
}
