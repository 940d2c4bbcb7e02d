package dev.assay.cli.card;

import dev.assay.cli.run.Reporting;
import dev.assay.model.exit.CommandFailure;
import dev.assay.report.card.Card;
import dev.assay.report.card.Card.OfStudy;
import dev.assay.report.card.IndexPage;
import dev.assay.report.card.IndexPage.Entry;
import dev.assay.report.card.IndexPage.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

public final class CardIndex {
    private CardIndex() {}

    /**
     * Makes the index of these cards; a card that is given twice is listed once.
     *
     * @param page where the index will be written; empty if nowhere
     * @param studies digests of this Assay's studies, which decide whether a card's study is unchanged, since the card can't
     *     be trusted with that
     * @throws CommandFailure where a card is refused
     */
    public static IndexPage of(List<Path> files, Optional<Path> page, Set<String> studies) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        List<String> refused = new ArrayList<>();
        for (Path file : files) {
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
        return new IndexPage(entries.values().stream()
                .sorted(Comparator.comparing(Entry::measured)
                        .reversed()
                        .thenComparing(Entry::title)
                        .thenComparing(Entry::id))
                .toList());
    }

    private static Entry entry(Card card, Optional<Path> page, Path file, Set<String> studies) {
        List<String> why = new ArrayList<>(card.notComparable());
        boolean ofStudy = card.facts().study().filter(OfStudy::unchanged).isPresent();
        boolean shipped =
                ofStudy && studies.contains(card.facts().study().orElseThrow().sha256());
        if (ofStudy && !shipped) {
            why.add("the study is none of those of this version of Assay");
        }
        return new Entry(
                card,
                page.flatMap(from -> Reporting.reference(from, file)),
                shipped ? Origin.SHIPPED_STUDY : Origin.OTHER,
                why);
    }
}
