package dev.assay.report.card;

import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.card.Card.OfStudy;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An index of cards: those whose figures may stand beside each other before all others.
 *
 * @param cards the newest first
 */
public record IndexPage(List<Entry> cards) {
    private static final int DIGITS = 12;

    /**
     * A card on the page.
     *
     * @param link where its file is, as a reference relative to the page; empty without one
     * @param notComparable why its figures must not stand beside others'; none where they may
     */
    public record Entry(Card card, Optional<String> link, List<String> notComparable) {
        public Entry {
            notComparable = List.copyOf(notComparable);
        }

        /** Its anchor. */
        public String id() {
            return "card-" + card.digest().substring(0, DIGITS);
        }

        /** What it is called. */
        public String title() {
            return card.facts().title();
        }

        private boolean comparable() {
            return notComparable.isEmpty();
        }

        private Row row() {
            List<String> words = List.of(
                    title(),
                    measured(),
                    card.verdict().name(),
                    card.systems().stream()
                            .map(MeasuredSystem::system)
                            .distinct()
                            .collect(Collectors.joining(", ")),
                    card.systems().stream()
                            .map(MeasuredSystem::level)
                            .distinct()
                            .collect(Collectors.joining(", ")),
                    card.facts().study().map(OfStudy::name).orElse("none"),
                    comparable() ? "comparable" : "free");
            List<Cell> cells = new ArrayList<>(words.stream().map(Cell::of).toList());
            cells.set(0, cells.getFirst().to("#" + id()));
            return new Row(Optional.of(card.verdict()), "", cells, List.of());
        }

        /** The day of its first run, in UTC. */
        public String measured() {
            return card.facts().runs().getFirst().measured();
        }
    }

    public IndexPage {
        cards = Stream.concat(
                        cards.stream().filter(Entry::comparable), cards.stream().filter(entry -> !entry.comparable()))
                .toList();
    }

    /** How many there are of each. */
    public String tally() {
        long comparable = cards.stream().filter(Entry::comparable).count();
        return Formats.counted(cards.size(), "card") + ": " + comparable + " comparable, " + (cards.size() - comparable)
                + " free";
    }

    /** A table of all, and a section for each. */
    public List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Table.of(
                "cards",
                "Cards",
                Stream.of("Card", "Measured", "Verdict", "Systems", "Durability", "Study", "Figures")
                        .map(Column::words)
                        .toList(),
                cards.stream().map(Entry::row).toList(),
                List.of(
                        "Comparable are runs of the same study, with its file unchanged, VALID, and every durability level verified. All others are"
                                + " free: read each by itself.")));
        cards.forEach(entry -> blocks.add(
                Section.of(entry.id(), entry.title(), CardView.blocks(entry.card(), entry.notComparable()))));
        return blocks;
    }
}
