package dev.assay.cli.card;

import dev.assay.cli.run.Reporting;
import dev.assay.model.exit.CommandFailure;
import dev.assay.report.card.Card;
import dev.assay.report.card.IndexPage;
import dev.assay.report.card.IndexPage.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Cards that lie in folders, on one page. */
public final class CardIndex {
    /** Cards lie in folders by study, machine and the like. */
    private static final int DEEPEST = 6;

    private CardIndex() {}

    /**
     * The page of the cards in these folders and below, each card once.
     *
     * @param page where it is to be written
     * @param studies digests of those that come with this Assay: whether a card's is unchanged is told by them, and not by the card
     * @throws CommandFailure where there is no card, or one is refused
     */
    public static IndexPage of(List<Path> folders, Path page, Set<String> studies) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        List<String> refused = new ArrayList<>();
        for (Path file : folders.stream().flatMap(CardIndex::cards).toList()) {
            try {
                Card card = CardFile.read(file);
                entries.putIfAbsent(card.digest(), entry(card, page, file, studies));
            } catch (CommandFailure e) {
                refused.add(String.valueOf(e.getMessage()));
            }
        }
        if (!refused.isEmpty()) {
            throw CommandFailure.badInput(String.join(System.lineSeparator(), refused));
        }
        if (entries.isEmpty()) {
            throw CommandFailure.badInput(
                    "there is no card (NAME.card) in " + folders + " or below: 'assay card DIR' makes one of a run");
        }
        return new IndexPage(entries.values().stream()
                .sorted(Comparator.comparing((Entry entry) -> entry.card().measured())
                        .reversed()
                        .thenComparing(entry -> entry.card().title())
                        .thenComparing(Entry::id))
                .toList());
    }

    private static Stream<Path> cards(Path folder) {
        try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
            return files.filter(CardFile::isOne).sorted().toList().stream();
        } catch (IOException | UncheckedIOException e) {
            throw CommandFailure.badInput("can't look for cards in " + folder + ": " + e.getMessage(), e);
        }
    }

    private static Entry entry(Card card, Path page, Path file, Set<String> studies) {
        List<String> why = new ArrayList<>(card.notComparable());
        if (why.isEmpty() && !studies.contains(card.study().orElseThrow().sha256())) {
            why.add("the study is none of those of this version of Assay");
        }
        return new Entry(card, Reporting.reference(page, file).orElse("#"), why);
    }
}
