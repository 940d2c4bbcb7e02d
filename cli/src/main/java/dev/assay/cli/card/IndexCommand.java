package dev.assay.cli.card;

import dev.assay.cli.command.StudyFolder;
import dev.assay.cli.compare.ComparedRuns;
import dev.assay.cli.compare.NewFile;
import dev.assay.report.HtmlReport;
import dev.assay.report.card.Card;
import dev.assay.report.card.IndexPage;
import dev.assay.report.card.IndexPage.Entry;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts cards on one page. */
@Command(
        name = "index",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a page of cards, to be opened as a file or put on any web server.",
            "Finds the card.json in the folders and below. Comparable runs (study file unchanged, VALID, every durability level verified)"
                    + " stand apart",
            "from all others. Filters and two cards side by side are part of the page's address. A card that was changed after it was"
                    + " made is refused."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:the page was written",
            " 2:the command line is invalid, there is no card, a card is refused, or the page exists already",
            " 3:the page can't be written"
        },
        footerHeading = "%nExample:%n",
        footer = {"  assay index results --to results/index.html"})
public final class IndexCommand implements Callable<Integer> {
    /** Cards lie in folders by study, machine and the like. */
    private static final int DEEPEST = 6;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Folders with cards, also in their subfolders.")
    private List<Path> directories = List.of();

    @Option(
            names = "--to",
            paramLabel = "FILE",
            description = "The new page (default: index.html in the first folder).")
    private Optional<Path> to = Optional.empty();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Path page = to.orElse(directories.getFirst().resolve("index.html"));
        NewFile.requireFree(page);
        Map<String, Entry> entries = new LinkedHashMap<>();
        List<String> refused = new ArrayList<>();
        Set<String> studies = StudyFolder.digests();
        for (Path file : directories.stream().flatMap(IndexCommand::cards).toList()) {
            try {
                Card card = CardFile.read(file);
                entries.putIfAbsent(card.digest(), entry(card, page, file, studies));
            } catch (CommandFailure e) {
                refused.add(String.valueOf(e.getMessage()));
            }
        }
        if (!refused.isEmpty()) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.join(System.lineSeparator(), refused));
        }
        if (entries.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "there is no card.json in " + directories + " or below: 'assay card DIR' makes one of a run");
        }
        IndexPage index = new IndexPage(entries.values().stream()
                .sorted(Comparator.comparing((Entry entry) -> entry.card().measured())
                        .reversed()
                        .thenComparing(entry -> entry.card().title())
                        .thenComparing(Entry::id))
                .toList());
        NewFile.write(page, HtmlReport.render(index));
        PrintWriter out = spec.commandLine().getOut();
        out.println(page + ": " + index.tally());
        out.flush();
        return ExitCode.OK.code();
    }

    private static Stream<Path> cards(Path folder) {
        try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
            return files
                    .filter(file -> String.valueOf(file.getFileName()).equals(CardFile.NAME))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException | UncheckedIOException e) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "can't look for cards in " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Whether a study is unchanged is told by the studies here, and not by the card. */
    private static Entry entry(Card card, Path page, Path file, Set<String> studies) {
        List<String> why = new ArrayList<>(card.notComparable());
        if (why.isEmpty() && !studies.contains(card.study().orElseThrow().sha256())) {
            why.add("the study is none of those of this version of Assay");
        }
        return new Entry(card, ComparedRuns.reference(page, file).orElse("#"), why);
    }
}
